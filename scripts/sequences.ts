/** The long run of the random evenings of taps and of results on every available engine: SEQUENCES of each, from SEQUENCES_SEED. */
import { binOf, mustRun } from './run.ts';

const { SEQUENCES = '10000', SEQUENCES_SEED = String(Date.now() % 2 ** 31) } = process.env;
process.stdout.write(`SEQUENCES=${SEQUENCES} SEQUENCES_SEED=${SEQUENCES_SEED}\n`);
await mustRun('sequences', {
  in: 'server',
  args: [
    binOf('server', 'vitest/vitest.mjs'),
    'run',
    'test/bouts/bell-sequences',
    'test/bouts/result-sequences',
  ],
  env: { SEQUENCES, SEQUENCES_SEED },
});
