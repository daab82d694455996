/** Paid without a sign-in, for what an organiser had granted before (docs/product.md, 24.6). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertAccess } from '../factories.ts';
import { disputeEvent, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, clock } = shop;
const organiser = await shop.signInAs({ scopes: ['event:read', 'event:create', 'event:update'] });
const past = '2026-01-01T00:00:00Z';
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
let viewer: Awaited<ReturnType<typeof shop.newViewer>>;
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
beforeEach(async () => {
  viewer = await shop.newViewer();
  ticket = await shop.newTicket();
});
const grant = (change: object = {}) =>
  insertAccess(db, {
    eventId: ticket.eventId,
    userId: viewer.userId,
    startDate: past,
    endDate: null,
    ...change,
  });
const status = async ({ orderId }: { orderId: string }) => (await shop.findOrder(orderId)).status;
const kinds = async () => (await shop.mailsTo(viewer.email)).map(({ kind }) => kind);

it('is refunded with a mail that says why, and the grant stays', async () => {
  await grant();
  const order = await shop.pay(ticket.priceId, viewer.email);
  expect(await status(order)).toBe('refunded');
  expect(await kinds()).toEqual(['granted-before']);
  const [mail] = await shop.mailsTo(viewer.email);
  expect(mail?.text).toContain('an organiser had given you access before');
  await shop.work();
  expect(shop.provider.refunds).toMatchObject([{ amount: 1499 }]);
  expect((await viewer.request(ticket.watch)).status).toBe(200);
  expect(await kinds()).toEqual(['granted-before']);
});

it.each<[string, () => object]>([
  ['ends', () => ({ endDate: inHours(100) })],
  ['starts later', () => ({ startDate: inHours(1) })],
  ['opens another event', () => ({ eventId: undefined })],
])('stays paid beside a grant that %s', async (_name, change) => {
  const { eventId } = await shop.newTicket();
  await grant({ ...change(), ...('eventId' in change() ? { eventId } : {}) });
  expect(await status(await shop.pay(ticket.priceId, viewer.email))).toBe('paid');
});

describe('an organiser who grants, with a start in the past, what was ordered already', () => {
  const url = '/api/v1/events/access';
  const dates = () => ({ eventId: ticket.eventId, userId: viewer.userId, startDate: past });
  const granting: Array<[how: string, grantLater: () => Promise<() => Promise<unknown>>]> = [
    ['in the form', async () => () => organiser.request(`POST ${url}`, { body: dates() })],
    [
      'in a file',
      async () => () =>
        organiser.request(`POST ${url}/import`, {
          headers: { 'content-type': 'text/csv' },
          body: `eventId,userId,startDate\n${ticket.eventId},${viewer.userId},${past}\n`,
        }),
    ],
    [
      'by an end that goes',
      async () => {
        const { body } = await organiser.request(`POST ${url}`, {
          body: { ...dates(), endDate: inHours(1) },
        });
        return () => organiser.request(`PATCH ${url}/${body.id}`, { body: { endDate: null } });
      },
    ],
    [
      'by a start that is moved back',
      async () => {
        const { body } = await organiser.request(`POST ${url}`, {
          body: { ...dates(), startDate: inHours(48) },
        });
        return () => organiser.request(`PATCH ${url}/${body.id}`, { body: { startDate: past } });
      },
    ],
  ];

  it.each(granting)('takes nothing back: %s', async (_how, prepare) => {
    const grantNow = await prepare();
    const order = await shop.openOrder(ticket.priceId, viewer.email);
    expect(await grantNow()).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
    await shop.deliver(sessionEvent('completed', order));
    expect(await status(order)).toBe('paid');
  });

  it('takes nothing back while a bank debit is on its way', async () => {
    const order = await shop.openOrder(ticket.priceId, viewer.email);
    await shop.deliver(sessionEvent('completed', order, { paymentStatus: 'unpaid' }));
    await grant();
    clock.advance(60_000);
    await shop.deliver(sessionEvent('async_payment_succeeded', order));
    clock.reset();
    expect(await status(order)).toBe('paid');
  });
});

it('stays paid when a dispute is won after the organiser has helped with a grant', async () => {
  const order = await shop.pay(ticket.priceId, viewer.email);
  const dispute = { id: `dp_${randomUUID()}`, intent: order.intent, amount: 1499 };
  await shop.deliver(disputeEvent('created', { ...dispute, status: 'needs_response' }));
  expect(await status(order)).toBe('disputed');
  await grant();
  await shop.deliver(disputeEvent('closed', { ...dispute, status: 'won' }));
  expect(await status(order)).toBe('paid');
});

it('counts for an address that waits for its account too', async () => {
  const email = `${randomUUID()}@example.test`;
  await grant({ userId: null, email });
  expect(await status(await shop.pay(ticket.priceId, email))).toBe('refunded');
});

it('stays paid when the grant opens only a part of it', async () => {
  const { priceId } = ticket;
  await shop.newTicket({ event: { stripePriceId: priceId } });
  await grant();
  expect(await status(await shop.pay(priceId, viewer.email))).toBe('paid');
});
