/** Checks every import of the workspace. `pnpm borders` also draws the table into the page, where the check finds it stale. */
import { root } from '../run.ts';
import { borders } from './borders.ts';
import { checkDrawing } from './drawing.ts';
import { findFaults } from './find-faults.ts';
import { roles } from './roles.ts';

const faults = [
  ...(await findFaults(root, borders, roles)),
  ...checkDrawing(root, borders, { rewrite: process.argv.includes('--draw') }),
];
for (const fault of faults) process.stderr.write(`${fault}\n\n`);
if (faults.length > 0) process.exitCode = 1;
