import { type Browser, expect } from '@playwright/test';
import { stopped, test, thirdDevice } from '../journey.ts';
import { expectPlaying, openLivePage, stopDevices, video } from '../viewer.ts';

test.beforeEach(({ provokes }) => provokes(...stopped, ...thirdDevice));

test.beforeEach(stopDevices);

const heading = 'This video is currently not active.';
const body =
  'Click the reload button to continue watching the video. Please note that simultaneous viewing is limited to two devices. Watching on a third device may result in playback issues. Thank you for your understanding.';

test('a third device asks which one stops, and Reload stops none', { tag: '@promise' }, async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const first = await newDevice(browser);
  await openLivePage(first);
  await expectPlaying(first);
  const second = await newDevice(browser);
  await openLivePage(second);
  await expectPlaying(second);
  await expectPlaying(first);

  const third = await newDevice(browser);
  await openLivePage(third);
  const notice = third.getByRole('alert').filter({ hasText: heading });
  await expect(notice).toContainText(body);
  const devices = third.getByRole('region', { name: 'Your devices that watch now' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await third.getByRole('button', { name: 'Reload' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expectPlaying(first);
  await expectPlaying(second);

  // The list begins with the device that watches longest.
  await devices
    .getByRole('button', { name: /^Stop there and watch here/ })
    .first()
    .click();
  await expectPlaying(third);
  await expect(first.getByText(heading)).toBeVisible({ timeout: 40_000 });
  await first.getByRole('button', { name: 'Reload' }).click();
  await expect(first.getByRole('region', { name: 'Your devices that watch now' })).toBeVisible();
  await expectPlaying(second);
  await expectPlaying(third);

  await second.goto('/account/devices');
  await second.getByRole('button', { name: /^Stop there/ }).click();
  await expect(third.getByText(heading)).toBeVisible({ timeout: 40_000 });
});

/** A new browser profile: a device is one login session. */
async function newDevice(browser: Browser) {
  const context = await browser.newContext();
  return context.newPage();
}

test('a reload keeps its place, a closed page gives it away soon, and Back puts nobody out (30.42)', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const first = await newDevice(browser);
  await openLivePage(first);
  await expectPlaying(first);
  const second = await newDevice(browser);
  await openLivePage(second);
  await expectPlaying(second);
  await second.reload();
  await expectPlaying(second);

  await first.goto('about:blank');
  const left = Date.now();
  const watching = async () => (await (await second.request.get('/api/v1/playback/sessions')).json()).total;
  await expect.poll(watching, { timeout: 20_000 }).toBe(1);
  test.info().annotations.push({ type: 'place given away', description: `${Date.now() - left} ms` });

  const third = await newDevice(browser);
  await openLivePage(third);
  await expectPlaying(third);
  await first.goBack();
  await expect(first.getByRole('region', { name: 'Your devices that watch now' })).toBeVisible();
  await expectPlaying(second);
  await expectPlaying(third);
});

test('a second tab is the same device: the first one pauses, and play takes over again', async ({
  context,
}) => {
  const first = await context.newPage();
  await openLivePage(first);
  await expectPlaying(first);
  const second = await context.newPage();
  await second.goto('/competitions/open-ring-ghent/afternoon');
  await expectPlaying(second);

  await expect.poll(() => video(first).evaluate((v: HTMLVideoElement) => v.paused)).toBe(true);
  await expect(first.getByText(heading)).toBeHidden();
  await first.bringToFront();
  await first.keyboard.press('k');
  await expectPlaying(first);
  await expect.poll(() => video(second).evaluate((v: HTMLVideoElement) => v.paused)).toBe(true);
});
