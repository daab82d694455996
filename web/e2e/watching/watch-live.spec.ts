import { expect } from '@playwright/test';
import { answered, test } from '../journey.ts';
import {
  demoViewer,
  expectPlaying,
  liveCompetition,
  livePath,
  openLivePage,
  pressControl,
  signIn,
  signInByCall,
  signInToWatch,
  stopDevices,
  video,
} from '../viewer.ts';

test.beforeEach(stopDevices);

test('a new viewer registers and watches the live event', { tag: '@promise' }, async ({ page, provokes }) => {
  // The address has no account yet.
  provokes(answered(401, '/credentials/login'));
  await page.goto('/');
  const hero = page.getByRole('region', { name: 'Live now' });
  await expect(hero.getByRole('heading', { name: liveCompetition })).toBeVisible();
  await hero.getByRole('link', { name: 'Watch live' }).click();

  await expect(page.getByRole('heading', { name: 'Watch free' })).toBeVisible();
  await page.getByRole('link', { name: 'Watch free' }).click();
  const door = page.getByRole('dialog', { name: 'Watch free' });
  await door.getByLabel('E-mail address').fill(`journey-${Date.now()}@example.test`);
  await door.getByRole('button', { name: 'Continue with e-mail' }).click();
  await door.getByLabel('Password', { exact: true }).fill('Corner-post-7!');
  await door.getByRole('button', { name: 'Watch now' }).click();

  await expect(page).toHaveURL(livePath);
  await expectPlaying(page);
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible();
  // Audio is decoded even if the machine has no speakers.
  const audioBytes = () =>
    video(page).evaluate(
      (v: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) => v.webkitAudioDecodedByteCount,
    );
  await expect.poll(audioBytes).toBeGreaterThan(0);
});

test('a viewer logs in, changes the quality and pauses', async ({ page, provokes }) => {
  provokes(answered(401, '/credentials/login'));
  await page.goto('/auth/login');
  await signIn(page, { ...demoViewer, password: 'not the password' });
  await expect(page.getByRole('alert')).toContainText('The e-mail address or the password is wrong.');
  await signIn(page, demoViewer);
  await expect(page).toHaveURL('/');

  await page.goto(livePath);
  await expectPlaying(page);
  await pressControl(page, /^Quality: Auto/);
  await page.getByRole('menuitemradio', { name: '360p' }).click();
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.videoHeight)).toBe(360);
  await pressControl(page, /^Quality: 360p/);
  await page.getByRole('menuitemradio', { name: '720p' }).click();
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.videoHeight)).toBe(720);
  await expectPlaying(page);

  await page.keyboard.press('k');
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.paused)).toBe(true);
  await page.keyboard.press('k');
  await expectPlaying(page);
});

// docs/product.md, 35.1 and 35.5
test('a signed-in viewer gets the first picture with one call', async ({ page }) => {
  await signInByCall(page, demoViewer);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(livePath);
  await expectPlaying(page);
  expect(sent.filter((call) => call === 'POST /api/v1/playback/watches')).toHaveLength(1);
  const replaced =
    /POST .*\/playback\/sessions$|\/signed-url$|competitions\/rotterdam-rumble-7$|[^p]\/live\.m3u8$/;
  expect(
    sent.filter((call) => call.includes('/api/') || call.includes('/media/')).filter(isOf(replaced)),
  ).toEqual([]);
  const inits = sent.filter((call) => call.endsWith('/init.mp4'));
  expect(inits).toHaveLength(new Set(inits).size);
});

// docs/product.md, 35.8
test('the first call waits for no script of the app', async ({ page }) => {
  await signInByCall(page, demoViewer);
  let allow = () => {};
  const isAsked = new Promise<void>((resolve) => {
    allow = resolve;
  });
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/playback/watches?')) allow();
  });
  const modules = /\/assets\/(?!head-)[\w.-]+\.js$/;
  let held = 0;
  await page.route(modules, async (route) => {
    held += 1;
    await isAsked;
    await route.continue();
  });
  await page.goto(livePath, { waitUntil: 'commit' });
  await expectPlaying(page);
  expect(held).toBeGreaterThan(4);
});

const isOf = (pattern: RegExp) => (call: string) => pattern.test(call);

test('the device pings its playback session every 20 seconds', async ({ page }) => {
  const pings: number[] = [];
  page.on('response', (response) => {
    if (/\/playback\/sessions\/[^/]+\/ping$/.test(response.url())) pings.push(response.status());
  });
  await openLivePage(page);
  await expectPlaying(page);
  await expect.poll(() => pings, { timeout: 30_000 }).toContain(204);
});

test('a past block plays as a replay with an end', { tag: '@promise' }, async ({ page }) => {
  await page.goto('/competitions/open-ring-ghent/afternoon');
  await signInToWatch(page);
  await expectPlaying(page);
  const duration = await video(page).evaluate((v: HTMLVideoElement) => v.duration);
  expect(duration).toBeGreaterThan(60);
  expect(Number.isFinite(duration)).toBe(true);
});
