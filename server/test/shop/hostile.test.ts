/** Attempts to get an access without paying, and unlucky days on which somebody could pay and get none. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertUser } from '../factories.ts';
import { waitUntilBlocked } from '../wait-for-lock.ts';
import { disputeEvent, seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db } = shop;
const newEmail = () => `${randomUUID()}@example.test`;
const setEmail = (userId: string, email: string) =>
  db.updateTable('users').set({ email }).where('id', '=', userId).execute();
const statusesOf = (...orders: Array<{ orderId: string }>) =>
  Promise.all(orders.map(async ({ orderId }) => (await shop.findOrder(orderId)).status));
const accessCount = async (orderId: string) => (await shop.accessesOf(orderId)).length;

it('sells to the new owner of an address what the owner before has bought', async () => {
  const before = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  await shop.pay(priceId, before.email);
  await setEmail(before.userId, newEmail());
  const userId = await insertUser(db, { email: before.email, emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const { orderId } = await shop.pay(priceId, before.email);
  expect(await shop.findOrder(orderId)).toMatchObject({ userId, status: 'paid' });
  expect(await accessCount(orderId)).toBe(1);
});

it('refunds what an account pays at one moment under two addresses', async () => {
  const viewer = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  const first = await shop.openOrder(priceId, viewer.email);
  const email = newEmail();
  await setEmail(viewer.userId, email);
  const second = await shop.openOrder(priceId, email);
  await Promise.all([first, second].map((order) => shop.deliver(sessionEvent('completed', order))));
  expect((await statusesOf(first, second)).toSorted()).toEqual(['paid', 'refunded']);
});

it('opens a new page while the address is confirmed, and neither waits for the other', async () => {
  const { email, userId } = await shop.newViewer({ confirmed: false });
  const { priceId } = await shop.newTicket();
  const { orderId } = await shop.openOrder(priceId, email);
  const createdAt = new Date(shop.clock.now().getTime() - 58 * 60_000).toISOString();
  await db.updateTable('orders').set({ createdAt }).where('id', '=', orderId).execute();
  const calls: Array<Promise<unknown>> = [];
  await db.transaction().execute(async (trx) => {
    // Of the order that is being stored, and of the confirmation.
    await sql`select pg_advisory_xact_lock(20261122)`.execute(trx);
    const emailVerifiedAt = shop.clock.now().toISOString();
    calls.push(db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', userId).execute());
    await waitUntilBlocked(db);
    calls.push(shop.buy(priceId, email));
    await waitUntilBlocked(db, 2);
  });
  expect(await Promise.all(calls)).toMatchObject([{}, { status: 200 }]);
  const orders = await db
    .selectFrom('orders')
    .select(['userId', 'isOpen'])
    .where('email', '=', email)
    .execute();
  expect(orders.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen))).toEqual([
    { userId, isOpen: false },
    { userId, isOpen: true },
  ]);
});

it('is not paid by another page of the operator that names the order as its reference', async () => {
  const { email } = await shop.newViewer();
  const order = await shop.openOrder((await shop.newTicket()).priceId, email);
  const event = sessionEvent('completed', { ...order, sessionId: 'cs_paymentlink', amount: 100 });
  event.data.object.metadata = {};
  expect((await shop.deliver(event)).status).toBe(204);
  expect([await statusesOf(order), await accessCount(order.orderId)]).toEqual([['pending'], 0]);
});

it.each(['partly_paid', undefined])('gives nothing for the payment status %s', async (paymentStatus) => {
  const { email } = await shop.newViewer();
  const order = await shop.openOrder((await shop.newTicket()).priceId, email);
  const event = sessionEvent('completed', order);
  event.data.object.payment_status = paymentStatus;
  await shop.deliver(event);
  expect([await statusesOf(order), await accessCount(order.orderId)]).toEqual([['processing'], 0]);
});

it.each([90, -90])('opens at once when the clock of the provider is %s s ahead', async (ahead) => {
  const viewer = await shop.newViewer();
  const { priceId, watch } = await shop.newTicket();
  const order = await shop.openOrder(priceId, viewer.email);
  await shop.deliver(sessionEvent('completed', order, { created: seconds(shop.clock.now()) + ahead }));
  expect((await viewer.request(watch)).status).toBe(200);
});

it('heals the other orders and events when one cannot be read', async () => {
  const orders = [];
  for (let count = 0; count < 6; count++) {
    const { email } = await shop.newViewer();
    orders.push(await shop.openOrder((await shop.newTicket()).priceId, email));
  }
  const facts = orders.map(({ orderId, sessionId: id, intent }, index) => ({
    kind: 'session' as const,
    id,
    orderId,
    paymentIntent: intent,
    state: 'paid',
    currency: 'eur',
    // The database refuses half a cent.
    amount: index % 3 === 0 ? 0.5 : 1499,
    subtotal: 1499,
    asOf: seconds(),
    receiptUrl: 'https://pay.example/receipt',
  }));
  for (const fact of facts.slice(0, 3)) shop.provider.facts.set(fact.id, [fact]);
  shop.clock.advance(121_000);
  await shop.work();
  shop.clock.reset();
  shop.provider.missedEvents = facts.slice(3).map((fact) => ({
    id: `evt_${fact.id}`,
    type: 'checkout.session.completed',
    objectId: fact.id,
    created: fact.asOf,
    fact,
  }));
  await shop.takeMissed();
  shop.provider.missedEvents = [];
  expect(await statusesOf(...orders)).toEqual(['pending', 'paid', 'paid', 'pending', 'paid', 'paid']);
});

it('sends a receipt again to the account, not to an address that it has left', async () => {
  const viewer = await shop.newViewer();
  const { orderId } = await shop.pay((await shop.newTicket()).priceId, viewer.email);
  const email = newEmail();
  await setEmail(viewer.userId, email);
  const organiser = await shop.signInAs({ scopes: ['order:update'] });
  expect((await organiser.request(`POST /api/v1/shop/orders/${orderId}/receipt`)).status).toBe(204);
  const mails = await Promise.all([viewer.email, email].map(shop.mailsTo));
  expect(mails.map(({ length }) => length)).toEqual([1, 1]);
});

it('confirms a payment that took days to the account, not to an address that it has left meanwhile', async () => {
  const viewer = await shop.newViewer();
  const { priceId, eventPriceId } = await shop.newTicket();
  const orders = [
    await shop.openOrder(eventPriceId, viewer.email, viewer),
    await shop.openOrder(priceId, viewer.email, viewer),
  ];
  for (const order of orders)
    await shop.deliver(sessionEvent('completed', order, { paymentStatus: 'unpaid' }));
  const email = newEmail();
  await setEmail(viewer.userId, email);
  for (const order of orders) await shop.deliver(sessionEvent('async_payment_succeeded', order));
  // The second one is refunded: the event includes the block.
  expect(await statusesOf(...orders)).toEqual(['paid', 'refunded']);
  const mails = await Promise.all([viewer.email, email].map(shop.mailsTo));
  expect(mails.map(({ length }) => length)).toEqual([0, 2]);
});

it('repeats an automatic refund that the provider refuses today', async () => {
  const viewer = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  await shop.pay(priceId, viewer.email);
  const again = await shop.pay(priceId, viewer.email);
  shop.provider.refusesRefunds = true;
  await shop.work();
  shop.provider.refusesRefunds = false;
  expect(await statusesOf(again)).toEqual(['refunded']);
  shop.clock.advance(60_000);
  await shop.work();
  shop.clock.reset();
  const refunds = shop.provider.refunds.filter(({ paymentIntent }) => paymentIntent === again.intent);
  expect(refunds).toMatchObject([{ amount: 1499 }]);
});

it('lets no refund wait for ever for buyers who ask about their payment pages without a pause', {
  timeout: 60_000,
}, async () => {
  const viewer = await shop.newViewer();
  const paid = await shop.pay((await shop.newTicket()).priceId, viewer.email);
  const { priceId } = await shop.newTicket();
  const asked = await Promise.all(Array.from({ length: 12 }, () => shop.openOrder(priceId, newEmail())));
  const makeDue = () =>
    db
      .updateTable('orders')
      .set({ reconcileAt: shop.clock.now().toISOString() })
      .where(
        'id',
        'in',
        asked.map(({ orderId }) => orderId),
      )
      .execute();
  const organiser = await shop.signInAs({ scopes: ['order:refund'] });
  const { readOrder } = shop.provider;
  let calls = 0;
  shop.provider.readOrder = async (sessionId) => {
    calls += 1;
    // Not for ever: a failure of this test has to end.
    if (calls < 60) await makeDue();
    return readOrder.call(shop.provider, sessionId);
  };
  await makeDue();
  const round = shop.workOnce();
  await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(0);
  const refunded = await organiser.request(`POST /api/v1/shop/orders/${paid.orderId}/refunds`, {
    body: { key: randomUUID(), refundedAmount: 0, reason: 'requested' },
  });
  expect(refunded.status).toBe(201);
  expect(await round).toBe(true);
  shop.provider.readOrder = readOrder;
  expect(calls).toBeLessThan(60);
  await shop.work();
  const refunds = shop.provider.refunds.filter(({ paymentIntent }) => paymentIntent === paid.intent);
  expect(refunds).toMatchObject([{ amount: 1499 }]);
});

it('does not let buyers wait for a price that the provider has just failed to tell', async () => {
  const { priceId } = await shop.newTicket();
  shop.provider.isAway = true;
  const first = await shop.request(`GET /api/v1/shop/prices/${priceId}`);
  const begun = performance.now();
  const second = await shop.request(`GET /api/v1/shop/prices/${priceId}`);
  const waited = performance.now() - begun;
  shop.provider.isAway = false;
  const third = await shop.request(`GET /api/v1/shop/prices/${priceId}`);
  expect([first, second, third].map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(waited).toBeLessThan(5_000);
});

it('refunds one of two orders that are refunded with one key at one moment', async () => {
  const organiser = await shop.signInAs({ scopes: ['order:refund'] });
  const { email } = await shop.newViewer();
  const { priceId, eventPriceId } = await shop.newTicket();
  const orders = [await shop.pay(priceId, email), await shop.pay(eventPriceId, email)];
  const body = { key: randomUUID(), refundedAmount: 0, reason: 'requested' };
  const answers = await Promise.all(
    orders.map(({ orderId }) => organiser.request(`POST /api/v1/shop/orders/${orderId}/refunds`, { body })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await statusesOf(...orders)).toSorted()).toEqual(['paid', 'refunded']);
});

it('refunds what a won dispute would open, when it was deleted meanwhile', async () => {
  const admin = await shop.signInAs({ scopes: ['event:delete'] });
  const { email } = await shop.newViewer();
  const { priceId, eventId } = await shop.newTicket();
  const order = await shop.pay(priceId, email);
  const dispute = (status: string, later: number) =>
    shop.deliver(disputeEvent('updated', { ...order, id: `dp_${order.orderId}`, status }, seconds() + later));
  await dispute('needs_response', 0);
  expect((await admin.request(`DELETE /api/v1/events/${eventId}`)).status).toBe(204);
  await dispute('won', 1);
  await dispute('won', 2);
  await shop.work();
  expect(await statusesOf(order)).toEqual(['refunded']);
  const refunds = shop.provider.refunds.filter(({ paymentIntent }) => paymentIntent === order.intent);
  expect(refunds).toMatchObject([{ amount: 1499 }]);
});

it('does not let organisers change a bought access to something else', async () => {
  const organiser = await shop.signInAs({ scopes: ['event:read', 'event:update'] });
  const { email } = await shop.newViewer();
  const { priceId, blockId } = await shop.newTicket();
  const { orderId } = await shop.pay(priceId, email);
  const path = `/api/v1/events/access/${(await shop.accessesOf(orderId))[0]?.id}`;
  const { headers } = await organiser.request(`GET ${path}`);
  const change = async (body: object) =>
    (await organiser.request(`PATCH ${path}`, { body, headers: { 'if-match': String(headers.etag) } }))
      .status;
  expect([await change({ blockId: null }), await change({ blockId })]).toEqual([409, 204]);
});
