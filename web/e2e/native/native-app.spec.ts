import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import {
  demoViewer,
  expectPlaying,
  liveCompetition,
  livePath,
  openDoor,
  signIn,
  stopDevices,
  video,
} from '../viewer.ts';
import { expectNoTokenInPage, FakeDevice } from './fake-device.ts';

/** `pnpm test` builds the app for the server of the journeys: `RINGSIDE_ORIGIN=http://localhost:3210 pnpm mobile:sync`. */
test.beforeEach(stopDevices);

const pausedOf = (page: Page) => video(page).evaluate((v: HTMLVideoElement) => v.paused);
const tokensKey = 'ringside_tokens';

async function signInAtStart(device: FakeDevice, page: Page) {
  await device.start(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /Demo ID/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /passkey/i })).toHaveCount(0);
  await signIn(page, demoViewer);
  await expect(page.getByRole('region', { name: 'Live now' })).toBeVisible();
  await expect.poll(() => device.keychain.has(tokensKey)).toBe(true);
}

/** They look good, so only the first start of an installation can tell. */
function tokensLeftBehind() {
  const claims = Buffer.from(JSON.stringify({ sub: '1', email: 'previous@ringside.test' })).toString(
    'base64url',
  );
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const token = { value: `e30.${claims}.signature`, expiresAt };
  return { accessToken: token, identityToken: token, refreshToken: token };
}

for (const platform of ['android', 'ios'] as const) {
  test(`a viewer signs in, watches, leaves for a moment, loses the network and signs out on ${platform}`, async ({
    page,
    context,
    server,
    request,
  }) => {
    // It is three journeys in one, because signing in takes longer than the rest.
    test.slow();
    const device = new FakeDevice(platform);
    // What an earlier installation has left: the app of iOS can still read it. Android removes it with the app.
    if (platform === 'ios') device.keychain.set(tokensKey, JSON.stringify(tokensLeftBehind()));
    await device.install(context, { server });
    await signInAtStart(device, page);
    await expectNoTokenInPage(page);
    expect(device.callsOf('SplashScreen')).toContain('hide');

    await page.getByRole('region', { name: 'Live now' }).getByRole('link', { name: 'Watch live' }).click();
    await expectPlaying(page);
    // At each start the device is free, because the page may have been loaded again.
    await expect.poll(() => device.callsOf('KeepAwake')).toEqual(['allowSleep', 'keepAwake']);

    await test.step('in full screen', async () => {
      await page.keyboard.press('f');
      await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
      await expect.poll(() => device.callsOf('ScreenOrientation')).toEqual(['unlock', 'lock']);
      if (platform === 'android') await device.pressBack(page, true);
      else await page.keyboard.press('f');
      await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
      await expect.poll(() => device.callsOf('ScreenOrientation')).toEqual(['unlock', 'lock', 'unlock']);
      expect(device.callsOf('SystemBars')).toEqual(expect.arrayContaining(['setStyle', 'hide', 'show']));
      await expect(page).toHaveURL(`https://localhost${livePath}`);
    });

    if (platform === 'ios') {
      await test.step('a call over the app, and back', async () => {
        await device.setActive(page, false);
        // The pause is what somebody wants, not what going to the background does.
        await video(page).evaluate((v: HTMLVideoElement) => v.pause());
        await expect.poll(() => device.callsOf('KeepAwake').at(-1)).toBe('allowSleep');
        expect(await pausedOf(page)).toBe(true);
        await device.setActive(page, true);
        await page.keyboard.press('k');
        await expect.poll(() => device.callsOf('KeepAwake').at(-1)).toBe('keepAwake');
        await expectPlaying(page);
      });
    }

    await test.step('to the background and back', async () => {
      await device.goToBackground(page);
      // As the system does it.
      await video(page).evaluate((v: HTMLVideoElement) => v.pause());
      if (platform === 'ios') await expect.poll(() => pausedOf(page)).toBe(false);
      else await expect.poll(() => device.callsOf('KeepAwake').at(-1)).toBe('allowSleep');
      await device.setActive(page, true);
      if (platform === 'android') {
        await page.keyboard.press('k');
        await expect.poll(() => device.callsOf('KeepAwake').at(-1)).toBe('keepAwake');
      }
      await expectPlaying(page);
    });

    await test.step('without a network and back', async () => {
      const hint = page.getByText(/you are offline/i).first();
      await device.setOnline(page, false);
      await expect(hint).toBeVisible();
      await device.setOnline(page, true);
      await expect(hint).toBeHidden();
    });

    await test.step('the next start of the app', async () => {
      await device.start(page);
      await expect(page.getByRole('region', { name: 'Live now' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden();
    });

    if (platform === 'android') {
      await test.step('the Back button closes a menu first', async () => {
        await page.getByRole('button', { name: /account/i }).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await device.pressBack(page, true);
        await expect(page.getByRole('menu')).toBeHidden();
        await expect(page.getByRole('region', { name: 'Live now' })).toBeVisible();
      });
    }

    const { refreshToken } = JSON.parse(device.keychain.get(tokensKey) ?? '');
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect.poll(() => device.keychain.has(tokensKey)).toBe(false);
    await expectNoTokenInPage(page);
    const refreshed = await request.post('/api/v1/identity/auth/token/refresh', {
      data: { refreshToken: refreshToken.value },
    });
    expect(refreshed.status()).toBe(401);
  });
}

test('a viewer signs in at a provider in the system browser, and nobody else can finish it', async ({
  page,
  context,
  server,
  browser,
  baseURL,
}) => {
  const device = new FakeDevice('android');
  await device.install(context, { server });
  await device.start(page);
  await device.openLink(page, `${baseURL}${livePath}`);
  await openDoor(page);
  await page.getByRole('button', { name: 'Continue with Demo ID' }).click();
  await expect.poll(() => device.browserUrl).toContain('/authorize?');
  await expectNoTokenInPage(page);

  // Another app opens this one with a code of its own account.
  await device.openLink(page, 'ringside://app/sign-in?code=stolen&state=guessed');
  await expect(page.getByRole('heading', { name: 'Watch free' })).toBeVisible();

  const answer = await signInOutside(await browser.newContext(), device.browserUrl);
  // An app that catches the link has the code, and no verifier.
  const code = new URL(answer).searchParams.get('code') ?? '';
  await device.openLink(page, answer);
  await expect(page).toHaveURL(`https://localhost${livePath}`);
  await expectPlaying(page);
  expect(device.keychain.has('ringside_provider-visit')).toBe(false);
  expect(device.keychain.get(tokensKey)).not.toContain(code);
  await expectNoTokenInPage(page);
});

/** The person in the system browser. @returns the link that opens the app again. */
async function signInOutside(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(url);
  const callback = page.waitForResponse((response) => response.url().includes('/callback?'));
  await page.getByRole('button', { name: /Robin de Vries/ }).click();
  const { location = '' } = (await callback).headers();
  await context.close();
  return location;
}

test('the app starts with the competition of a link, and leaves by the Back button', async ({
  page,
  context,
  server,
  baseURL,
}) => {
  const device = new FakeDevice('android');
  device.launchUrl = `${baseURL}/competitions/rotterdam-rumble-7`;
  await device.install(context, { server });
  await device.start(page);
  await expect(page).toHaveURL('https://localhost/competitions/rotterdam-rumble-7');
  await expect(page.getByRole('heading', { name: liveCompetition }).first()).toBeVisible();
  // Its picture comes from the server.
  const picture = page.locator(`main img[src^="${baseURL}/media/pictures/"]`).first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Map of' }).click();
  await expect.poll(() => device.browserUrl).toMatch(/^https:\/\//);
  await expect(page).toHaveURL('https://localhost/competitions/rotterdam-rumble-7');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => device.callsOf('Share')).toEqual(['share']);

  await page.getByRole('link', { name: 'Ringside' }).first().click();
  await expect(page).toHaveURL('https://localhost/');
  await device.pressBack(page, true);
  await expect(page).toHaveURL('https://localhost/competitions/rotterdam-rumble-7');
  await device.pressBack(page, false);
  await expect.poll(() => device.callsOf('App')).toContain('minimizeApp');

  // A reload of the page is no new start.
  await device.openLink(page, `${baseURL}/schedule`);
  await expect(page).toHaveURL('https://localhost/schedule');
  await page.reload();
  await expect(page).toHaveURL('https://localhost/schedule');

  // A file for the calendar comes from the server, to an app that knows what it is.
  await device.openLink(page, 'ringside://app/competitions/grand-gala-antwerp');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  await expect.poll(() => device.browserUrl).toMatch(new RegExp(`^${baseURL}/api/.*/calendar$`));
});

test('without its secure storage the app does not start', async ({ page, context, server }) => {
  const device = new FakeDevice('android');
  await device.install(context, { server, without: ['SecureStorage'] });
  await device.start(page);
  await expect(page.getByRole('alert')).toContainText('cannot keep your sign-in safe');
  await expectNoTokenInPage(page);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a secure storage that refuses leads to words, not to an empty page', async ({
  page,
  context,
  server,
}) => {
  const device = new FakeDevice('ios');
  device.refused = 'SecureStorage.internalClearItemsWithPrefix';
  await device.install(context, { server });
  await device.start(page);
  await expect(page.getByRole('alert')).toContainText('cannot keep your sign-in safe');
  // The next start of the app is as the first.
  device.refused = '';
  await device.start(page);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});
