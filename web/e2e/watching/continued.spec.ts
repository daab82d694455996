/** What a recording says that goes on where the viewer stopped (docs/product.md, 30.10). */
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, expectPlaying, signInByCall, stopDevices, video } from '../viewer.ts';

const replayPath = '/competitions/open-ring-ghent/afternoon';

test.beforeEach(stopDevices);

/** Stops in the middle, and opens the page again. */
async function comeBack(page: Page) {
  await signInByCall(page, demoViewer);
  await page.goto(replayPath);
  await expectPlaying(page);
  await video(page).evaluate((v: HTMLVideoElement) => {
    v.currentTime = 40;
  });
  await expectPlaying(page);
  await page.goto('/account');
  await page.goto(replayPath);
  await expect(page.getByText('You continue where you stopped.')).toBeVisible();
}

test('stands clear of the button that turns the sound on, on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    // As a phone, which plays without sound only.
    HTMLMediaElement.prototype.play = function () {
      return this.muted ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  await comeBack(page);
  const boxOf = async (words: string) => {
    const box = await page.getByText(words, { exact: true }).boundingBox();
    if (!box) throw new Error(`"${words}" is not seen`);
    return box;
  };
  const unmute = await boxOf('Unmute');
  const notice = await boxOf('You continue where you stopped.');
  const startOver = await boxOf('Start over');
  expect(unmute.y + unmute.height).toBeLessThanOrEqual(Math.min(notice.y, startOver.y));
  expect(startOver.x + startOver.width).toBeLessThanOrEqual(320);
});

test('starts over by a key, which leaves the focus in the player', async ({ page }) => {
  await comeBack(page);
  await page.getByRole('button', { name: 'Start over' }).press('Enter');
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.currentTime)).toBeLessThan(20);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
});
