/** Reminders as notifications of the system, in the native app (docs/product.md, 40.23 to 40.27). */
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, signIn, stopDevices } from '../viewer.ts';
import { FakeDevice } from './fake-device.ts';

test.beforeEach(stopDevices);

const tokensKey = 'ringside_tokens';
const pushPath = '/api/v1/reminders/push';
const toggle = (page: Page) => page.getByRole('switch', { name: /^On this device/ });
const accessTokenOf = (device: FakeDevice) =>
  JSON.parse(device.keychain.get(tokensKey) ?? '{}').accessToken.value as string;

/** Inside of the app, without a new start of it. */
async function openNotifications(page: Page) {
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: /^Notifications/ }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
}

for (const platform of ['ios', 'android'] as const) {
  test(`a viewer gets reminders on the phone, taps one, and signs out on ${platform}`, async ({
    page,
    context,
    server,
    request,
  }) => {
    test.slow();
    const device = new FakeDevice(platform);
    device.hasFirebase = platform === 'android';
    device.pushToken = platform === 'ios' ? 'AB'.repeat(32) : `journey-1:${'x'.repeat(140)}`;
    const token = platform === 'ios' ? device.pushToken.toLowerCase() : device.pushToken;
    await device.install(context, { server });
    await device.start(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, demoViewer);
    await expect.poll(() => device.keychain.has(tokensKey)).toBe(true);

    await openNotifications(page);
    await expect(toggle(page)).toBeEnabled();
    await expect(toggle(page)).not.toBeChecked();
    expect(device.callsOf('PushNotifications')).not.toContain('requestPermissions');
    expect(device.callsOf('PushNotifications')).not.toContain('register');

    await toggle(page).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => device.callsOf('PushNotifications')).toContain('register');
    await expect(toggle(page)).toBeChecked();
    const authorization = `Bearer ${accessTokenOf(device)}`;
    const known = async () =>
      (await (await request.get(pushPath, { headers: { authorization } })).json()) as {
        token: string | null;
      };
    expect(await known()).toMatchObject({ token, appServices: ['apns', 'fcm'] });

    await test.step('a message while the app is open', async () => {
      await device.emit(page, 'PushNotifications', 'pushNotificationReceived', {
        title: 'Grand Gala Antwerp',
        data: { slug: 'grand-gala-antwerp', startDate: '2035-01-06T19:00:00Z' },
      });
      await page.getByRole('button', { name: 'See the event' }).click();
      await expect(page).toHaveURL('https://localhost/competitions/grand-gala-antwerp');
    });

    await test.step('a tap on a notification', async () => {
      await device.tapNotification(page, { slug: 'rotterdam-rumble-7', startDate: '2035-01-06T19:00:00Z' });
      await expect(page).toHaveURL('https://localhost/competitions/rotterdam-rumble-7');
      await device.tapNotification(page, { slug: '../auth/logout' });
      await expect(page).toHaveURL('https://localhost/');
    });

    await test.step('the next start gives the token again', async () => {
      const renewed = page.waitForRequest(
        (call) => call.method() === 'PUT' && call.url().endsWith(`${pushPath}/app`),
      );
      await device.start(page);
      expect((await renewed).postDataJSON()).toEqual({ service: platform === 'ios' ? 'apns' : 'fcm', token });
      await expect(page.getByRole('region', { name: 'Live now' })).toBeVisible();
    });

    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect.poll(() => device.keychain.has(tokensKey)).toBe(false);
    await expect.poll(() => device.callsOf('PushNotifications')).toContain('unregister');
    expect((await request.get(pushPath, { headers: { authorization } })).status()).toBe(401);
    // The vault forgets it when the registration has been taken back.
    await expect.poll(() => device.keychain.has('ringside_push')).toBe(false);
  });
}

test('an app for Android without a project of Firebase says so, and never asks the system', async ({
  page,
  context,
  server,
}) => {
  const device = new FakeDevice('android');
  await device.install(context, { server });
  await device.start(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, demoViewer);
  await openNotifications(page);
  await expect(page.getByText(/^Notifications of this app are not available here/)).toBeVisible();
  await expect(toggle(page)).toBeDisabled();
  expect(device.callsOf('PushNotifications')).toEqual([]);
});
