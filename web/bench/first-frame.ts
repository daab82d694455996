/**
 * Measures the time from page load to the first frame: the live page, with sign-in, competition, playback session and
 * signed URL, against a page that holds only hls.js and gets a signed URL. Both use the same server and browser, in
 * turns, with cold caches.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserArguments } from '../e2e/browser.ts';

const rounds = 9;
const goal = 1.2;
const livePath = '/competitions/rotterdam-rumble-7/live';
const account = { email: 'viewer@ringside.test', password: 'Ringside-demo-1!' };

const bareHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bare</title></head>
<body><video muted autoplay playsinline width="1280" height="720"></video>
<script src="/assets/bare-hls.js"></script><script src="/assets/bare.js"></script></body></html>`;
const bareScript = `const hls = new Hls({ enableWorker: false });
hls.loadSource(location.hash.slice(1));
hls.attachMedia(document.querySelector('video'));`;

const folder = await mkdtemp(path.join(tmpdir(), 'ringside-bench-'));
const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: browserArguments,
});
try {
  await firstFrame(browser, livePage);
  await firstFrame(browser, barePage);
  const live: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await firstFrame(browser, barePage));
    live.push(await firstFrame(browser, livePage));
  }
  const ratio = median(live.map((ms, round) => ms / (bare[round] ?? Number.NaN)));
  console.log(`page load to first frame against a bare hls.js page: ${ratio.toFixed(2)} (goal <= ${goal})`);
  console.log(`    ${median(live).toFixed(0)} and ${median(bare).toFixed(0)} ms`);
} finally {
  await browser.close();
  server.process.kill();
  await once(server.process, 'exit');
  await rm(folder, { recursive: true, force: true });
}

/** Starts the server with a copy of the built client that also holds the bare page. */
async function startServer() {
  const client = path.join(folder, 'client');
  await cp(fileURLToPath(new URL('../dist/', import.meta.url)), client, { recursive: true });
  const hls = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js');
  await writeFile(path.join(client, 'assets', 'bare-hls.js'), await readFile(hls));
  await writeFile(path.join(client, 'assets', 'bare.js'), bareScript);
  await writeFile(path.join(client, 'bare.html'), bareHtml);
  const child = fork(fileURLToPath(new URL('../../server/bench/page-server.ts', import.meta.url)), [
    client,
    path.join(folder, 'data'),
  ]);
  const [url] = (await once(child, 'message')) as [string];
  return { url, process: child };
}

type Visit = (context: BrowserContext) => Promise<string>;

/** Milliseconds from the start of the navigation to the first frame. */
async function firstFrame(from: Browser, visit: Visit): Promise<number> {
  const context = await from.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  try {
    const signedIn = await context.request.post('/api/v1/identity/auth/credentials/login', { data: account });
    if (!signedIn.ok()) throw new Error(`Signing in answered ${signedIn.status()}`);
    const address = await visit(context);
    const page = await context.newPage();
    await page.addInitScript(watchForFrame);
    await page.goto(address, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => (window as { firstFrameMs?: number }).firstFrameMs, null, {
      timeout: 20_000,
      polling: 50,
    });
    return (await shown.jsonValue()) as number;
  } finally {
    await context.close();
  }
}

async function livePage(): Promise<string> {
  return livePath;
}

async function barePage(context: BrowserContext): Promise<string> {
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

/** Runs in the page before its own scripts. */
function watchForFrame(): void {
  const watched = new WeakSet<HTMLVideoElement>();
  const look = () => {
    for (const video of document.querySelectorAll('video')) {
      if (watched.has(video)) continue;
      watched.add(video);
      video.requestVideoFrameCallback(() => {
        (window as { firstFrameMs?: number }).firstFrameMs ??= performance.now();
      });
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
