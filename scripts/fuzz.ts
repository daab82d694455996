/** The long run of the fuzz test on every available engine: FUZZ_REQUESTS requests from FUZZ_SEED. */
import { binOf, mustRun } from './run.ts';

const { FUZZ_REQUESTS = '20000' } = process.env;
await mustRun('fuzz', {
  in: 'server',
  args: [binOf('server', 'vitest/vitest.mjs'), 'run', 'test/fuzz'],
  env: { FUZZ_REQUESTS },
});
