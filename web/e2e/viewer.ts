import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { takenOver } from './journey.ts';

export const demoViewer = { email: 'viewer@ringside.test', password: 'Ringside-demo-1!' };
export const demoAdministrator = { email: 'admin@ringside.test', password: 'Ringside-demo-1!' };
export const liveCompetition = 'Rotterdam Rumble 7';
export const livePath = '/competitions/rotterdam-rumble-7/live';

export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs the page's browser in without the form, for journeys that are about something else. */
export async function signInByCall(page: Page, account: { email: string; password: string }): Promise<void> {
  const answer = await page.request.post('/api/v1/identity/auth/credentials/login', { data: account });
  expect(answer.status()).toBe(200);
}

/**
 * Before a journey in which the demo's viewer watches: the devices of the journeys before it would make it the third one.
 * Leaves `request` signed out.
 */
export async function stopDevices({ request }: { request: APIRequestContext }): Promise<void> {
  const auth = '/api/v1/identity/auth/credentials';
  expect((await request.post(`${auth}/login`, { data: demoViewer })).status()).toBe(200);
  await stopOwnDevices(request);
  expect((await request.get(`${auth}/logout`)).status()).toBe(204);
}

/**
 * The same for a viewer who is signed in. Closing a context sometimes cancels the last call of its page, which would end
 * its session; a browser sends that call when a tab is closed.
 */
export async function stopOwnDevices(request: APIRequestContext): Promise<void> {
  const { data } = await (await request.get('/api/v1/playback/sessions')).json();
  for (const { id } of data) await request.delete(`/api/v1/playback/sessions/${id}`);
}

/** A visitor on a watch page signs in above it. */
export async function signInToWatch(page: Page, account = demoViewer): Promise<void> {
  const door = await openDoor(page);
  await door.getByLabel('E-mail address').fill(account.email);
  await door.getByRole('button', { name: 'Continue with e-mail' }).click();
  await door.getByLabel('Password', { exact: true }).fill(account.password);
  await door.getByRole('button', { name: 'Sign in and watch' }).click();
  await expect(door).toHaveCount(0);
}

/** On a page of a new context too, whose link leads to the sign-in page until React listens. */
export async function openDoor(page: Page): Promise<Locator> {
  await takenOver(page);
  await page.getByRole('link', { name: 'I have an account' }).click();
  return page.getByRole('dialog', { name: 'Sign in' });
}

/** Opens the live page as a visitor and signs in. */
export async function openLivePage(page: Page, account = demoViewer): Promise<void> {
  await page.goto(livePath);
  await signInToWatch(page, account);
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
