/** What a recording says that goes on where the viewer stopped (docs/product.md, 30.10, 43.72). */
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, expectPlaying, signInByCall, stopDevices, video } from '../viewer.ts';

const replayPath = '/competitions/open-ring-ghent/afternoon';

test.beforeEach(stopDevices);

/** In the first fight of the demo's past night, which begins at 14 seconds. */
const inFight = 45;
const words = 'You continue at the start of this fight.';

/** Stops there, and opens the page again. */
async function comeBack(page: Page, seconds: number, notice: string) {
  await signInByCall(page, demoViewer);
  await page.goto(replayPath);
  await expectPlaying(page);
  await video(page).evaluate((v: HTMLVideoElement, at) => {
    v.currentTime = at;
  }, seconds);
  await expectPlaying(page);
  await page.goto('/account');
  await page.goto(replayPath);
  await expect(page.getByText(notice)).toBeVisible();
}

const position = (page: Page) => video(page).evaluate((v: HTMLVideoElement) => v.currentTime);

test('stands clear of the button that turns the sound on, on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    // As a phone, which plays without sound only.
    HTMLMediaElement.prototype.play = function () {
      return this.muted ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  await comeBack(page, inFight, words);
  const boxOf = async (words: string) => {
    const box = await page.getByText(words, { exact: true }).boundingBox();
    if (!box) throw new Error(`"${words}" is not seen`);
    return box;
  };
  const unmute = await boxOf('Unmute');
  const notice = await boxOf(words);
  const stopped = await boxOf('Where I stopped');
  expect(unmute.y + unmute.height).toBeLessThanOrEqual(Math.min(notice.y, stopped.y));
  expect(stopped.x + stopped.width).toBeLessThanOrEqual(320);
});

test('goes on at the beginning of the fight, and by a press where the viewer stopped', async ({ page }) => {
  await comeBack(page, inFight, words);
  expect(await position(page)).toBeLessThan(inFight - 10);
  await page.getByRole('button', { name: 'Where I stopped' }).click();
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(inFight);
});

test('starts over by a key, which leaves the focus in the player', async ({ page }) => {
  // So close to the beginning of the fight, nothing is said of it.
  await comeBack(page, 18, 'You continue where you stopped.');
  await page.getByRole('button', { name: 'Start over' }).press('Enter');
  await expect.poll(() => position(page)).toBeLessThan(12);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
});

// docs/product.md, 43.70
test('a fight that was watched is "Seen" on the card of its event, and no other one', async ({ page }) => {
  await signInByCall(page, demoViewer);
  await page.goto(replayPath);
  await expectPlaying(page);
  await video(page).evaluate((v: HTMLVideoElement) => {
    v.currentTime = 66;
  });
  await expect.poll(() => page.evaluate(() => window.localStorage.getItem('ringside-seen'))).not.toBeNull();
  await page.goto('/competitions/open-ring-ghent');
  await expect(page.getByRole('button', { name: /^Fight 1 of 3, Milo Verbeek.*, seen$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /, seen$/ })).toHaveCount(1);
});
