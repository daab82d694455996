/**
 * A backup was restored: the payment provider knows purchases that this database does not.
 *
 * @engine both
 */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listLostOrders, rebuildOrder } from '../../src/shop/fulfilment/rebuild-orders.ts';
import type { SessionFact } from '../../src/shop/payment-provider.ts';
import { fakePlatformId } from './fake-provider.ts';
import { refundEvent, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, provider } = shop;

/** An order that was paid after the backup, and is lost. */
async function lose() {
  const { priceId, watch } = await shop.newTicket();
  const viewer = await shop.newViewer();
  const { orderId, sessionId, intent, amount } = await shop.openOrder(priceId, viewer.email);
  await db.deleteFrom('orderItems').where('orderId', '=', orderId).execute();
  await db.deleteFrom('orders').where('id', '=', orderId).execute();
  const fact: SessionFact = {
    kind: 'session',
    id: sessionId,
    orderId,
    paymentIntent: intent,
    state: 'paid',
    amount,
    currency: 'eur',
    subtotal: amount,
    asOf: 1,
    isOwn: true,
  };
  const paid = { orderId, sessionId, intent, platformId: fakePlatformId };
  return { priceId, viewer, watch, intent, orderId, sessionId, fact, paid };
}

const payment = async () => {
  const keeper = await shop.signInAs({ scopes: ['settings:read'] });
  const { body } = await keeper.request('GET /api/v1/settings/system');
  return body.adapters.find(({ kind }: { kind: string }) => kind === 'payment');
};

it('refuses what was paid for an unknown order of ours, again and again, and counts it (22.10)', async () => {
  const { paid } = await lose();
  const event = sessionEvent('completed', paid);
  for (let time = 0; time < 2; time++) expect((await shop.deliver(event)).status).toBe(400);
  expect(shop.log.filter((line) => line.includes('a purchase has no order'))).toHaveLength(2);
  expect(await payment()).toMatchObject({ state: 'failed', detail: expect.stringMatching(/^1 payment has/) });
});

it('takes what no order follows from: another platform, an older session, one that nobody paid', async () => {
  const { paid } = await lose();
  const before = await payment();
  for (const [kind, platformId] of [
    ['completed', randomUUID()],
    ['completed', undefined],
    ['expired', fakePlatformId],
  ] as const) {
    const sessionId = `cs_${randomUUID()}`;
    const event = sessionEvent(kind, { ...paid, sessionId, intent: `pi_${sessionId}`, platformId });
    expect((await shop.deliver(event)).status).toBe(204);
  }
  expect(await payment()).toEqual(before);
});

it('makes the order again, with its access and what has happened to it since (22.10)', async () => {
  const { fact, paid, priceId, viewer, watch, intent, orderId, sessionId } = await lose();
  provider.facts.set(sessionId, [fact]);
  provider.ownSessions = [
    {
      fact,
      email: viewer.email,
      priceId,
      price: { amount: 1499, currency: 'eur' },
      createdAt: '2026-11-20T19:00:00.000Z',
      successUrl: 'http://localhost:3000/back',
      cancelUrl: 'http://localhost:3000/back',
    },
  ];
  const parts = { db, provider, now: shop.clock.now() };
  const [session] = await listLostOrders(db, provider, new Date(0));
  expect(session && (await rebuildOrder(parts, session))).toBe(true);
  expect(await listLostOrders(db, provider, new Date(0))).toEqual([]);
  expect(await shop.findOrder(orderId)).toMatchObject({
    status: 'paid',
    isOpen: false,
    userId: viewer.userId,
    priceAmount: 1499,
    priceCurrency: 'eur',
  });
  expect((await viewer.request(watch)).status).toBe(200);
  // What the provider sends again is taken now, and nothing happens twice.
  expect((await shop.deliver(sessionEvent('completed', paid))).status).toBe(204);
  expect(await shop.accessesOf(orderId)).toHaveLength(1);
  // A refund finds the order by its payment.
  const refund = { id: `re_${randomUUID()}`, intent, amount: fact.amount ?? 0, status: 'succeeded' };
  expect((await shop.deliver(refundEvent('created', refund))).status).toBe(204);
  expect(await shop.findOrder(orderId)).toMatchObject({ status: 'refunded' });
});

it('leaves what nothing here has the price of', async () => {
  const { fact, viewer } = await lose();
  const lost = {
    fact,
    email: viewer.email,
    priceId: 'price_gone',
    price: null,
    createdAt: '2026-11-20T19:00:00Z',
  };
  const urls = { successUrl: 'http://localhost:3000/back', cancelUrl: 'http://localhost:3000/back' };
  const parts = { db, provider, now: shop.clock.now() };
  expect(await rebuildOrder(parts, { ...lost, ...urls })).toBe(false);
  expect(await db.selectFrom('orders').select('id').where('id', '=', fact.orderId).execute()).toEqual([]);
});
