/** From the button to the access and back, with the real SDK, over real HTTP, against the stand-in of the provider. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openCheckout } from '../../src/shop/buying/open-checkout.ts';
import { listSoldItems } from '../../src/shop/buying/sold-items.repository.ts';
import { type PaymentProvider, ProviderAway } from '../../src/shop/payment-provider.ts';
import { runOnce, takeMissedEvents } from '../../src/shop/shop-worker.ts';
import { createStripe } from '../../src/shop/stripe/stripe.ts';
import { startPaymentStandIn } from '../../stand-ins/payments/payments.ts';
import { insertBlock, insertEvent, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';

let webhookUrl: string | undefined;
const standIn = await startPaymentStandIn({
  webhook: { url: () => webhookUrl, secret: 'whsec_test_0123456789' },
  catalog: [{ priceId: 'price_Gala', name: 'Gala', amount: 1499, currency: 'eur' }],
  port: 0,
});
afterAll(() => standIn.close());
const { control } = standIn;
const provider = createStripe(standIn.settings);
const site = 'http://localhost:3000';
const api = await startApi({ publicUrl: site }, undefined, { paymentProvider: provider });
const { db } = api;
await api.app.listen({ port: 0, host: '127.0.0.1' });
webhookUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/v1/shop/webhook`;
const log = { info() {}, warn() {}, error() {} };
const job = { db, provider, now: api.clock.now, log, wakeOutbox: () => {}, paceMs: 0 };

const eventId = await insertEvent(db);
const blockId = await insertBlock(db, { eventId, stripePriceId: 'price_Gala', paymentRequired: true });
const organiser = await api.signInAs({
  scopes: ['order:read', 'order:refund', 'event:read', 'price:read', 'price:create'],
});

let email: string;
let viewer: Awaited<ReturnType<typeof api.signInAs>>;
beforeEach(async () => {
  email = `${randomUUID()}@example.test`;
  viewer = await api.signInAs({
    userId: await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' }),
  });
});

async function newSession(): Promise<string> {
  const { status } = await viewer.request('POST /api/v1/shop/buy/price_Gala', {
    body: { email, successUrl: `${site}/back`, cancelUrl: `${site}/` },
  });
  expect(status).toBe(200);
  return String((await order()).sessionId);
}
const order = () => db.selectFrom('orders').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const accesses = async () =>
  (await db.selectFrom('accesses').where('userId', '=', viewer.userId).select('id').execute()).length;
const beginsIn = async (days: number) => {
  const at = (hours: number) => new Date(Date.now() + (days * 24 + hours) * 3_600_000).toISOString();
  const dates = { startDate: at(0), endDate: at(2) };
  await db.updateTable('blocks').set(dates).where('id', '=', blockId).execute();
};
const settled = () => control.eventsSettled();
const state = async () => [(await order()).status, await accesses()];

it('asks for the tax by the setting', async () => {
  const stripe = new Stripe(standIn.settings.secretKey, {
    host: '127.0.0.1',
    port: new URL(String(standIn.settings.origin)).port,
    protocol: 'http',
  });
  const taxed = createStripe({ ...standIn.settings, automaticTax: true });
  const order = {
    orderId: randomUUID(),
    priceId: 'price_Gala',
    currency: 'eur',
    email,
    createdAt: new Date().toISOString(),
    successUrl: `${site}/back`,
    cancelUrl: `${site}/`,
  };
  const { id } = await taxed.createCheckout(order);
  const session = await stripe.checkout.sessions.retrieve(id);
  expect(session.automatic_tax).toMatchObject({ enabled: true, status: 'complete' });
  expect((await stripe.checkout.sessions.retrieve(await newSession())).automatic_tax.enabled).toBe(false);
});

it('makes one page of two servers of which only one asks for the tax', async () => {
  const taxed = createStripe({ ...standIn.settings, automaticTax: true });
  const now = api.clock.now;
  const [opener, createdAt] = [`user:${viewer.userId}`, now().toISOString()];
  const checkout = { successUrl: `${site}/back`, cancelUrl: `${site}/`, origin: site };
  const wanted = {
    email,
    opener,
    openerKey: null,
    priceId: 'price_Gala',
    priceAmount: null,
    priceCurrency: 'eur',
    checkout,
    createdAt,
    reconcileAt: null,
  };
  const items = await listSoldItems(db, ['price_Gala']);
  const open = (server: PaymentProvider) =>
    openCheckout({ db, provider: server, now }, wanted, { items, mine: [opener], caller: undefined }).then(
      ({ url }) => url,
    );
  const losing: PaymentProvider = {
    ...provider,
    async createCheckout(asked) {
      await provider.createCheckout(asked);
      throw new ProviderAway('its answer was lost');
    },
  };
  await expect(open(losing)).rejects.toThrow(ProviderAway);
  const both = await Promise.all([open(taxed), open(provider)]);
  const { url } = await order();
  // Nobody gets a second page that could be paid, too.
  expect(both).toEqual([url, url]);
});

it('sells, and knows the receipt afterwards', async () => {
  const session = await newSession();
  control.pay(session);
  await settled();
  expect(await state()).toEqual(['paid', 1]);
  await runOnce(job);
  expect(await order()).toMatchObject({
    amount: 1499,
    currency: 'eur',
    receiptUrl: expect.any(String),
    reconcileAt: null,
  });
});

it('waits for a payment that takes days, and ends one that fails', async () => {
  const refused = control.pay(await newSession(), { method: 'debit-arrives' });
  expect(refused.kind).toBe('refused');
  await db.deleteFrom('orders').where('email', '=', email).execute();
  await beginsIn(30);
  const session = await newSession();
  await beginsIn(0);
  control.pay(session, { method: 'debit-arrives' });
  await settled();
  expect(await state()).toEqual(['processing', 0]);
  control.settle(session, true);
  await settled();
  expect(await state()).toEqual(['paid', 1]);
});

it('heals by itself when no message arrives', async () => {
  const session = await newSession();
  control.holdEvents();
  control.pay(session);
  control.loseEvents();
  const checkout = await viewer.request(`GET /api/v1/shop/checkouts/${session}`);
  expect(checkout.body.status).toBe('unlocking');
  await runOnce(job);
  await control.releaseEvents();
  expect(await state()).toEqual(['paid', 1]);
  await takeMissedEvents(job);
  expect(await state()).toEqual(['paid', 1]);
});

it('refunds in part and in full, from here and from the dashboard', async () => {
  control.pay(await newSession());
  await settled();
  const { id, paymentIntent } = await order();
  control.refund(String(paymentIntent), 499);
  await settled();
  expect((await order()).refundedAmount).toBe(499);
  const refund = await organiser.request(`POST /api/v1/shop/orders/${id}/refunds`, {
    body: { key: randomUUID(), refundedAmount: 499, reason: 'requested' },
  });
  await runOnce(job);
  await settled();
  expect([refund.status, await state()]).toEqual([201, ['refunded', 0]]);
  const { body } = await organiser.request(`GET /api/v1/shop/orders/${id}`);
  expect(body.refunds).toMatchObject([
    { amount: 499, reason: 'provider', status: 'succeeded' },
    { amount: 1000, reason: 'requested', status: 'succeeded' },
  ]);
});

it('suspends by a dispute, and restores when it is won', async () => {
  control.pay(await newSession());
  await settled();
  const dispute = control.dispute(String((await order()).paymentIntent));
  await settled();
  expect(await state()).toEqual(['disputed', 0]);
  control.win(dispute.id);
  await settled();
  expect(await state()).toEqual(['paid', 1]);
});

it('lists and creates prices', async () => {
  const body = { key: randomUUID(), name: 'Tokyo', unit_amount: 1500, currency: 'jpy' };
  const [first, again] = [
    await organiser.request('POST /api/v1/shop/prices', { body }),
    await organiser.request('POST /api/v1/shop/prices', { body }),
  ];
  expect([first.status, again.body]).toEqual([201, first.body]);
  const other = await organiser.request('POST /api/v1/shop/prices', { body: { ...body, unit_amount: 2000 } });
  expect(other.status).toBe(409);
  const unknown = { ...body, key: randomUUID(), currency: 'xxx' };
  const refused = await organiser.request('POST /api/v1/shop/prices', { body: unknown });
  expect([refused.status, refused.body.issues?.[0]?.pointer]).toEqual([409, '/currency']);
  const { body: list } = await organiser.request('GET /api/v1/shop/prices?q=gala');
  expect(list).toMatchObject({
    data: [{ id: 'price_Gala', unit_amount: 1499, usedBy: [{ blockId }] }],
    hasMore: false,
  });
});
