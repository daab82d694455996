/** The long run of the tests that kill, stop and freeze servers and their PostgreSQL, on every available engine. */
import { binOf, mustRun } from './run.ts';

const { FAULT_ROUNDS = '20' } = process.env;
await mustRun('faults', {
  in: 'server',
  args: [binOf('server', 'vitest/vitest.mjs'), 'run', 'test/faults'],
  env: { FAULT_ROUNDS },
});
