/**
 * Measures the time from page load to the first frame: the live page, with sign-in, competition, playback session and
 * signed URL, against a page that holds only hls.js and gets a signed URL. Both use the same server and browser, in
 * turns, with cold caches: first over a line of 40 ms and 10 Mbit/s, then over loopback. Arguments: the number of
 * rounds, and `slow` or `loopback` for one line alone.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserArguments } from '../e2e/browser.ts';
import { hasFrame, type Milestones, probeFrames, readMilestones } from './frame-probe.ts';
import { median } from './median.ts';
import { builtClient, startPageServer } from './page-server.ts';
import { isSmall } from './size.ts';

interface Line {
  name: string;
  goal: number;
  /** Added to each answer, and bytes per second. */
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number };
}

const tenMbit = 10_000_000 / 8;
const lines: Record<string, Line> = {
  slow: {
    name: '40 ms / 10 Mbit/s',
    goal: 1,
    network: { latency: 40, downloadThroughput: tenMbit, uploadThroughput: tenMbit },
  },
  loopback: { name: 'loopback', goal: 1.3 },
};
const [, , roundsText = isSmall ? '1' : '9', lineName] = process.argv;
const rounds = Number(roundsText);
const livePath = '/competitions/rotterdam-rumble-7/live';
const account = { email: 'viewer@ringside.test', password: 'Ringside-demo-1!' };

const bareHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bare</title></head>
<body><video muted autoplay playsinline width="1280" height="720"></video>
<script src="/assets/bare-hls.js"></script><script src="/assets/bare.js"></script></body></html>`;
const bareScript = `const hls = new Hls({ enableWorker: false });
hls.loadSource(location.hash.slice(1));
hls.attachMedia(document.querySelector('video'));`;

interface Visit {
  /** Runs before the clock does. */
  address: (context: BrowserContext) => Promise<string>;
  /** Matches the scripts without which no video plays. */
  scripts: string;
}

const livePage: Visit = {
  address: async () => livePath,
  scripts: '/assets/(index|core|video|hls|rolldown|preload)[^/]*\\.js',
};

const barePage: Visit = { address: bareAddress, scripts: '/assets/bare[^/]*\\.js' };

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

const client = await mkdtemp(path.join(tmpdir(), 'ringside-client-'));
await addBarePage();
await using server = await startPageServer({ client });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: browserArguments,
});
try {
  // One device for all visits: a third one would be asked which of the others stops.
  const signedIn = await signIn(browser);
  for (const line of Object.values(lineName ? { [lineName]: lines[lineName] } : lines))
    if (line) await compare(line, signedIn);
} finally {
  await browser.close();
  await rm(client, { recursive: true, force: true });
}

async function compare(line: Line, signedIn: SignedIn): Promise<void> {
  await firstFrame(livePage, line, signedIn);
  await firstFrame(barePage, line, signedIn);
  const live: Milestones[] = [];
  const bare: Milestones[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await firstFrame(barePage, line, signedIn));
    live.push(await firstFrame(livePage, line, signedIn));
  }
  const ratios = live.map(({ frame }, round) => (frame ?? Number.NaN) / (bare[round]?.frame ?? Number.NaN));
  const name = `page load to first frame against a bare hls.js page, ${line.name}`;
  console.log(`${name}: ${median(ratios).toFixed(2)} (goal <= ${line.goal})`);
  const sorted = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2));
  console.log(`    ${rounds} rounds: ${sorted.join(' ')}`);
  const parts = Object.keys(live[0] ?? {}) as Array<keyof Milestones>;
  console.log(`    ms until     ${parts.map((part) => part.padStart(10)).join('')}`);
  for (const [page, visits] of Object.entries({ 'live page': live, 'bare page': bare })) {
    const times = parts.map((part) => medianText(visits.map((visit) => visit[part])).padStart(10));
    console.log(`    ${page.padEnd(13)}${times.join('')}`);
  }
}

/** To a copy of the built client. */
async function addBarePage() {
  await cp(builtClient, client, { recursive: true });
  const hls = await readFile(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'));
  await writeFile(path.join(client, 'assets', 'bare-hls.js'), hls);
  // As the build does it: the bare page would otherwise load three times as much.
  await writeFile(path.join(client, 'assets', 'bare-hls.js.br'), brotliCompressSync(hls));
  await writeFile(path.join(client, 'assets', 'bare-hls.js.gz'), gzipSync(hls));
  await writeFile(path.join(client, 'assets', 'bare.js'), bareScript);
  await writeFile(path.join(client, 'bare.html'), bareHtml);
}

async function signIn(from: Browser): Promise<SignedIn> {
  const context = await from.newContext({ baseURL: server.url });
  const response = await context.request.post('/api/v1/identity/auth/credentials/login', { data: account });
  if (!response.ok()) throw new Error(`Signing in answered ${response.status()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function firstFrame({ address, scripts }: Visit, { network }: Line, storageState: SignedIn) {
  const context = await browser.newContext({
    baseURL: server.url,
    storageState,
    viewport: { width: 1280, height: 800 },
  });
  try {
    const url = await address(context);
    const page = await context.newPage();
    if (network) {
      const devTools = await context.newCDPSession(page);
      await devTools.send('Network.emulateNetworkConditions', { offline: false, ...network });
    }
    await page.addInitScript(probeFrames);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(hasFrame, null, { timeout: 20_000, polling: 50 });
    return await page.evaluate(readMilestones, { scripts });
  } finally {
    await context.close();
  }
}

async function bareAddress(context: BrowserContext): Promise<string> {
  const api = '/api/v1/kickboxing/competitions/rotterdam-rumble-7';
  await context.request.post('/api/v1/playback/sessions');
  const { blocks } = await (await context.request.get(api)).json();
  const now = Date.now();
  const block = blocks.find(
    ({ startDate, endDate }: { startDate: string; endDate: string }) =>
      Date.parse(startDate) <= now && now < Date.parse(endDate),
  );
  const signed = await context.request.get(
    `${api}/blocks/${block.id}/live-streams/${block.liveStreams[0].id}/signed-url`,
  );
  return `/bare.html#${(await signed.json()).url}`;
}

/** A part that most visits lack is left out. */
function medianText(values: Array<number | null>): string {
  const known = values.filter((value) => value !== null);
  return known.length * 2 < values.length || known.length === 0 ? '-' : median(known).toFixed(0);
}
