/**
 * Runs the benchmarks, or those whose title has one of the words in the arguments. Each is a ratio against a baseline of the same
 * run, because a slow machine changes absolute numbers but not ratios; the pages are judged by Lighthouse, in the time that
 * their own thread ran. One that fails stops no other: the last lines list what failed.
 * BENCH_DATABASE_URL (or TEST_DATABASE_URL) names a PostgreSQL; without one the embedded engine is used.
 * `--small` divides all sizes and judges no figure: it shows in two minutes that every benchmark works.
 */
import { parseArgs } from 'node:util';
import { buildStale } from './builds.ts';
import { findBrowser } from './find-browser.ts';
import { printLoad } from './machine-load.ts';
import { runNode } from './run.ts';

interface Part {
  title: string;
  in: 'server' | 'web';
  args: string[];
  needs?: 'PostgreSQL' | 'a browser';
  /** It takes too long, or has a command of its own. */
  isOnlySmall?: boolean;
}

const parts: Part[] = [
  { title: 'estimate of the main event', in: 'server', args: ['bench/estimate.ts'] },
  { title: 'API', in: 'server', args: ['bench/api/api.ts'] },
  { title: 'segments', in: 'server', args: ['bench/segments/segments.ts'] },
  { title: 'streams', in: 'server', args: ['bench/streams/streams.ts'] },
  { title: 'bell to viewers', in: 'server', args: ['bench/streams/bell.ts'], needs: 'PostgreSQL' },
  { title: 'card', in: 'server', args: ['bench/card/card.ts'], needs: 'PostgreSQL' },
  { title: 'lists', in: 'server', args: ['bench/lists/lists.ts'], needs: 'PostgreSQL' },
  { title: 'organiser lists', in: 'server', args: ['bench/lists/admin-lists.ts'], needs: 'PostgreSQL' },
  { title: 'sign-ins', in: 'server', args: ['bench/logins.ts'], needs: 'PostgreSQL' },
  { title: 'venue', in: 'server', args: ['bench/venue.ts'], needs: 'PostgreSQL' },
  { title: 'burst', in: 'server', args: ['bench/burst/burst.ts'], needs: 'PostgreSQL' },
  { title: 'watching', in: 'server', args: ['bench/watching/watching.ts'], needs: 'PostgreSQL' },
  { title: 'first frame', in: 'web', args: ['bench/first-frame.ts'], needs: 'a browser' },
  { title: 'pages', in: 'web', args: ['bench/page-scores.ts'], needs: 'a browser' },
  {
    title: 'pages with 500 events and 2,000 replays',
    in: 'web',
    args: ['bench/page-scores.ts', '--crowded'],
    needs: 'a browser',
  },
  {
    title: 'kept players',
    in: 'web',
    args: ['bench/kept-players.ts'],
    needs: 'a browser',
    isOnlySmall: true,
  },
  {
    title: 'hour of live',
    in: 'web',
    args: ['bench/hour-of-live.ts'],
    needs: 'a browser',
    isOnlySmall: true,
  },
  { title: 'dragged row', in: 'web', args: ['bench/dragged-row.ts'], needs: 'a browser' },
  { title: 'live ingest', in: 'server', args: ['bench/ingest/main.ts'], isOnlySmall: true },
];

const { values, positionals: words } = parseArgs({
  options: { small: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = parts.filter(
  ({ title, isOnlySmall }) =>
    (words.length > 0 ? words.some((word) => title.includes(word)) : true) &&
    (values.small || !isOnlySmall || words.length > 0),
);
if (chosen.length === 0) throw new Error(`No benchmark has ${words.join(' or ')} in its title`);

printLoad();
if (values.small)
  process.stdout.write('a small run: it shows that each benchmark works, and judges no figure\n');
await buildStale();
const database = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
const browser = browserOrNone();
const env = {
  ...(database ? { BENCH_DATABASE_URL: database } : {}),
  ...(browser ? { CHROMIUM_PATH: browser } : {}),
  ...(values.small ? { BENCH_SMALL: '1' } : {}),
};
const missing = { PostgreSQL: database === undefined, 'a browser': browser === undefined };
leaveOut('PostgreSQL', 'name one in BENCH_DATABASE_URL');
leaveOut('a browser', 'install Chromium or set CHROMIUM_PATH');

const failed: string[] = [];
for (const { title, needs, ...tool } of chosen) {
  if (needs && missing[needs]) continue;
  const startedAt = Date.now();
  process.stdout.write(`\n${title}\n`);
  const code = await runNode({ ...tool, env });
  process.stdout.write(`- ${title}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
  if (code !== 0) failed.push(title);
}
const again = values.small ? 'pnpm bench --small' : 'pnpm bench';
for (const title of failed) process.stdout.write(`failed: ${title} (again: ${again} "${title}")\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

function leaveOut(need: 'PostgreSQL' | 'a browser', advice: string): void {
  const titles = chosen.filter(({ needs }) => needs === need).map(({ title }) => title);
  if (missing[need] && titles.length > 0)
    process.stdout.write(`left out without ${need}: ${titles.join(', ')} (${advice})\n`);
}

function browserOrNone(): string | undefined {
  const wantsBrowser = chosen.some(({ needs, title }) => needs === 'a browser' || title === 'live ingest');
  return wantsBrowser ? findBrowser() : undefined;
}
