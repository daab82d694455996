import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, expectPlaying, livePath, openLivePage, stopDevices } from '../viewer.ts';

test.beforeEach(stopDevices);

test.use({ serviceWorkers: 'allow' });

/** What the browser keeps, by address. */
function keptAddresses(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => decodeURIComponent(new URL(url).pathname));
  });
}

/** The worker is there and has the lists that the page showed. */
async function whenKept(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => keptAddresses(page)).toContain('/api/v1/kickboxing/competitions');
}

test('opens without a network, with the schedule as it was, and says so', { tag: '@promise' }, async ({
  page,
  context,
  provokes,
}) => {
  provokes(/^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await whenKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: String(title) })).toBeVisible();
  await expect(page.getByText('You are offline. What you see here may be out of date.')).toBeVisible();

  // A page whose code never came: our words, with the header, instead of the browser's.
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/competitions/rotterdam-rumble-7');
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Rotterdam Rumble 7' })).toBeVisible();
  await expect(page.getByText('What you see here may be out of date.')).toBeHidden();
});

test('keeps nothing of a viewer and nothing of a video', async ({ page }) => {
  await page.goto('/');
  await whenKept(page);
  await openLivePage(page, demoViewer);
  await expectPlaying(page);
  await page.goto('/account/tickets');
  await expect(page.getByRole('heading', { name: 'My tickets' })).toBeVisible();
  await page.goto(livePath);
  await expectPlaying(page);
  const kept = await keptAddresses(page);
  const own = /^\/(?:assets\/[\w.-]+\.(?:js|css)|offline\.html|favicon\.svg)$/;
  expect(kept.filter((path) => !own.test(path) && path !== '/api/v1/kickboxing/competitions')).toEqual([]);
});
