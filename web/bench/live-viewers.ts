/**
 * Two viewers in a browser for `server/bench/ingest`. They read the clock that the feed burns into its picture: the
 * difference to the time at which the frame is shown is the way from glass to glass. Driven by messages of the parent.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments } from '../e2e/browser.ts';
import { paths } from '../src/paths.ts';

type Order =
  | { do: 'open'; url: string; slug: string; streamId: string; account: { email: string; password: string } }
  /** When each viewer first sees a frame that was made after this moment; milliseconds since 1970. */
  | { do: 'see'; madeAfter: number; withinMs: number }
  /** What was seen since the last time. */
  | { do: 'collect' }
  | { do: 'close' };

interface Seen {
  /** Milliseconds from glass to glass, some each second. */
  latenciesMs: number[];
  /** When a player ran dry, and what it had loaded until then. */
  stalls: string[];
}

interface Watched {
  frames: Array<{ shownAt: number; madeAt: number }>;
  stalls: string[];
}

const viewers = 2;
const samplesASecond = 4;
let browser: Browser | undefined;
let pages: Page[] = [];

async function open({ url, slug, streamId, account }: Extract<Order, { do: 'open' }>): Promise<void> {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: browserArguments });
  // They stay signed in: each sign-in is a device, and a third one would have to ask.
  while (pages.length < viewers) pages.push(await openPage(browser, url, account));
  for (const page of pages) await page.goto(`${paths.live.href(slug)}?stream=${streamId}`);
}

type Account = Extract<Order, { do: 'open' }>['account'];

async function openPage(of: Browser, url: string, account: Account): Promise<Page> {
  const context = await of.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const signedIn = await context.request.post('/api/v1/identity/auth/credentials/login', { data: account });
  if (!signedIn.ok()) throw new Error(`Signing in answered ${signedIn.status()}`);
  const page = await context.newPage();
  await page.addInitScript(watchClock);
  return page;
}

async function close(): Promise<void> {
  for (const page of pages) await page.context().close();
  pages = [];
}

/** null: not within the time. */
async function see({ madeAfter, withinMs }: Extract<Order, { do: 'see' }>): Promise<Array<number | null>> {
  const find = (after: number) =>
    (window as unknown as { watched: Watched }).watched.frames.find(({ madeAt }) => madeAt > after)?.shownAt;
  const options = { timeout: withinMs, polling: 100 };
  return Promise.all(
    pages.map(async (page) => {
      const found = await page.waitForFunction(find, madeAfter, options).catch(() => undefined);
      return found === undefined ? null : ((await found.jsonValue()) as number);
    }),
  );
}

async function collect(): Promise<Seen> {
  const all = await Promise.all(
    pages.map((page) =>
      page.evaluate(() => {
        const { watched } = window as unknown as { watched: Watched };
        return { frames: watched.frames.splice(0), stalls: watched.stalls.splice(0) };
      }),
    ),
  );
  return {
    latenciesMs: all.flatMap(({ frames }) =>
      frames
        .filter((_, index) => index % Math.ceil(25 / samplesASecond) === 0)
        .map(({ shownAt, madeAt }) => shownAt - madeAt),
    ),
    stalls: all.flatMap(({ stalls }, viewer) => stalls.map((words) => `viewer ${viewer + 1}: ${words}`)),
  };
}

/** Runs in the page before its own scripts. The strip is the one that `clock-feed.ts` draws. */
function watchClock(): void {
  const [cells, cellSize] = [32, 16];
  const watched: Watched = { frames: [], stalls: [] };
  (window as unknown as { watched: Watched }).watched = watched;
  const known = new WeakSet<HTMLVideoElement>();
  const loaded = new Map<string, PerformanceResourceTiming>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const kind = /\.(m4s|m3u8)/.exec(entry.name)?.[1];
      if (kind) loaded.set(kind, entry);
    }
  }).observe({ type: 'resource' });
  const ago = (kind: string) => {
    const entry = loaded.get(kind);
    if (entry === undefined) return 'never';
    const [sinceMs, tookMs] = [performance.now() - entry.responseEnd, entry.duration];
    return `${sinceMs.toFixed(0)} ms ago in ${tookMs.toFixed(0)} ms`;
  };
  const situation = (video: HTMLVideoElement) => {
    const { buffered, currentTime, playbackRate } = video;
    const ahead = buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0;
    const page = `${(performance.now() / 1_000).toFixed(1)} s after the page`;
    return `${page}, ${ahead.toFixed(2)} s ahead at speed ${playbackRate}, part ${ago('m4s')}, playlist ${ago('m3u8')}`;
  };
  const canvas = new OffscreenCanvas(cells * cellSize, cellSize);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;

  const read = (video: HTMLVideoElement, shownAt: number): number | undefined => {
    context.drawImage(video, 0, 0, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
    const row = context.getImageData(0, cellSize / 2, canvas.width, 1).data;
    const bit = (cell: number) => ((row[(cell * cellSize + cellSize / 2) * 4] ?? 0) > 127 ? 1 : 0);
    const number = (from: number, to: number) => {
      let value = 0;
      for (let cell = from; cell < to; cell += 1) value = value * 2 + bit(cell);
      return value;
    };
    const value = number(4, 28);
    let checksum = 0;
    for (let shift = 0; shift < 24; shift += 4) checksum ^= (value >> shift) & 15;
    if (number(0, 4) !== 0b1010 || number(28, 32) !== checksum) return undefined;
    return shownAt - ((((shownAt - value) % 2 ** 24) + 2 ** 24) % 2 ** 24);
  };

  const watch = (video: HTMLVideoElement) => {
    known.add(video);
    video.addEventListener('waiting', () => {
      if (watched.frames.length > 0 && !video.seeking) watched.stalls.push(situation(video));
    });
    const onFrame = () => {
      const shownAt = Date.now();
      const madeAt = read(video, shownAt);
      if (madeAt !== undefined) watched.frames.push({ shownAt, madeAt });
      video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
  };
  new MutationObserver(() => {
    for (const video of document.querySelectorAll('video')) if (!known.has(video)) watch(video);
  }).observe(document, { childList: true, subtree: true });
}

process.on('message', async (order: Order) => {
  try {
    if (order.do === 'open') process.send?.(await open(order).then(() => true));
    if (order.do === 'close') process.send?.(await close().then(() => true));
    if (order.do === 'see') process.send?.(await see(order));
    if (order.do === 'collect') process.send?.(await collect());
  } catch (error) {
    process.send?.({ failed: String(error) });
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
