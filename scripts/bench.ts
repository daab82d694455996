/**
 * Runs the benchmarks. Each is a ratio against a baseline of the same run, because a slow machine changes absolute
 * numbers but not ratios; the pages are judged by Lighthouse, in the time that their own thread ran.
 * BENCH_DATABASE_URL (or TEST_DATABASE_URL) names a PostgreSQL; without one the embedded engine is used.
 */
import { buildStale } from './builds.ts';
import { findBrowser } from './find-browser.ts';
import { mustRun } from './run.ts';

await buildStale();
const database = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
await mustRun('API and segments', {
  in: 'server',
  args: ['bench/main.ts'],
  env: database ? { BENCH_DATABASE_URL: database } : {},
});
await mustRun('first frame', {
  in: 'web',
  args: ['bench/first-frame.ts'],
  env: { CHROMIUM_PATH: findBrowser() },
});
await mustRun('pages', {
  in: 'web',
  args: ['bench/page-scores.ts'],
  env: { CHROMIUM_PATH: findBrowser() },
});
await mustRun('lists with 500 events and 2,000 replays', {
  in: 'web',
  args: ['bench/page-scores.ts', '--crowded'],
  env: { CHROMIUM_PATH: findBrowser() },
});
