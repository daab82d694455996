/** Buying, from the price to the picture, at the stand-in's payment page. */
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { answered, notBought, test } from '../journey.ts';
import { findLink } from '../servers/mailbox.ts';
import { expectPlaying, signIn } from '../viewer.ts';

test.beforeEach(({ provokes }) => provokes(...notBought));

const block = '/competitions/open-ring-ghent/evening';
const event = '/competitions/open-ring-ghent';
const buyBlock = { name: /^Buy for €2.99/ };
const password = 'Ticket-in-hand-4!';

test.slow();

/** Where the mails of the server are. */
type Mails = { dataDir: string };

let people = 0;
const newAddress = () => `buyer-${Date.now()}-${people++}@example.test`;

async function register(page: Page, email: string) {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function confirmAddress(page: Page, email: string, { dataDir }: Mails) {
  await page.goto(await findLink(dataDir, email, '/auth/verify-email'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
}

/** Signed in, with a confirmed address. */
async function openAccount(page: Page, server: Mails): Promise<string> {
  const email = newAddress();
  await page.goto('/auth/register');
  await register(page, email);
  await expect(page).toHaveURL('/');
  await confirmAddress(page, email, server);
  return email;
}

/** @returns the origin of the payment page. */
async function goToPayment(page: Page, email?: string): Promise<string> {
  await page.getByRole('button', buyBlock).first().click();
  const dialog = page.getByRole('dialog', { name: 'Buy Evening session' });
  await expect(dialog.getByText('Refund policy')).toBeVisible();
  if (email) await dialog.getByLabel('E-mail address').fill(email);
  // A double click opens one payment page.
  await dialog.getByRole('button', { name: 'Go to payment: €2.99' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Pay €2.99' })).toBeVisible();
  return new URL(page.url()).origin;
}

async function pay(page: Page, method: string | RegExp) {
  await page.getByRole('radio', { name: method }).check();
  await page.getByRole('button', { name: 'Pay €2.99' }).click();
}

/** In a window of its own: a tab beside the player would hide it, and Chromium sometimes never shows it again. */
async function openDashboard(browser: Browser, stand: string): Promise<Page> {
  const dashboard = await browser.newPage();
  await dashboard.goto(stand);
  return dashboard;
}

async function purchasesOf(page: Page) {
  const answer = await page.request.get('/api/v1/shop/purchases');
  return (await answer.json()).data as Array<{ status: string; amount: number }>;
}

test('a visitor buys with an address, chooses a password and watches', { tag: '@promise' }, async ({
  page,
  server,
  browser,
  provokes,
}) => {
  // A stranger looks at the payment; the address has no account yet.
  provokes(answered(404, '/shop/checkouts/'), answered(401, '/credentials/login'));
  const email = newAddress();
  await page.goto(event);
  await expect(page.getByRole('article', { name: 'Evening session' })).toContainText('€2.99');
  await goToPayment(page, email);
  await pay(page, /^Card 4242/);

  await expect(page.getByRole('heading', { name: 'Paid. One thing is left' })).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toHaveValue(email);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  // The link alone tells nobody else that it is paid.
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByRole('heading', { name: 'This payment is not shown here' })).toBeVisible();
  expect((await new AxeBuilder({ page: stranger }).analyze()).violations).toEqual([]);
  await stranger.context().close();
  // Who goes back to the event is not asked to pay again.
  await page.goto(event);
  await expect(page.getByRole('article', { name: 'Evening session' })).toBeVisible();
  await expect(page.getByRole('button', buyBlock)).toHaveCount(0);
  await page.goBack();

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Open my ticket' }).click();
  await expect(page.getByRole('heading', { name: 'You are in.' })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('link', { name: 'Watch now' }).click();
  await expect(page).toHaveURL(block);
  await expectPlaying(page);
  // The address can be confirmed later; nothing is asked twice.
  await confirmAddress(page, email, server);

  await page.goto('/account/tickets');
  await expect(page.getByText('€2.99').first()).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('a viewer is declined, cancels, pays beside the video, and watches', async ({
  page,
  server,
  provokes,
}) => {
  provokes(answered(422, '/pay/'));
  await openAccount(page, server);
  await page.goto(block);
  await goToPayment(page);
  await pay(page, /^Card 4000 0000 0000 0002/);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`${block}.*canceled`));

  await goToPayment(page);
  await pay(page, /^Card 4000 0025 0000 3155/);
  const paidAt = Date.now();
  await page.getByRole('button', { name: 'Confirm the payment' }).click();
  await page.getByRole('link', { name: 'Watch now' }).click();
  await expectPlaying(page);
  // Includes the second that a playing picture is watched for.
  test.info().annotations.push({ type: 'from payment to picture', description: `${Date.now() - paidAt} ms` });
  expect(await purchasesOf(page)).toMatchObject([{ status: 'paid', amount: 299 }]);
});

test('a tab that is closed after the payment loses nothing', async ({ page, server, context }) => {
  await openAccount(page, server);
  await page.goto(block);
  await goToPayment(page);
  // The answer of the payment page is lost, as when the tab closes.
  await page.route('**/checkout?**', (route) => route.abort());
  await pay(page, /^Card 4242/);
  await expect.poll(async () => (await purchasesOf(page)).map(({ status }) => status)).toEqual(['paid']);
  await page.close();
  const next = await context.newPage();
  await next.goto(block);
  await expectPlaying(next);
});

test('a bank debit that arrives later opens the block, and its buyer may pay by card meanwhile', async ({
  page,
  server,
  browser,
}) => {
  await openAccount(page, server);
  await page.goto(block);
  const stand = await goToPayment(page);
  await pay(page, /^Bank debit.*arrives later/);
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the event' }).click();
  // Money that takes days keeps nobody from paying at once (24.22).
  await expect(page.getByRole('button', buyBlock).first()).toBeVisible();

  const dashboard = await openDashboard(browser, stand);
  await dashboard.getByRole('button', { name: 'Debit arrives' }).first().click();
  await expect.poll(async () => (await purchasesOf(page)).map(({ status }) => status)).toEqual(['paid']);
  await dashboard.close();
  await page.goto(block);
  await expectPlaying(page);
});

test('a full refund at the provider ends a running player', { tag: '@promise' }, async ({
  page,
  server,
  browser,
  provokes,
}) => {
  provokes(answered(403, '/media/hls/'));
  const email = await openAccount(page, server);
  await page.goto(block);
  const stand = await goToPayment(page);
  await pay(page, /^Card 4242/);
  await page.getByRole('link', { name: 'Watch now' }).click();
  await expectPlaying(page);

  const dashboard = await openDashboard(browser, stand);
  await dashboard
    .getByRole('row', { name: email })
    .getByRole('button', { name: 'Refund', exact: true })
    .click();
  await expect(page.getByText('You need access to watch this')).toBeVisible({ timeout: 40_000 });
  await dashboard.close();
});

test('a sign-in in the middle returns to the block that is for sale', async ({ page, server }) => {
  const email = await openAccount(page, server);
  await page.context().clearCookies();
  await page.goto(block);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, { email, password });
  await expect(page).toHaveURL(block);
  await expect(page.getByRole('button', buyBlock).first()).toBeVisible();
});
