/** A viewer in a browser: whether the picture moves, and for how long it stood still. */
import type { BrowserContext, Page } from '@playwright/test';

const sampleMs = 50;

interface Watched {
  /** When a picture was new for the first time, and for the last time. */
  firstAt: number | undefined;
  movedAt: number;
  longestStillMs: number;
  stills: Array<{ atSeconds: number; ms: number }>;
  seconds: number;
}

export class Viewer {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(context: BrowserContext, address: string): Promise<Viewer> {
    for (const page of context.pages()) await page.close();
    const page = await context.newPage();
    await page.addInitScript(observe, sampleMs);
    await page.goto(address);
    return new Viewer(page);
  }

  /** @returns after how many milliseconds the picture moved; undefined: not within the time. */
  async firstPicture(withinMs: number): Promise<number | undefined> {
    const began = performance.now();
    const isThere = () => (window as unknown as { watched?: Watched }).watched?.firstAt !== undefined;
    const found = await this.#page
      .waitForFunction(isThere, undefined, { timeout: withinMs, polling: 50 })
      .catch(() => undefined);
    return found && performance.now() - began;
  }

  /** @returns the longest still since the last call, one that goes on included, and all above half a second. */
  still(): Promise<{ longestMs: number; stills: Watched['stills']; seconds: number }> {
    return this.#page.evaluate(() => {
      const { watched } = window as unknown as { watched: Watched };
      const now = performance.now() - watched.movedAt;
      const longestMs = Math.max(watched.longestStillMs, now);
      watched.longestStillMs = 0;
      return { longestMs, stills: watched.stills.splice(0), seconds: watched.seconds };
    });
  }

  /** Goes to a second of a replay. @returns where the picture moves then; undefined: it does not. */
  async seek(seconds: number, withinMs: number): Promise<number | undefined> {
    await this.#page.evaluate((to) => {
      const video = document.querySelector('video');
      if (video) video.currentTime = to;
    }, seconds);
    const isMoving = (from: number) => {
      const time = document.querySelector('video')?.currentTime ?? 0;
      return time > from + 0.4 && time < from + 30 ? time : undefined;
    };
    const found = await this.#page
      .waitForFunction(isMoving, seconds, { timeout: withinMs, polling: 100 })
      .catch(() => undefined);
    return (await found?.jsonValue()) ?? undefined;
  }

  async setRate(rate: number): Promise<void> {
    await this.#page.evaluate((faster) => {
      const video = document.querySelector('video');
      if (video) video.playbackRate = faster;
    }, rate);
  }

  size(): Promise<{ width: number; height: number }> {
    return this.#page.evaluate(() => {
      const { videoWidth: width = 0, videoHeight: height = 0 } = document.querySelector('video') ?? {};
      return { width, height };
    });
  }

  /** What stands over the picture. */
  async says(): Promise<string> {
    return ((await this.#page.locator('main').textContent()) ?? '').slice(0, 300);
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}

/** Runs in the page. The player may take another element, so it looks for one each time. */
function observe(everyMs: number) {
  const watched: Watched = {
    firstAt: undefined,
    movedAt: performance.now(),
    longestStillMs: 0,
    stills: [],
    seconds: 0,
  };
  Object.assign(window, { watched });
  let [last, frames] = [0, 0];
  setInterval(() => {
    const video = document.querySelector('video');
    if (!video) return;
    const { totalVideoFrames } = video.getVideoPlaybackQuality();
    const isMoving = video.currentTime !== last && totalVideoFrames !== frames;
    [last, frames] = [video.currentTime, totalVideoFrames];
    if (!isMoving || video.paused) return;
    const now = performance.now();
    if (watched.firstAt !== undefined) {
      const ms = now - watched.movedAt;
      watched.longestStillMs = Math.max(watched.longestStillMs, ms);
      if (ms > 500)
        watched.stills.push({ atSeconds: Math.round(video.currentTime * 10) / 10, ms: Math.round(ms) });
    }
    watched.firstAt ??= now;
    watched.movedAt = now;
    watched.seconds = video.currentTime;
  }, everyMs);
}
