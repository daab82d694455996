/**
 * Encoders that take over from each other with another sample rate, number of channels, size and codec: viewers see each of
 * them, live and in the replay (docs/product.md, 28.2 and 16.20).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { film, mediaBytes, publish as publishRaw } from '../../../server/test/ingest/encoder.ts';
import { enhancedCapture } from '../../../server/test/ingest/enhanced.ts';
import { answered, test } from '../journey.ts';
import { startEmptyPlatform } from '../servers/empty-platform.ts';
import { expectPlaying, signInByCall, video } from '../viewer.ts';
import { publish, type StreamKey } from './encoder.ts';

const administrator = { email: 'first@ringside.test', password: 'Canvas-corner-7!' };
const slug = 'night-of-two-cameras';
const hourMs = 3_600_000;

test('plays on when the format of the encoder changes, live and in the replay', async ({
  browser,
  provokes,
}) => {
  provokes(answered(409, '/playback/watches'));
  test.setTimeout(240_000);
  await using platform = await startEmptyPlatform(administrator, { RTMP_PORT: '0' });
  const context = await browser.newContext({ baseURL: platform.url });
  const page = await context.newPage();
  await signInByCall(page, administrator);
  const { key, path } = await setUp(page);

  const feeds: Array<[width: number, start: () => Promise<Disposable>]> = [
    [640, () => publish(key, '640x360')],
    [320, () => publish(key, 'mono')],
    [640, () => publish(key, '640x360')],
    [320, () => publishAv1(key)],
    [640, () => publish(key, '640x360')],
  ];
  for (const [index, [width, start]] of feeds.entries()) {
    using _encoder = await untilTaken(start);
    if (index === 0) await page.goto(`/competitions/${slug}/main-card`);
    await expectPicture(page, width);
    await expectPlaying(page);
    await expect(page.getByText('Play video')).toHaveCount(0);
  }
  expect((await page.request.post(`${path}/end`)).ok()).toBe(true);

  // The replay shows them one after the other.
  await expect(page.getByText('Replay', { exact: true }).first()).toBeVisible({ timeout: 40_000 });
  for (const [width] of feeds) await expectPicture(page, width);
  const isOver = () => video(page).evaluate((v: HTMLVideoElement) => v.ended);
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  await context.close();
});

/** As encoders do: while the server has not seen the end of the one before, it may refuse the next (28.82). */
async function untilTaken(start: () => Promise<Disposable>): Promise<Disposable> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === 5) throw error;
      await wait(1_000);
    }
  }
}

async function publishAv1(key: StreamKey): Promise<Disposable> {
  const encoder = await publishRaw(key);
  const stop = film(encoder, 0, mediaBytes, enhancedCapture('av1'));
  return {
    [Symbol.dispose]() {
      stop();
      encoder[Symbol.dispose]();
    },
  };
}

const expectPicture = (page: Page, width: number) =>
  expect
    .poll(() => video(page).evaluate((v: HTMLVideoElement) => v.videoWidth), {
      timeout: 40_000,
      intervals: [100],
    })
    .toBe(width);

/** By calls: the organiser's forms have journeys of their own. */
async function setUp(page: Page): Promise<{ key: StreamKey; path: string }> {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const location = { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null };
  const dates = { startDate: at(-1), endDate: at(3), location };
  const post = async (address: string, data?: object) => {
    const answer = await page.request.post(address, data ? { data } : {});
    expect(answer.status(), await answer.text()).toBe(201);
    return answer.json();
  };
  const named = { name: 'Night of Two Cameras', slug, timezone: 'Europe/Amsterdam', status: 'public' };
  const event = `/api/v1/events/${(await post('/api/v1/events', { ...named, ...dates })).id}`;
  const card = { name: 'Main card', slug: 'main-card', ...dates };
  const block = `${event}/blocks/${(await post(`${event}/blocks`, card)).id}`;
  const camera = { name: 'Ring camera', videoId: 'demo', status: 'active', weight: 1 };
  const path = `${block}/live-streams/${(await post(`${block}/live-streams`, camera)).id}/ingest`;
  return { key: await post(path), path };
}
