/** Remedies with the real SDK, over real HTTP, against the stand-in of the provider. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../../src/shop/compensation/compensation-worker.ts';
import { createStripe } from '../../../src/shop/stripe/stripe.ts';
import { startPaymentStandIn } from '../../../stand-ins/payments/payments.ts';
import { insertBlock, insertEvent, insertLiveStream, insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

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
const organiser = await api.signInAs({ scopes: ['order:read', 'order:refund', 'event:read'] });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

let email: string;
let viewer: Awaited<ReturnType<typeof api.signInAs>>;
let outage: string;
beforeEach(async () => {
  await db.updateTable('blocks').set({ stripePriceId: null }).execute();
  const eventId = await insertEvent(db);
  const block = { eventId, stripePriceId: 'price_Gala', paymentRequired: true };
  const blockId = await insertBlock(db, block);
  await insertLiveStream(db, { blockId });
  email = `${randomUUID()}@example.test`;
  viewer = await api.signInAs({
    userId: await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' }),
  });
  control.pay(await newSession());
  await control.eventsSettled();
  await db
    .updateTable('orders')
    .set({ paidAt: minutesAgo(90) })
    .where('email', '=', email)
    .execute();
  const { id } = await db
    .updateTable('outages')
    .set({ startedAt: minutesAgo(20), endedAt: minutesAgo(10) })
    .where('blockId', '=', blockId)
    .returning('id')
    .executeTakeFirstOrThrow();
  outage = id;
  await db
    .insertInto('outageViewers')
    .values({ outageId: id, userId: viewer.userId, since: minutesAgo(20) })
    .execute();
});

async function newSession(): Promise<string> {
  const { status } = await viewer.request('POST /api/v1/shop/buy/price_Gala', {
    body: { email, successUrl: `${site}/back`, cancelUrl: `${site}/` },
  });
  expect(status).toBe(200);
  const order = await db
    .selectFrom('orders')
    .select('sessionId')
    .where('email', '=', email)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow();
  return String(order.sessionId);
}

async function compensate(terms: object) {
  const path = `/api/v1/shop/outages/${outage}/compensations`;
  const preview = await organiser.request(
    `GET ${path}/preview?terms=${encodeURIComponent(JSON.stringify(terms))}`,
  );
  const body = { key: randomUUID(), tag: preview.body.tag, terms };
  expect((await organiser.request(`POST ${path}`, { body })).status).toBe(201);
  await Promise.all([workOff(job), workOff(job)]);
  await control.eventsSettled();
}
const person = async () =>
  (await organiser.request(`GET /api/v1/shop/outages/${outage}/people`)).body.data[0];

it('refunds a part, which the provider reports as well, once', async () => {
  await compensate({ remedy: 'refund', percent: 25 });
  expect(await person()).toMatchObject({
    refundedAmount: 374,
    compensation: { status: 'done', amount: 374 },
  });
  const { paymentIntent } = await db
    .selectFrom('orders')
    .select('paymentIntent')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(await provider.listRefunds(String(paymentIntent))).toMatchObject([
    { amount: 374, state: 'succeeded' },
  ]);
});

it('makes a code that takes the credit off the next payment, once', async () => {
  const endDate = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await compensate({ remedy: 'credit', amounts: [{ currency: 'eur', amount: 500 }], endDate });
  expect(await person()).toMatchObject({ compensation: { status: 'done', amount: 500 } });
  const { text } = await db
    .selectFrom('outboxMails')
    .select('text')
    .where('recipient', '=', email)
    .where('kind', '=', 'compensation-credit')
    .executeTakeFirstOrThrow();
  const code = /with this code: (\S+)/.exec(text ?? '')?.[1] ?? '';

  const eventId = await insertEvent(db);
  await db.updateTable('blocks').set({ stripePriceId: null }).execute();
  await insertBlock(db, { eventId, stripePriceId: 'price_Gala', paymentRequired: true });
  const session = await newSession();
  expect(control.applyCode(session, code)).toBeUndefined();
  control.pay(session);
  await control.eventsSettled();
  const paid = await db
    .selectFrom('orders')
    .select('amount')
    .where('sessionId', '=', session)
    .executeTakeFirstOrThrow();
  expect(paid.amount).toBe(999);

  const other = await api.signInAs({
    userId: await insertUser(db, { email: `x${email}`, emailVerifiedAt: '2026-01-01T00:00:00Z' }),
  });
  [viewer, email] = [other, `x${email}`];
  expect(control.applyCode(await newSession(), code)).toBeDefined();
});
