/** Checks every import of the workspace, and prints what runs in a circle or back up. */
import { root } from '../run.ts';
import { findFaults } from './find-faults.ts';
import { backUp, floors, never } from './floors.ts';
import { roles } from './roles.ts';

const { faults, circles, arrows } = await findFaults(root, { floors, never, backUp }, roles);
for (const fault of faults) process.stderr.write(`${fault}\n\n`);
process.stdout.write(
  [`${circles} circles, ${arrows.length} arrows back up`, ...arrows.map((arrow) => `  ${arrow}`), ''].join(
    '\n',
  ),
);
if (faults.length > 0) process.exitCode = 1;
