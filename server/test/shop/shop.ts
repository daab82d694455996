/** A server with a fake payment provider, something to buy, and calls that buy and pay. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { PlaybackEvidence } from '../../src/shop/compensation/playback-evidence.ts';
import { runOnce, takeMissedEvents } from '../../src/shop/shop-worker.ts';
import { insertBlock, insertEvent, insertLiveStream, insertUser } from '../factories.ts';
import { type Answer, type Device, startApi } from '../harness.ts';
import type { OnQuery } from '../test-database.ts';
import { createFakeProvider, newPrice, sessionOf } from './fake-provider.ts';
import { sessionEvent, signatureOf, type TestEvent } from './provider-events.ts';

const site = 'http://localhost:3000';
const silent = { info() {}, warn() {}, error() {} };

export async function startShop(onQuery?: OnQuery, parts: { evidence?: PlaybackEvidence } = {}) {
  const provider = createFakeProvider();
  const api = await startApi({ publicUrl: site }, onQuery, { paymentProvider: provider, ...parts });
  const { db, clock } = api;
  const job = { db, provider, now: clock.now, log: silent, wakeOutbox: () => {}, paceMs: 0 };

  /** A paid block of a public event, with prices for the block and the event. */
  async function newTicket({ event = {}, block = {} }: { event?: object; block?: object } = {}) {
    const id = randomUUID().replaceAll('-', '');
    const [priceId, eventPriceId] = [`price_Block${id}`, `price_Event${id}`];
    provider.prices.set(priceId, newPrice(priceId));
    provider.prices.set(eventPriceId, newPrice(eventPriceId, { amount: 2499 }));
    const eventId = await insertEvent(db, { stripePriceId: eventPriceId, ...event });
    const blockId = await insertBlock(db, {
      eventId,
      stripePriceId: priceId,
      paymentRequired: true,
      ...block,
    });
    const liveStreamId = await insertLiveStream(db, { blockId });
    const watch = `GET /api/v1/kickboxing/competitions/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/signed-url`;
    return { eventId, blockId, priceId, eventPriceId, watch };
  }

  /** Keeps a key of its own; `device` is signed in there. */
  function newBrowser(
    device: Pick<Device, 'request'> = api,
    headers = { 'checkout-key': randomBytes(16).toString('base64url') },
  ): Pick<Device, 'request'> {
    return {
      request: (call, options = {}) =>
        device.request(call, { ...options, headers: { ...headers, ...options.headers } }),
    };
  }
  const browser = newBrowser();

  const buy = (priceId: string, email: string, as: Pick<Device, 'request'> = browser): Promise<Answer> =>
    as.request(`POST /api/v1/shop/buy/${priceId}`, {
      body: { email, successUrl: `${site}/back?checkout=success#top`, cancelUrl: `${site}/back` },
    });

  const orderOf = (email: string, priceId: string) =>
    db
      .selectFrom('orders')
      .selectAll()
      .where('email', '=', email)
      .where('priceId', '=', priceId)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();

  function deliver(event: TestEvent, body = JSON.stringify(event)): Promise<Answer> {
    return api.request('POST /api/v1/shop/webhook', {
      body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signatureOf(body, { at: Math.floor(clock.now().getTime() / 1_000) }),
      },
    });
  }

  return {
    ...api,
    provider,
    newTicket,
    newBrowser,
    browser,
    buy,
    deliver,
    orderOf,

    /** A user whose address is confirmed, signed in. */
    async newViewer({ confirmed = true } = {}) {
      const email = `${randomUUID()}@example.test`;
      const emailVerifiedAt = confirmed ? '2026-01-01T00:00:00Z' : null;
      const userId = await insertUser(db, { email, emailVerifiedAt });
      return { ...(await api.signInAs({ userId })), email };
    },

    /** An order whose payment page is open. */
    async openOrder(priceId: string, email: string, as = browser) {
      await buy(priceId, email, as);
      const { id } = await orderOf(email, priceId);
      const intent = `pi_${id.replaceAll('-', '')}`;
      return {
        orderId: id,
        sessionId: sessionOf(id),
        intent,
        amount: provider.prices.get(priceId)?.amount ?? 0,
        subtotal: provider.prices.get(priceId)?.amount ?? 0,
        currency: provider.prices.get(priceId)?.currency ?? 'eur',
      };
    },

    async pay(priceId: string, email: string, as = browser) {
      const order = await this.openOrder(priceId, email, as);
      await deliver(sessionEvent('completed', order));
      return order;
    },

    findOrder: (id: string) =>
      db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    accessesOf: (orderId: string) =>
      db.selectFrom('accesses').selectAll().where('orderId', '=', orderId).execute(),
    mailsTo: (recipient: string) =>
      db.selectFrom('outboxMails').select(['kind', 'text']).where('recipient', '=', recipient).execute(),
    /** One round of the job. */
    workOnce: () => runOnce(job),
    /** Rounds of the job until nothing is due. */
    async work() {
      while (await runOnce(job));
    },
    takeMissed: () => takeMissedEvents(job),
  };
}
