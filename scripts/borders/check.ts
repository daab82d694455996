/** Checks every import of the workspace. `pnpm borders` also draws the floors into the page, where the check finds them stale. */
import { root } from '../run.ts';
import { checkDrawing } from './drawing.ts';
import { findFaults } from './find-faults.ts';
import { backUp, floors, never } from './floors.ts';
import { roles } from './roles.ts';

const { faults, circles, arrows } = await findFaults(root, { floors, never, backUp }, roles);
faults.push(...checkDrawing(root, floors, { rewrite: process.argv.includes('--draw') }));
for (const fault of faults) process.stderr.write(`${fault}\n\n`);
process.stdout.write(`${circles} circles, ${arrows.length} arrows back up\n`);
for (const arrow of arrows) process.stdout.write(`  ${arrow}\n`);
if (faults.length > 0) process.exitCode = 1;
