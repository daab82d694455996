import { expect, type Locator, type Page } from '@playwright/test';

export const demoViewer = { email: 'viewer@ringside.test', password: 'Ringside-demo-1!' };
export const liveCompetition = 'Rotterdam Rumble 7';
export const livePath = '/competitions/rotterdam-rumble-7/live';

export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the live page as a visitor and signs in when the guard redirects. */
export async function openLivePage(page: Page, account = demoViewer): Promise<void> {
  await page.goto(livePath);
  await signIn(page, account);
  await expect(page).toHaveURL(livePath);
}

export function video(page: Page): Locator {
  return page.locator('video');
}

/** Uses the keyboard: idle controls hide, but never while one of them has the focus. */
export async function pressControl(page: Page, name: RegExp): Promise<void> {
  const control = page.getByRole('button', { name });
  await control.focus();
  await control.press('Enter');
}

/** The picture is shown and its time advances. */
export async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.videoWidth)).toBeGreaterThan(0);
  const before = await video(page).evaluate((v: HTMLVideoElement) => v.currentTime);
  await expect
    .poll(() => video(page).evaluate((v: HTMLVideoElement) => v.currentTime))
    .toBeGreaterThan(before + 1);
}
