import { expect, type Locator, type Page } from '@playwright/test';

export const demoViewer = { email: 'viewer@ringside.test', password: 'Ringside-demo-1!' };
export const liveCompetition = 'Rotterdam Rumble 7';
export const livePath = '/competitions/rotterdam-rumble-7/live';

export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the live page as a guest would, and signs in where the guard asks for it. */
export async function openLivePage(page: Page, account = demoViewer): Promise<void> {
  await page.goto(livePath);
  await signIn(page, account);
  await expect(page).toHaveURL(livePath);
}

export function video(page: Page): Locator {
  return page.locator('video');
}

/** As a hand on the mouse does: the controls hide while nothing moves. */
export async function showControls(page: Page): Promise<void> {
  const box = await video(page).boundingBox();
  if (box === null) throw new Error('There is no player');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
  await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 3);
}

/** The picture is there and time goes on. */
export async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.videoWidth)).toBeGreaterThan(0);
  const before = await video(page).evaluate((v: HTMLVideoElement) => v.currentTime);
  await expect
    .poll(() => video(page).evaluate((v: HTMLVideoElement) => v.currentTime))
    .toBeGreaterThan(before + 1);
}
