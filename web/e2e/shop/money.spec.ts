/** What organisers do about money, at the stand-in of the payment provider: remedies, bundles, promotion codes. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { answered, notBought, stopped, test } from '../journey.ts';
import { demoAdministrator, demoViewer, expectPlaying, signInByCall, stopDevices } from '../viewer.ts';

test.slow();

let events = 0;

async function send(page: Page, call: string, data?: object) {
  const [method = 'GET', url = ''] = call.split(' ');
  const answer = await page.request.fetch(url, { method, ...(data ? { data } : {}) });
  expect(answer.ok(), `${call}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? undefined : answer.json();
}

async function openOffice(browser: Browser): Promise<Page> {
  const office = await (await browser.newContext()).newPage();
  await signInByCall(office, demoAdministrator);
  return office;
}

/** An event that runs now, with one paid block. */
async function makeEvent(office: Page, options: { isWhole: boolean }) {
  const number = `${Date.now()}-${events++}`;
  const [name, slug] = [`Money night ${number}`, `money-night-${number}`];
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const price = await send(office, 'POST /api/v1/shop/prices', {
    key: crypto.randomUUID(),
    name,
    unit_amount: 1000,
    currency: 'eur',
  });
  const times = { startDate: hours(-1), endDate: hours(2) };
  const { data } = await send(office, 'GET /api/v1/events?with=blocks.liveStreams&limit=20');
  const { videoId } = data.flatMap((event: { blocks: Array<{ liveStreams: unknown[] }> }) =>
    event.blocks.flatMap(({ liveStreams }) => liveStreams),
  )[0];
  const event = await send(office, 'POST /api/v1/events', {
    name,
    slug,
    ...times,
    timezone: 'Europe/Amsterdam',
    status: 'public',
    location: {},
    ...(options.isWhole ? { stripePriceId: price.id } : {}),
  });
  const block = await send(office, `POST /api/v1/events/${event.id}/blocks`, {
    name: 'Ring one',
    slug: 'ring-one',
    ...times,
    location: {},
    paymentRequired: true,
    ...(options.isWhole ? {} : { stripePriceId: price.id }),
  });
  const streams = `/api/v1/events/${event.id}/blocks/${block.id}/live-streams`;
  const stream = await send(office, `POST ${streams}`, {
    name: 'Ringside',
    videoId,
    status: 'active',
    weight: 1,
  });
  return {
    name,
    slug,
    id: event.id as string,
    page: `/competitions/${slug}/ring-one`,
    stream: `${streams}/${stream.id}`,
  };
}

/** From the page of a block to the payment page. */
async function goToPayment(page: Page, amount: string) {
  await page
    .getByRole('button', { name: new RegExp(`^Buy for ${amount}`) })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Go to payment: ${amount}` })
    .click();
  await expect(page.getByRole('heading', { name: `Pay ${amount}` })).toBeVisible();
}

async function pay(page: Page, amount: string) {
  await page.getByRole('radio', { name: /^Card 4242/ }).check();
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
}

/** Only the part that the journey is about: a check of the whole page takes seconds. */
async function expectAccessible(page: Page, part: string) {
  expect((await new AxeBuilder({ page }).include(part).analyze()).violations).toEqual([]);
}

async function mailTexts({ dataDir }: { dataDir: string }): Promise<string[]> {
  const outbox = path.join(dataDir, 'outbox');
  const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map((name) => readFile(path.join(outbox, name), 'utf8')));
  return mails.map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}

test.beforeEach(stopDevices);

test('an outage is compensated by money, by a code and by the replay', async ({
  page,
  server,
  browser,
  provokes,
}) => {
  // The player asks while the stream is off.
  provokes(...notBought, ...stopped);
  const office = await openOffice(browser);
  const event = await makeEvent(office, { isWhole: false });
  await signInByCall(page, demoViewer);
  await page.goto(event.page);
  await goToPayment(page, '€10');
  await pay(page, '€10');
  await page.getByRole('link', { name: 'Watch now' }).click();
  await expectPlaying(page);

  const remedies = [
    ['A part of the money back', 'Give €2.50 back to 1 person?', /we give you EUR 2\.50 back/],
    ['A code for the next purchase', 'Give a code to 1 person?', /with this code: [A-Z2-9-]{14}/],
    ['Access to the replay', /replay/i, /you can watch the replay of/],
  ] as const;
  for (const [remedy, question, words] of remedies) {
    for (const status of ['inactive', 'active']) {
      await send(office, `PATCH ${event.stream}`, { status });
      // An outage must last at least one second.
      if (status === 'inactive') await office.waitForTimeout(1_200);
    }
    const { data } = await send(office, `GET /api/v1/shop/outages?eventId=${event.id}&leastSeconds=1`);
    await office.goto(`/admin/events/${event.id}/outages?outage=${data[0].id}`);
    await office.getByRole('radio', { name: remedy }).check();
    if (remedy !== 'Access to the replay') await office.getByRole('textbox', { name: 'Percent' }).fill('25');
    if (remedy === 'A part of the money back') await expectAccessible(office, 'main form');
    await office.getByRole('button', { name: 'Compensate 1 person' }).click();
    const dialog = office.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect
      .poll(async () =>
        (await mailTexts(server)).some((mail) => mail.includes(event.name) && words.test(mail)),
      )
      .toBe(true);
  }
  await office.reload();
  await expect(office.getByText('Compensated').first()).toBeVisible();
  const purchases = await send(page, 'GET /api/v1/shop/purchases');
  expect(purchases.data[0]).toMatchObject({ amount: 1000, refundedAmount: 250, status: 'paid' });
  await office.context().close();
});

test('a bundle of two events is put together, bought once, and opens both', async ({ page, browser }) => {
  const office = await openOffice(browser);
  const [first, second] = [
    await makeEvent(office, { isWhole: true }),
    await makeEvent(office, { isWhole: true }),
  ];
  await office.goto(`/admin/events/${first.id}`);
  await office.getByRole('button', { name: 'Sell with other events' }).click();
  const dialog = office.getByRole('dialog', { name: 'Sold together' });
  await dialog.getByRole('combobox', { name: 'Add an event' }).fill(second.name);
  await dialog.getByRole('option', { name: new RegExp(second.name) }).click();
  await expect(dialog.getByText('it loses the price that it has now')).toBeVisible();
  await expectAccessible(office, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(office.getByText('One purchase opens all of this')).toBeVisible();

  await signInByCall(page, demoViewer);
  await page.goto(`/competitions/${first.slug}`);
  await expect(page.getByText(second.name).first()).toBeVisible();
  await goToPayment(page, '€10');
  await pay(page, '€10');
  await expect(page.getByRole('heading', { name: 'You are in.' })).toBeVisible();
  for (const { page: block } of [second, first]) {
    await page.goto(block);
    await expectPlaying(page);
  }
  await page.goto('/account/tickets');
  const ticket = page.getByRole('listitem').filter({ hasText: second.name }).first();
  await expect(ticket.getByRole('link', { name: first.name, exact: true })).toBeVisible();
  await office.context().close();
});

test('a promotion code at the checkout takes its part off, and the block opens', async ({
  page,
  browser,
  provokes,
}) => {
  provokes(...notBought, answered(422, '/pay/'));
  const office = await openOffice(browser);
  const event = await makeEvent(office, { isWhole: false });
  await office.context().close();
  await signInByCall(page, demoViewer);
  await page.goto(event.page);
  await goToPayment(page, '€10');
  await page.getByLabel('Promotion code').fill('nobody-has-this');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Promotion code').fill('ringside10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { name: 'Pay €9' })).toBeVisible();
  await pay(page, '€9');
  await page.getByRole('link', { name: 'Watch now' }).click();
  await expectPlaying(page);
  await page.goto('/account/tickets');
  await expect(page.getByText('€1 taken off').first()).toBeVisible();
});
