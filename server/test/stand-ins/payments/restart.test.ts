/**
 * With a folder, the stand-in goes on after a restart where it stopped.
 *
 * @engine one
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openState } from '../../../stand-ins/payments/state.ts';
import { refusalOf, sessionOf, startProvider } from './provider.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'payments-'));
afterAll(() => rm(dataDir, { recursive: true }));

it('remembers orders, keys, undelivered events and the address of the payment page', async () => {
  const first = await startProvider({ dataDir, settlementMs: 1_000 });
  const open = await first.stripe.checkout.sessions.create(sessionOf(), { idempotencyKey: 'order:1' });
  const debit = await first.stripe.checkout.sessions.create(sessionOf());
  first.control.holdEvents();
  first.control.pay(debit.id, { method: 'debit-arrives' });
  const { unit_amount, id: priceId } = await first.stripe.prices.create({
    currency: 'eur',
    unit_amount: 700,
    product: 'prod_night',
  });
  await first.stop();

  const second = await startProvider({ dataDir });
  expect(second.standIn.apiKey).not.toBe(first.standIn.apiKey);
  expect(second.standIn.origin).toBe(first.standIn.origin);
  const again = await second.stripe.checkout.sessions.create(sessionOf(), { idempotencyKey: 'order:1' });
  expect(again.id).toBe(open.id);
  expect((await fetch(String(open.url))).status).toBe(200);
  expect((await second.stripe.prices.retrieve(priceId)).unit_amount).toBe(unit_amount);
  await expect
    .poll(() => second.shop.types(), { timeout: 15_000 })
    .toEqual(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);
  expect(second.control.session(debit.id).payment_status).toBe('paid');
  await second.stop();
});

it('has on the disk what it has answered, as after a crash', async () => {
  const folder = path.join(dataDir, 'crash');
  const { stripe, standIn, control, stop } = await startProvider({ dataDir: folder });
  const kept = async () => (await openState(folder)).state;
  const { id } = await stripe.checkout.sessions.create(sessionOf(), { idempotencyKey: 'order:1' });
  expect((await kept()).sessions.get(id)?.session.status).toBe('open');
  expect((await kept()).answers.has('order:1')).toBe(true);
  await fetch(`${standIn.origin}/pay/${id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'pay', method: 'card-ok' }),
  });
  expect((await kept()).sessions.get(id)?.session.payment_status).toBe('paid');
  const payment_intent = String(control.session(id).payment_intent);
  const refund = await stripe.refunds.create({ payment_intent, amount: 100 });
  expect((await kept()).refunds.has(refund.id)).toBe(true);
  await stop();
});

it('answers 500 and goes on when the disk fails', async () => {
  const folder = path.join(dataDir, 'broken');
  const { stripe, control, shop, stop } = await startProvider({ dataDir: folder });
  const { id } = await stripe.checkout.sessions.create(sessionOf());
  await rm(folder, { recursive: true });
  control.pay(id);
  await control.eventsSettled();
  expect(shop.types()).toEqual(['checkout.session.completed']);
  const error = await refusalOf(stripe.checkout.sessions.create(sessionOf()));
  expect(error).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  await mkdir(folder);
  expect((await stripe.checkout.sessions.create(sessionOf())).status).toBe('open');
  await stop();
});

it('takes another port when somebody has its own', async () => {
  const first = await startProvider({ dataDir });
  const { id } = await first.stripe.checkout.sessions.create(sessionOf());
  await first.control.eventsSettled();
  const second = await startProvider({ dataDir });
  expect(second.standIn.origin).not.toBe(first.standIn.origin);
  expect((await second.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  await second.stop();
  await first.stop();
});

it('forgets everything without a folder', async () => {
  const first = await startProvider();
  const { id } = await first.stripe.checkout.sessions.create(sessionOf());
  await first.stop();
  const second = await startProvider();
  expect((await refusalOf(second.stripe.checkout.sessions.retrieve(id))).statusCode).toBe(404);
});
