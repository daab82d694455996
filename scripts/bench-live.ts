/** `pnpm bench:live`: measures live ingest; `--small` for a short run. Other options go on to `server/bench/ingest/main.ts`. */
import { buildStale } from './builds.ts';
import { findBrowser } from './find-browser.ts';
import { printLoad } from './machine-load.ts';
import { runNode } from './run.ts';

const options = process.argv.slice(2);
printLoad();
await buildStale();
process.exitCode = await runNode({
  in: 'server',
  args: ['bench/ingest/main.ts', ...options.filter((option) => option !== '--small')],
  env: { CHROMIUM_PATH: findBrowser(), ...(options.includes('--small') ? { BENCH_SMALL: '1' } : {}) },
});
