import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { expectPlaying, openLivePage, stopDevices, video } from '../viewer.ts';

test.beforeEach(stopDevices);

/** Apple's mobile browsers without Media Source Extensions play HLS themselves, and so does Chromium. */
test.use({
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 Safari/604.1',
});
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
      Object.defineProperty(globalThis, name, { value: undefined });
  }),
);

test('a browser without Media Source Extensions plays the live event, and a replay over its redirects', async ({
  page,
}) => {
  const segments: number[] = [];
  page.on('response', (response) => {
    if (/\/media\/.*\.m4s$/.test(response.url())) segments.push(response.status());
  });
  await openLivePage(page);
  await expectPlaying(page);
  expect(await video(page).evaluate((v: HTMLVideoElement) => v.src)).toMatch(/\/live\.m3u8$/);
  expect(segments).not.toContain(302);

  await page.goto('/competitions/open-ring-ghent/afternoon');
  await expectPlaying(page);
  expect(await video(page).evaluate((v: HTMLVideoElement) => v.src)).toMatch(/\/replay\.m3u8$/);
  expect(segments).toContain(302);
});
