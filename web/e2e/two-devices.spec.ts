import { type Browser, expect, test } from '@playwright/test';
import { expectPlaying, openLivePage, video } from './viewer.ts';

const heading = 'This video is currently not active.';
const body =
  'Click the reload button to continue watching the video. Please note that simultaneous viewing is limited to two devices. Watching on a third device may result in playback issues. Thank you for your understanding.';

test('a third device evicts the first one, and Reload brings the first one back', async ({ browser }) => {
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
  await expectPlaying(third);

  const notice = first.getByRole('alert').filter({ hasText: heading });
  await expect(notice).toBeVisible({ timeout: 40_000 });
  await expect(notice).toContainText(body);
  await expectPlaying(third);

  await notice.getByRole('button', { name: 'Reload' }).click();
  await expectPlaying(first);
  await expect(second.getByText(heading)).toBeVisible({ timeout: 40_000 });
  await expectPlaying(third);
});

/** A new browser profile: a device is one login session. */
async function newDevice(browser: Browser) {
  const context = await browser.newContext();
  return context.newPage();
}

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
