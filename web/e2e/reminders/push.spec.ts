/** Reminders on this device (docs/product.md, section 42). A push service outside is needed to subscribe, so nobody does. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, signInByCall } from '../viewer.ts';

const reminder = {
  name: 'Grand Gala Antwerp',
  slug: 'grand-gala-antwerp',
  startDate: '2035-01-06T19:00:00Z',
};
const toggle = (page: Page) => page.getByRole('switch', { name: /^On this device/ });

/** Sends messages to the worker of the page, as the browser does when its push service has one. */
async function openPushDoor(page: Page) {
  const client = await page.context().newCDPSession(page);
  const ids: string[] = [];
  client.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { status, registrationId } of versions) if (status === 'activated') ids.push(registrationId);
  });
  await client.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  return (data: string) =>
    client.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: String(ids[0]),
      data,
    });
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, data }));
  });

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a message becomes a notification that leads to the event (42.13)', { tag: '@promise' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['notifications']);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const push = await openPushDoor(page);
    await push(JSON.stringify(reminder));
    const shown = {
      title: 'Grand Gala Antwerp',
      // On the clock of the machine: a worker has no other.
      body: expect.stringMatching(/^Begins at \d/),
      data: { path: '/competitions/grand-gala-antwerp' },
    };
    await expect.poll(() => shownOn(page)).toEqual([shown]);
    await push(JSON.stringify(reminder));
    await push(JSON.stringify({ ...reminder, slug: '//elsewhere.test' }));
    const strange = { title: 'Ringside', body: 'The fights begin soon.', data: { path: '/' } };
    await expect
      .poll(async () => (await shownOn(page)).toSorted((a, b) => a.title.localeCompare(b.title)))
      .toEqual([shown, strange]);
  });

  test('a browser without a push service says so, and stays off (42.12)', async ({
    page,
    context,
    provokes,
  }) => {
    provokes(/^Chrome currently does not support the Push API in incognito mode/);
    await context.grantPermissions(['notifications']);
    await signInByCall(page, demoViewer);
    await page.goto('/account/notifications');
    await expect(toggle(page)).toBeEnabled();
    await toggle(page).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(/^Your browser cannot get messages now/)).toBeVisible();
    await expect(toggle(page)).not.toBeChecked();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
});

test('where notifications are blocked, the page says what to do (42.12)', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await signInByCall(page, demoViewer);
  await page.goto('/account/notifications');
  await expect(page.getByText(/^Notifications of this site are blocked/)).toBeVisible();
  await expect(toggle(page)).toBeDisabled();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
