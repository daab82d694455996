/** What else the machine does while something is measured. */
import { availableParallelism, loadavg } from 'node:os';

/** Above it, other work changes the figures. */
const quietLoad = 1;

export function printLoad(): void {
  const load = loadavg()[0] ?? 0;
  process.stdout.write(`load of the machine: ${load.toFixed(1)} on ${availableParallelism()} cores\n`);
  if (load >= quietLoad)
    process.stdout.write(
      'WARNING: the machine is not quiet, and figures that depend on time may miss their goals.\n',
    );
}
