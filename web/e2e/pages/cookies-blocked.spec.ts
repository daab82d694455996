/** A browser that blocks all cookies, and with them its storage. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { browserArguments } from '../browser.ts';
import { answered, notBought, takenOver, test } from '../journey.ts';
import { demoViewer, signIn } from '../viewer.ts';

const event = '/competitions/open-ring-ghent';

/** As its settings say it: "Block all cookies". Playwright itself has no switch for it. */
async function openBlockingBrowser(watch: (context: BrowserContext) => void) {
  const profile = await mkdtemp(path.join(tmpdir(), 'ringside-cookies-'));
  await mkdir(path.join(profile, 'Default'));
  await writeFile(
    path.join(profile, 'Default', 'Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: browserArguments,
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  watch(context);
  return {
    page: await context.newPage(),
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

test('with all cookies blocked the pages work, buying too, and the sign-in says what is wrong', async ({
  server,
  watch,
  provokes,
}) => {
  provokes(...notBought, answered(404, '/shop/checkouts/'));
  await using browser = await openBlockingBrowser(watch);
  const { page } = browser;
  const open = async (address: string) => {
    await page.goto(new URL(address, server.url).href);
    await takenOver(page);
  };
  await open('/');
  expect(await storageOf(page)).toBe('blocked');
  for (const address of ['/schedule', '/replays', '/search?q=rotterdam', event]) {
    await open(address);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  }

  await page
    .getByRole('button', { name: /^Buy for €2.99/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Buy Evening session' });
  await dialog.getByLabel('E-mail address').fill('nobody-keeps-this@example.test');
  await dialog.getByRole('button', { name: 'Go to payment: €2.99' }).click();
  await expect(page.getByRole('heading', { name: 'Pay €2.99' })).toBeVisible();
  await page.getByRole('radio', { name: /^Card 4242/ }).check();
  await page.getByRole('button', { name: 'Pay €2.99' }).click();
  // The browser has forgotten that it opened the page: the mail says the rest.
  await expect(page.getByRole('heading', { name: 'This payment is not shown here' })).toBeVisible();
  await expect(page.getByText(/mail/i).first()).toBeVisible();

  await open('/auth/login');
  await signIn(page, demoViewer);
  await expect(page.getByRole('alert')).toContainText('Allow cookies for this site');
});

const storageOf = (page: Page) =>
  page.evaluate(() => {
    try {
      return String(window.localStorage.length);
    } catch {
      return 'blocked';
    }
  });
