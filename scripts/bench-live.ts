/** `pnpm bench:live`: measures live ingest. Its options go on to `server/bench/ingest/main.ts`. */
import { buildStale } from './builds.ts';
import { findBrowser } from './find-browser.ts';
import { runNode } from './run.ts';

await buildStale();
process.exitCode = await runNode({
  in: 'server',
  args: ['bench/ingest/main.ts', ...process.argv.slice(2)],
  env: { CHROMIUM_PATH: findBrowser() },
});
