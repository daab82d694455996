/** `pnpm bench:live`: measures live ingest; `--small` for a short run. Other options go on to `server/bench/ingest/main.ts`. */
import { buildStale } from './builds.ts';
import { findBrowser } from './find-browser.ts';
import { printLoad } from './machine-load.ts';
import { runNode } from './run.ts';

const options = process.argv.slice(2);
const isSmall = options.includes('--small');
printLoad();
await buildStale();
process.exitCode = await runNode({
  in: 'server',
  args: ['bench/ingest/main.ts', ...options.filter((option) => option !== '--small')],
  env: { ...browser(), ...(isSmall ? { BENCH_SMALL: '1' } : {}) },
});

/** A small run measures little without a browser, and says so. */
function browser(): Record<string, string> {
  const found = findBrowser();
  if (found === undefined && !isSmall)
    throw new Error('There is no Chromium: install one, or set CHROMIUM_PATH.');
  return found === undefined ? {} : { CHROMIUM_PATH: found };
}
