/**
 * Lighthouse, as a phone sees it, over the public pages of the demo, and over the live page of a viewer whose video plays: the
 * median of `--runs 3`, each with an empty cache. Performance is judged twice from the same visit: as it was, and by the time
 * that the page's own thread ran, which busy neighbours of the machine do not change. The largest picture of a viewer's live
 * page is its video, which `first-frame.ts` judges: there, performance and LCP are only said.
 * Arguments: `--crowded` for the lists with 500 more events and 2,000 replays; paths, instead of all pages.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { median } from './median.ts';
import { startPageServer } from './page-server.ts';
import { signIn } from './sign-in.ts';
import { isSmall } from './size.ts';
import { inThreadTime, type TraceEvent } from './thread-time.ts';

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: isSmall ? '1' : '3' },
    crowded: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const runs = Number(values.runs);
const isCrowded = values.crowded;
const competition = '/competitions/rotterdam-rumble-7';
const live = `${competition}/live`;
const lists = ['/', '/replays', '/schedule'];
const whole = isCrowded ? [...lists, '/search?q=ghent'] : [...lists, competition, live];
const all = isSmall ? whole.slice(-1) : whole;
const visits: Visit[] = (positionals.length > 0 ? positionals : all).map((page) => ({ page }));
if (visits.some(({ page }) => page === live)) visits.push({ page: live, isSignedIn: true });
/** Each visit has a browser of its own, which keeps nothing but the cookies. */
const settings = {
  logLevel: 'error',
  disableStorageReset: true,
  // A page whose video plays is never idle.
  ...(isSmall ? { maxWaitForLoad: 10_000 } : {}),
} as const;
const goals = { score: 95, lcpMs: 2000, cls: 0.02, others: 100 };

interface Visit {
  page: string;
  isSignedIn?: boolean;
}

interface Scores {
  performance: number;
  /** By the time that the thread ran. */
  ownPerformance: number;
  lcpMs: number;
  cls: number;
  blockedMs: number;
  ownBlockedMs: number;
  /** The lowest of accessibility, best practices and SEO. */
  others: number;
}

const kept = await mkdtemp(path.join(tmpdir(), 'ringside-visit-'));
await using server = await startPageServer({ isCrowded });
// One device for all visits: a third one would be asked which of the others stops.
const cookies = await signIn(server.url);
const port = await freePort();
try {
  console.log(
    `Lighthouse, mobile, median of ${runs} (goals: performance ${goals.score}, the others ${goals.others})`,
  );
  for (const visit of visits) {
    const found: Scores[] = [];
    for (let run = 0; run < runs; run++) found.push(await scoresOf(visit));
    const usual = Object.fromEntries(
      (Object.keys(found[0] ?? {}) as Array<keyof Scores>).map((name) => [
        name,
        median(found.map((scores) => scores[name])),
      ]),
    ) as unknown as Scores;
    const { performance, ownPerformance, blockedMs, ownBlockedMs, lcpMs, cls, others } = usual;
    const isFast = ownPerformance >= goals.score && lcpMs <= goals.lcpMs;
    const isGood = (isFast || visit.isSignedIn) && cls <= goals.cls && others >= goals.others;
    if (!isGood && !isSmall) process.exitCode = 1;
    console.log(
      [
        `${isSmall ? 'seen' : isGood ? 'holds' : 'fails'}  ${visit.page}${visit.isSignedIn ? ', signed in' : ''}`,
        `  performance ${ownPerformance} by thread time (as it was: ${performance}), the others ${others}`,
        `  LCP ${Math.round(lcpMs)} ms, CLS ${cls.toFixed(4)}, blocked ${Math.round(ownBlockedMs)} ms (as it was: ${Math.round(blockedMs)})`,
      ].join('\n'),
    );
  }
} finally {
  await rm(kept, { recursive: true, force: true });
}

async function scoresOf({ page, isSignedIn = false }: Visit): Promise<Scores> {
  await rm(kept, { recursive: true, force: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [`--remote-debugging-port=${port}`],
  });
  try {
    if (isSignedIn) await (await browser.newBrowserCDPSession()).send('Storage.setCookies', { cookies });
    await judge(page, { gatherMode: kept });
  } finally {
    await browser.close();
  }
  const asItWas = await judge(page, { auditMode: kept });
  const file = path.join(kept, 'trace.json');
  const trace = JSON.parse(await readFile(file, 'utf8')) as { traceEvents: TraceEvent[] };
  await writeFile(file, JSON.stringify({ ...trace, traceEvents: inThreadTime(trace.traceEvents) }));
  const own = await judge(page, { auditMode: kept });
  const score = (name: string) => Math.round((asItWas?.categories[name]?.score ?? 0) * 100);
  const figure = (lhr: typeof own, name: string) => lhr?.audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    ownPerformance: Math.round((own?.categories.performance?.score ?? 0) * 100),
    lcpMs: figure(asItWas, 'largest-contentful-paint'),
    cls: figure(asItWas, 'cumulative-layout-shift'),
    blockedMs: figure(asItWas, 'total-blocking-time'),
    ownBlockedMs: figure(own, 'total-blocking-time'),
    others: Math.min(...['accessibility', 'best-practices', 'seo'].map(score)),
  };
}

/** With `gatherMode` Lighthouse only visits the page and keeps what it saw; with `auditMode` it judges what was kept. */
async function judge(page: string, mode: Pick<Flags, 'gatherMode' | 'auditMode'>) {
  // The page says `noindex` itself: what was found by a search is no place to find.
  const skipAudits = page.startsWith('/search') ? ['is-crawlable'] : null;
  return (await lighthouse(`${server.url}${page}`, { port, ...settings, skipAudits, ...mode }))?.lhr;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found');
  return address.port;
}
