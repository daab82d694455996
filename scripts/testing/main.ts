/**
 * `pnpm check`, `pnpm test` and `pnpm test:all`: runs the steps of a tier, all of them, also after one that failed. The
 * last lines say what failed and how to repeat it, what needed a second try, and what was skipped for want of a tool.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../run.ts';
import { lastLines } from './last-lines.ts';
import { type Options, readOptions } from './options.ts';
import { runSteps } from './run-steps.ts';
import { type Step, stepsOf } from './steps.ts';

// Tests start hundreds of processes, each of which would compile the server again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

const reports = mkdtempSync(join(tmpdir(), 'ringside-reports-'));
try {
  const [options, steps] = asked();
  const results = await runSteps(steps, { reports, bail: options.bail });
  process.stdout.write(lastLines(results, options));
  if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

function asked(): [Options, Step[]] {
  const options = readOptions(process.argv.slice(2), process.env);
  return [options, stepsOf(options)];
}
