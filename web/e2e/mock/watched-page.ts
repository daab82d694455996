import { expect, type Page } from '@playwright/test';

/** A refused call that the state asks for. */
export const refused = [/^Failed to load resource: .* status of [45]\d\d/];

/** Signs in as the viewer of the examples, by the cookies of the mock. */
export async function signIn(page: Page) {
  const answer = await page.request.post('/api/v1/identity/auth/credentials/login', {
    data: { email: 'sam@ringside.test', password: 'Round-seven-7!', remember: true },
  });
  expect(answer.status()).toBe(200);
}

export async function expectPicture(page: Page) {
  const pictures = page.locator('main img');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

export async function expectVideo(page: Page) {
  const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  const before = await time();
  await expect.poll(time).toBeGreaterThan(before + 0.5); // It has been seen to play; decoding goes on at the cost of what follows.
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
}
