/** The long run of the fuzz test, on every engine at hand: FUZZ_REQUESTS of FUZZ_SEED, which the test's own run is short of. */
import { binOf, mustRun } from './run.ts';

const { FUZZ_REQUESTS = '20000' } = process.env;
await mustRun('fuzz', {
  in: 'server',
  args: [binOf('server', 'vitest/vitest.mjs'), 'run', 'test/fuzz'],
  env: { FUZZ_REQUESTS },
});
