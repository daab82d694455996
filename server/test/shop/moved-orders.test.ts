/** An order whose address was mistyped goes to the right one (docs/product.md, 24.25). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertAccess } from '../factories.ts';
import { newPrice } from './fake-provider.ts';
import { disputeEvent, refundEvent, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db } = shop;
const organiser = await shop.signInAs({
  scopes: ['order:read', 'order:update', 'order:refund', 'event:read', 'event:create'],
});
const move = (orderId: string, from: string, email: string, as = organiser) =>
  as.request(`PUT /api/v1/shop/orders/${orderId}/buyer`, { body: { email, from } });
const newEmail = () => `${randomUUID()}@example.test`;
const kindsTo = async (email: string) => (await shop.mailsTo(email)).map(({ kind }) => kind);

afterEach(() => shop.clock.reset());

let wrong: Awaited<ReturnType<typeof shop.newViewer>>;
let right: typeof wrong;
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
let order: Awaited<ReturnType<typeof shop.pay>>;
beforeEach(async () => {
  [wrong, right] = [await shop.newViewer(), await shop.newViewer()];
  ticket = await shop.newTicket();
  order = await shop.pay(ticket.priceId, wrong.email);
});

it('moves the access with its dates, tells both, and is recorded', async () => {
  const endDate = '2027-01-01T00:00:00.000Z';
  await db.updateTable('accesses').set({ endDate }).where('orderId', '=', order.orderId).execute();
  expect((await wrong.request(ticket.watch)).status).toBe(200);
  expect((await move(order.orderId, wrong.email, ` ${right.email.toUpperCase()} `)).status).toBe(204);
  expect((await wrong.request(ticket.watch)).status).toBe(403);
  expect((await right.request(ticket.watch)).status).toBe(200);
  expect(await shop.accessesOf(order.orderId)).toMatchObject([{ userId: right.userId, email: null }]);
  const [access] = await shop.accessesOf(order.orderId);
  expect(Date.parse(String(access?.endDate))).toBe(Date.parse(endDate));
  expect([await kindsTo(wrong.email), await kindsTo(right.email)]).toEqual([
    expect.arrayContaining(['order-left']),
    ['order-arrived'],
  ]);
  for (const { text } of await shop.mailsTo(wrong.email)) expect(text).not.toContain(right.email);
  const { body } = await organiser.request(`GET /api/v1/shop/orders/${order.orderId}`);
  expect(body).toMatchObject({ email: right.email, userId: right.userId, status: 'paid' });
  expect(body.moved).toMatchObject({ actorName: expect.any(String) });
  const listed = async (viewer: typeof wrong) =>
    (await viewer.request('GET /api/v1/shop/purchases')).body.total;
  expect([await listed(wrong), await listed(right)]).toEqual([0, 1]);
  const entry = await db
    .selectFrom('auditEntries')
    .select(['action', 'entityId'])
    .where('action', '=', 'moveOrder')
    .where('entityId', '=', order.orderId)
    .execute();
  expect(entry).toHaveLength(1);
});

it('waits for an address that no account has confirmed, and arrives with it', async () => {
  const email = newEmail();
  expect((await move(order.orderId, wrong.email, email)).status).toBe(204);
  expect(await shop.accessesOf(order.orderId)).toMatchObject([{ userId: null, email }]);
  await db
    .updateTable('users')
    .set({ email, emailVerifiedAt: '2026-01-02T00:00:00Z' })
    .where('id', '=', right.userId)
    .execute();
  expect((await right.request(ticket.watch)).status).toBe(200);
});

it('changes nothing when it is repeated, also at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => move(order.orderId, wrong.email, right.email)),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect(await kindsTo(right.email)).toEqual(['order-arrived']);
});

it('of two organisers at once, one moves it and the other is told', async () => {
  const other = await shop.newViewer();
  const answers = await Promise.all(
    [right, other].map(({ email }) => move(order.orderId, wrong.email, email)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.issues[0].pointer).toBe('/from');
  expect(await shop.accessesOf(order.orderId)).toHaveLength(1);
});

it('goes to and fro a few times, and floods nobody, also under other tags of one mailbox', async () => {
  shop.clock.stop();
  const [name = '', host = ''] = newEmail().split('@');
  const statuses: number[] = [];
  let from = wrong.email;
  for (let time = 0; time < 14; time += 1) {
    const email = time % 2 ? wrong.email : `${name}+${time}@${host}`;
    const { status } = await move(order.orderId, from, email);
    statuses.push(status);
    if (status === 204) from = email;
  }
  expect(statuses).toEqual([...Array(6).fill(204), ...Array(8).fill(429)]);
  expect((await kindsTo(wrong.email)).filter((kind) => /^order-/.test(kind ?? ''))).toHaveLength(6);
});

it('of many orders, one organiser moves a hundred in one go', async () => {
  const mover = await shop.signInAs({ scopes: ['order:update', 'event:create'] });
  shop.clock.stop();
  const statuses = new Set<number>();
  for (let time = 0; time < 101; time += 1)
    statuses.add((await move(randomUUID(), newEmail(), newEmail(), mover)).status);
  expect([...statuses]).toEqual([404]);
  expect((await move(order.orderId, wrong.email, right.email, mover)).status).toBe(429);
});

it('is refused to a buyer who has all of it, bought or granted, and to nobody else', async () => {
  const owner = await shop.newViewer();
  await shop.pay(ticket.eventPriceId, owner.email);
  await insertAccess(db, {
    eventId: ticket.eventId,
    userId: right.userId,
    startDate: '2026-01-01T00:00:00Z',
  });
  for (const { email } of [owner, right]) {
    const { status, body } = await move(order.orderId, wrong.email, email);
    expect([status, body.issues[0].pointer]).toEqual([409, '/email']);
  }
  expect((await wrong.request(ticket.watch)).status).toBe(200);
  expect(await kindsTo(wrong.email)).not.toContain('order-left');
});

const events: Array<[string, (intent: string) => Promise<unknown>]> = [
  [
    'refunded',
    (intent) =>
      shop.deliver(refundEvent('created', { id: `re_${intent}`, intent, amount: 1499, status: 'succeeded' })),
  ],
  [
    'disputed',
    (intent) =>
      shop.deliver(
        disputeEvent('created', { id: `dp_${intent}`, intent, amount: 1499, status: 'needs_response' }),
      ),
  ],
  [
    'disputed in part',
    (intent) =>
      shop.deliver(
        disputeEvent('created', { id: `dp_${intent}`, intent, amount: 100, status: 'needs_response' }),
      ),
  ],
  ['of a deleted account', () => db.deleteFrom('users').where('id', '=', wrong.userId).execute()],
];
it.each(events)('an order that is %s stays', async (_name, happen) => {
  await happen(order.intent);
  expect((await move(order.orderId, wrong.email, right.email)).status).toBe(409);
  expect((await shop.findOrder(order.orderId)).userId).not.toBe(right.userId);
});

it('an order that is not paid, or does not exist, is refused', async () => {
  const open = await shop.openOrder(ticket.eventPriceId, wrong.email);
  expect((await move(open.orderId, wrong.email, right.email)).status).toBe(409);
  expect((await move(randomUUID(), wrong.email, right.email)).status).toBe(404);
});

it('follows its payment: a refund ends the access of the new buyer', async () => {
  await move(order.orderId, wrong.email, right.email);
  const refund = { id: `re_${order.intent}`, intent: order.intent, amount: 1499, status: 'succeeded' };
  await shop.deliver(refundEvent('created', refund));
  expect(await shop.accessesOf(order.orderId)).toEqual([]);
  expect(await kindsTo(right.email)).toContain('refunded');
  expect(await kindsTo(wrong.email)).not.toContain('refunded');
});

it('a free ticket that was moved keeps its buyer from taking a second one', async () => {
  shop.provider.prices.set(ticket.eventPriceId, newPrice(ticket.eventPriceId, { amount: 0 }));
  const free = { ...(await shop.openOrder(ticket.eventPriceId, wrong.email)), intent: null };
  await shop.deliver(sessionEvent('completed', free, { paymentStatus: 'no_payment_required' }));
  expect((await move(free.orderId, wrong.email, right.email)).status).toBe(204);
  expect((await shop.buy(ticket.eventPriceId, right.email, right)).status).toBe(409);
});

it('needs the permission to give an access', async () => {
  const reader = await shop.signInAs({ scopes: ['order:read', 'order:update'] });
  expect((await move(order.orderId, wrong.email, right.email, reader)).status).toBe(403);
});

it('does not deadlock with a confirmation and with the messages of the provider', async () => {
  const email = newEmail();
  const dispute = { id: `dp_${order.intent}`, intent: order.intent, amount: 1499 };
  const all = await Promise.all([
    move(order.orderId, wrong.email, email),
    db
      .updateTable('users')
      .set({ email, emailVerifiedAt: '2026-01-02T00:00:00Z' })
      .where('id', '=', right.userId)
      .execute(),
    shop.deliver(disputeEvent('created', { ...dispute, status: 'warning_needs_response' })),
    shop.deliver(disputeEvent('closed', { ...dispute, status: 'warning_closed' })),
  ]);
  expect(all[0].status).toBe(204);
  expect(await shop.accessesOf(order.orderId)).toMatchObject([{ userId: right.userId }]);
});
