import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertEvent } from '../factories.ts';
import type { Device } from '../harness.ts';
import { disputeEvent, refundEvent, seconds } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, provider, clock } = shop;
const organiser = await shop.signInAs({
  scopes: ['order:read', 'order:refund', 'order:update', 'event:read'],
});

type Viewer = Device & { email: string };
let viewer: Viewer;
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
let order: Awaited<ReturnType<typeof shop.pay>>;
beforeEach(async () => {
  viewer = await shop.newViewer();
  ticket = await shop.newTicket();
  order = await shop.pay(ticket.priceId, viewer.email);
});

const refund = (fields: object = {}, id = order.orderId) =>
  organiser.request(`POST /api/v1/shop/orders/${id}/refunds`, {
    body: { key: randomUUID(), refundedAmount: 0, reason: 'requested', ...fields },
  });
const read = async (id = order.orderId) => (await organiser.request(`GET /api/v1/shop/orders/${id}`)).body;
const canWatch = async () => (await viewer.request(ticket.watch)).status === 200;
const filtered = (path: string, filter: object) =>
  organiser.request(`GET ${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`);

describe('refundOrder', () => {
  it('gives everything back, once for a key, and ends the access at the next ping', async () => {
    const { body: played } = await viewer.request(ticket.watch);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund({ key })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect([await canWatch(), (await read()).status]).toEqual([false, 'refunded']);
    const ping = await viewer.request(`POST /api/v1/playback/sessions/${played.playbackSessionId}/ping`);
    expect([ping.status, ping.body.type]).toEqual([404, '/problems/playback-ended-by-access']);
    await shop.work();
    await shop.work();
    expect(provider.refunds.filter(({ paymentIntent }) => paymentIntent === order.intent)).toMatchObject([
      { amount: 1499, requestId: answers[0]?.body.id },
    ]);
    expect(await read()).toMatchObject({
      status: 'refunded',
      refundedAmount: 1499,
      refunds: [{ amount: 1499, status: 'succeeded', reason: 'requested', actorName: 'Test User' }],
    });
  });

  it.each([
    ['kwd', 5, 400],
    ['kwd', 10, 201],
    ['isk', 150, 400],
    ['isk', 300, 201],
    ['jpy', 5, 201],
    ['kwd', 1499, 201],
  ])('in %s gives back %i only if the currency can pay it: %i', async (currency, amount, status) => {
    await db.updateTable('orders').set({ currency }).where('id', '=', order.orderId).execute();
    const answer = await refund({ amount });
    expect([answer.status, answer.body.issues?.[0].pointer]).toEqual([
      status,
      status === 400 ? '/amount' : undefined,
    ]);
    expect((await read()).refundedAmount).toBe(status === 400 ? 0 : amount);
  });

  it('adds parts up, keeps the access until all is back, and never gives back more', async () => {
    await refund({ amount: 500 });
    expect([await canWatch(), (await read()).refundedAmount]).toEqual([true, 500]);
    const outdated = await refund({ amount: 500 });
    const tooMuch = await refund({ amount: 1_000, refundedAmount: 500 });
    expect([outdated.body.issues[0].pointer, tooMuch.body.issues[0].pointer]).toEqual([
      '/refundedAmount',
      '/amount',
    ]);
    expect((await refund({ refundedAmount: 500 })).status).toBe(201);
    expect([await canWatch(), (await read()).refundedAmount]).toEqual([false, 1499]);
    await shop.work();
    expect((await refund({ refundedAmount: 1499 })).status).toBe(409);
  });

  it('leaves the access when the stream could not be watched, with one mail; the rest ends it', async () => {
    const watched = await shop.newViewer();
    const whole = await shop.pay(ticket.priceId, watched.email);
    expect((await refund({ reason: 'not-watchable' }, whole.orderId)).status).toBe(201);
    await refund({ reason: 'not-watchable', amount: 500 });
    await shop.work();
    expect((await watched.request(ticket.watch)).status).toBe(200);
    expect(await read(whole.orderId)).toMatchObject({ status: 'paid', refundedAmount: 1499 });
    const mails = (await shop.mailsTo(watched.email)).filter(({ kind }) => kind === 'refunded');
    expect(mails.map(({ text }) => text?.includes('What you have bought stays yours.'))).toEqual([true]);
    expect((await refund({ refundedAmount: 1499 }, whole.orderId)).body.detail).toContain('keeps the access');
    expect((await refund({ refundedAmount: 500 })).status).toBe(201);
    expect([await canWatch(), (await read()).status]).toEqual([false, 'refunded']);
  });

  it('of ten different refunds at once makes one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund({ amount: 1_000 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  it('gives the access back when the provider refuses', async () => {
    provider.refusesRefunds = true;
    await refund();
    await shop.work();
    provider.refusesRefunds = false;
    expect(await read()).toMatchObject({
      status: 'paid',
      refundedAmount: 0,
      refunds: [{ status: 'failed' }],
    });
    expect(await canWatch()).toBe(true);
  });

  it('is repeated while the provider is away, and not made twice when its answer was lost', async () => {
    provider.isAway = true;
    const { body } = await refund();
    await shop.work();
    provider.isAway = false;
    const lost = { kind: 'refund' as const, id: 're_lost', paymentIntent: order.intent, requestId: body.id };
    provider.refunds.push({
      ...lost,
      state: 'succeeded',
      amount: 1499,
      createdAt: seconds(),
      asOf: seconds(),
    });
    clock.advance(60_000);
    await shop.work();
    clock.reset();
    expect(provider.refunds.filter(({ paymentIntent }) => paymentIntent === order.intent)).toHaveLength(1);
    expect((await read()).refunds).toMatchObject([{ status: 'succeeded' }]);
  });

  it('keeps the access that another payment gives', async () => {
    const event = await shop.pay(ticket.eventPriceId, viewer.email);
    await refund({}, event.orderId);
    expect(await canWatch()).toBe(true);
    await refund();
    expect(await canWatch()).toBe(false);
  });

  it('refuses what is not paid, and what does not exist', async () => {
    const open = await shop.openOrder(ticket.eventPriceId, viewer.email);
    expect([(await refund({}, open.orderId)).status, (await refund({}, randomUUID())).status]).toEqual([
      409, 404,
    ]);
  });
});

describe('a dispute', () => {
  const dispute = (status: string, created = seconds(), amount = 1499) =>
    shop.deliver(
      disputeEvent('updated', { id: `dp_${order.orderId}`, intent: order.intent, amount, status }, created),
    );

  it('suspends, gives back when won, and takes away when lost', async () => {
    await dispute('needs_response');
    expect([await canWatch(), (await read()).status]).toEqual([false, 'disputed']);
    await dispute('won');
    expect([await canWatch(), (await read()).disputes[0].status]).toEqual([true, 'won']);
    await dispute('lost', seconds() + 1);
    expect([await canWatch(), (await read()).status]).toEqual([false, 'disputed']);
  });

  it('of a part takes that part alone, and the access with the rest', async () => {
    const sales = async () =>
      (await organiser.request(`GET /api/v1/shop/sales?eventId=${ticket.eventId}`)).body.currencies[0];
    await dispute('needs_response', seconds(), 500);
    expect([await canWatch(), (await refund({ amount: 1_000 })).body.issues[0].pointer]).toEqual([
      true,
      '/amount',
    ]);
    await dispute('lost', seconds() + 1, 500);
    expect([await canWatch(), (await sales()).disputed]).toEqual([true, 500]);
    expect(await read()).toMatchObject({ status: 'paid', disputedAmount: 500 });
    expect((await refund()).status).toBe(201);
    await shop.work();
    expect(provider.refunds.find(({ paymentIntent }) => paymentIntent === order.intent)?.amount).toBe(999);
    expect([await canWatch(), (await read()).status, (await sales()).disputed]).toEqual([
      false,
      'disputed',
      500,
    ]);
  });
});

describe('listOrders', () => {
  it('finds the orders of an event, of a user, by status and by address', async () => {
    const unpaid = await shop.openOrder(ticket.eventPriceId, viewer.email);
    const ids = async (filter: object) =>
      (await filtered('/api/v1/shop/orders', filter)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids({ userId: { eq: viewer.userId } })).toEqual([unpaid.orderId, order.orderId]);
    expect(await ids({ eventId: { eq: ticket.eventId }, status: { eq: 'paid' } })).toEqual([order.orderId]);
    expect(await ids({ blockId: { eq: ticket.blockId } })).toEqual([order.orderId]);
    expect(await ids({ email: { ilike: `${viewer.email.slice(0, 20)}%` }, status: { ne: 'paid' } })).toEqual([
      unpaid.orderId,
    ]);
    expect(await ids({ userId: { eq: viewer.userId }, isRefunded: { eq: true } })).toEqual([]);
  });

  it('shows what was made at the provider', async () => {
    await shop.deliver(
      refundEvent('created', { id: 're_dashboard', intent: order.intent, amount: 100, status: 'succeeded' }),
    );
    expect(await read()).toMatchObject({
      status: 'paid',
      refundedAmount: 100,
      paymentIntent: order.intent,
      refunds: [{ id: 're_dashboard', reason: 'provider', actorName: null, amount: 100 }],
    });
  });
});

describe('exportOrders', () => {
  it('writes decimals of each currency, and no formula', async () => {
    await db
      .updateTable('orderItems')
      .set({ eventName: '=1+1' })
      .where('orderId', '=', order.orderId)
      .execute();
    await db.updateTable('orders').set({ currency: 'jpy' }).where('id', '=', order.orderId).execute();
    const { body, headers } = await filtered('/api/v1/shop/orders/export', { userId: { eq: viewer.userId } });
    expect(headers['content-type']).toContain('text/csv');
    const [head, row] = body.split('\r\n');
    expect(head).toBe(
      '\ufeffid,createdAt,paidAt,email,status,amount,discount,refundedAmount,disputedAmount,currency,price,payment,event,block,promotionCode,tax,refundedTax',
    );
    expect(row).toContain(
      `${viewer.email},paid,1499,0,0,0,jpy,${ticket.priceId},${order.intent},'=1+1,Main card`,
    );
  });
});

describe('resendReceipt', () => {
  it('mails it again, to the address of the order', async () => {
    const { status } = await organiser.request(`POST /api/v1/shop/orders/${order.orderId}/receipt`);
    const mails = await shop.mailsTo(viewer.email);
    expect([status, mails.map(({ kind }) => kind)]).toEqual([204, ['receipt', 'receipt']]);
    expect(mails[0]?.text).toContain('EUR 14.99');
  });

  it('promises nobody an access that has ended', async () => {
    const send = () => organiser.request(`POST /api/v1/shop/orders/${order.orderId}/receipt`);
    const dispute = (type: 'created' | 'closed', status: string) =>
      shop.deliver(
        disputeEvent(type, { id: `du_${order.orderId}`, intent: order.intent, amount: 1499, status }),
      );
    await dispute('created', 'needs_response');
    const disputed = await send();
    await dispute('closed', 'won');
    const won = await send();
    await refund();
    const refunded = await send();
    expect([disputed.status, won.status, refunded.status]).toEqual([409, 204, 409]);
    expect([disputed.body.detail, refunded.body.detail]).toEqual([
      'Its payment is disputed. The receipt would promise the access that is suspended.',
      'It is refunded in full. The receipt would promise the access that has ended.',
    ]);
    // The first one still waited for its link, and was taken back.
    expect((await shop.mailsTo(viewer.email)).map(({ kind }) => kind)).toEqual(['receipt']);
  });
});

describe('getSales', () => {
  it('adds up by currency and day, in the zone of the event', async () => {
    const second = await shop.newViewer();
    const other = await shop.pay(ticket.eventPriceId, second.email);
    await db
      .updateTable('orders')
      .set({ paidAt: '2026-11-20T23:30:00Z' })
      .where('id', '=', order.orderId)
      .execute();
    await db
      .updateTable('orders')
      .set({ paidAt: '2026-11-22T12:00:00Z' })
      .where('id', '=', other.orderId)
      .execute();
    await shop.deliver(
      refundEvent('created', {
        id: `re_${order.orderId}`,
        intent: order.intent,
        amount: 500,
        status: 'succeeded',
        created: Date.parse('2026-11-22T10:00:00Z') / 1_000,
      }),
    );
    const { body } = await organiser.request(`GET /api/v1/shop/sales?eventId=${ticket.eventId}`);
    const untaxed = { tax: 0, refundedTax: 0 };
    expect(body).toEqual({
      timezone: 'Europe/Amsterdam',
      complimentary: 0,
      currencies: [
        {
          currency: 'eur',
          revenue: 3998,
          discounted: 0,
          refunded: 500,
          tax: 0,
          refundedTax: 0,
          disputed: 0,
          shared: 0,
          orders: 2,
          buyers: 2,
          days: [
            {
              date: '2026-11-21',
              revenue: 1499,
              discounted: 0,
              refunded: 0,
              ...untaxed,
              orders: 1,
              buyers: 1,
            },
            {
              date: '2026-11-22',
              revenue: 2499,
              discounted: 0,
              refunded: 500,
              ...untaxed,
              orders: 1,
              buyers: 1,
            },
          ],
        },
      ],
    });
    const day = await organiser.request(
      `GET /api/v1/shop/sales?eventId=${ticket.eventId}&startDate=2026-11-21T23:00:00Z`,
    );
    expect(day.body.currencies[0]).toMatchObject({ revenue: 2499, discounted: 0, refunded: 500, orders: 1 });
    expect((await organiser.request('GET /api/v1/shop/sales')).body.timezone).toBe('Europe/Amsterdam');
  });
});

it('counts an order of several events in full for each, says so, and counts it once for all', async () => {
  const buyer = await shop.newViewer();
  const { eventId, eventPriceId, priceId } = await shop.newTicket();
  const second = await insertEvent(db, { stripePriceId: eventPriceId });
  const salesOf = async (query: string) => {
    const { body } = await organiser.request(`GET /api/v1/shop/sales${query}`);
    const eur = body.currencies.find(({ currency }: { currency: string }) => currency === 'eur');
    return [eur?.revenue ?? 0, eur?.shared ?? 0, eur?.orders ?? 0];
  };
  const [all = 0, , orders = 0] = await salesOf('');
  await shop.pay(priceId, buyer.email);
  await shop.pay(eventPriceId, buyer.email);
  expect(await salesOf(`?eventId=${eventId}`)).toEqual([1499 + 2499, 2499, 2]);
  expect(await salesOf(`?eventId=${second}`)).toEqual([2499, 2499, 1]);
  expect(await salesOf('')).toEqual([all + 1499 + 2499, 0, orders + 2]);
});

describe('listPrices and createPrice', () => {
  it('creates one price for a key, and lists it with what uses it', async () => {
    const seller = await shop.signInAs({ scopes: ['event:read', 'price:read', 'price:create'] });
    const body = { key: randomUUID(), name: `Gala ${randomUUID()}`, unit_amount: 5_000, currency: 'jpy' };
    const create = () => seller.request('POST /api/v1/shop/prices', { body });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.body]).toEqual([201, first.body]);
    await db
      .updateTable('blocks')
      .set({ stripePriceId: first.body.id })
      .where('id', '=', ticket.blockId)
      .execute();
    const { body: list } = await seller.request(`GET /api/v1/shop/prices?q=${encodeURIComponent(body.name)}`);
    expect(list.data).toMatchObject([
      {
        id: first.body.id,
        unit_amount: 5_000,
        currency: 'jpy',
        name: body.name,
        usedBy: [{ blockId: ticket.blockId }],
      },
    ]);
  });

  it.each([
    ['kwd', 1_234, 400],
    ['kwd', 1_230, 201],
    ['isk', 150, 400],
    ['isk', 15_000, 201],
  ])('in %s %s is a %s', async (currency, unit_amount, status) => {
    const seller = await shop.signInAs({ scopes: ['price:create'] });
    const body = { key: randomUUID(), name: 'Gala', unit_amount, currency };
    expect((await seller.request('POST /api/v1/shop/prices', { body })).status).toBe(status);
  });
});

describe('the job', () => {
  it('heals a lost webhook within minutes, and asks no longer when all is known', async () => {
    const open = await shop.openOrder(ticket.eventPriceId, viewer.email);
    provider.facts.set(open.sessionId, [
      {
        kind: 'session',
        id: open.sessionId,
        orderId: open.orderId,
        paymentIntent: open.intent,
        state: 'paid',
        amount: 2499,
        currency: 'eur',
        subtotal: 2499,
        asOf: seconds(),
        receiptUrl: 'https://pay.example/r',
      },
    ]);
    clock.advance(121_000);
    await shop.work();
    expect(await shop.findOrder(open.orderId)).toMatchObject({ status: 'paid', reconcileAt: null });
    clock.reset();
  });

  it('gives up an order that was never paid, and takes an event that never arrived', async () => {
    const open = await shop.openOrder(ticket.eventPriceId, viewer.email);
    provider.facts.set(open.sessionId, [
      {
        kind: 'session',
        id: open.sessionId,
        orderId: open.orderId,
        paymentIntent: null,
        state: 'expired',
        amount: 2499,
        currency: 'eur',
        subtotal: 2499,
        asOf: seconds(),
      },
    ]);
    clock.advance(66 * 60_000);
    await shop.work();
    expect(await shop.findOrder(open.orderId)).toMatchObject({
      status: 'expired',
      isOpen: false,
      reconcileAt: null,
    });
    clock.reset();
  });

  it('finishes an order whose server died before the payment page was stored', async () => {
    const email = (await shop.newViewer()).email;
    await shop.request(`GET /api/v1/shop/prices/${ticket.priceId}`);
    provider.isAway = true;
    await shop.buy(ticket.priceId, email);
    provider.isAway = false;
    clock.advance(121_000);
    await shop.work();
    clock.reset();
    const { url, sessionId } = await shop.orderOf(email, ticket.priceId);
    expect([url, sessionId]).toEqual([expect.any(String), expect.any(String)]);
  });
});

describe('listPurchases', () => {
  const onlyItem = async () => (await viewer.request('GET /api/v1/shop/purchases')).body.data[0].items[0];

  it('says when and where a bought block takes place, as it is planned now', async () => {
    const dates = { startDate: '2026-12-01T19:00:00+00:00', endDate: '2026-12-01T22:00:00+00:00' };
    await db.updateTable('blocks').set(dates).where('id', '=', ticket.blockId).execute();
    const { timezone, location } = await db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', ticket.eventId)
      .executeTakeFirstOrThrow();
    expect((await onlyItem()).occasion).toEqual({ ...dates, timezone, location, pictureId: null });
  });

  it('gives a whole event its own dates', async () => {
    const { email, request } = await shop.newViewer();
    await shop.pay(ticket.eventPriceId, email);
    const { body } = await request('GET /api/v1/shop/purchases');
    const { startDate } = await db
      .selectFrom('events')
      .select('startDate')
      .where('id', '=', ticket.eventId)
      .executeTakeFirstOrThrow();
    expect(Date.parse(body.data[0].items[0].occasion.startDate)).toBe(Date.parse(startDate));
  });

  it('says nothing of an event that viewers cannot open', async () => {
    await db.updateTable('events').set({ status: 'draft' }).where('id', '=', ticket.eventId).execute();
    expect(await onlyItem()).toMatchObject({ isDeleted: false, occasion: null });
  });
});

it('a bought access is never deleted with its event, and goes with a refund', async () => {
  const admin = await shop.signInAs({ scopes: ['event:delete'] });
  expect((await admin.request(`DELETE /api/v1/events/${ticket.eventId}`)).status).toBe(409);
  await refund();
  expect((await admin.request(`DELETE /api/v1/events/${ticket.eventId}`)).status).toBe(204);
  expect((await viewer.request('GET /api/v1/shop/purchases')).body.data).toMatchObject([
    { id: order.orderId, status: 'refunded', refundedAmount: 1499 },
  ]);
});

it('takes a message that never arrived, once', async () => {
  const open = await shop.openOrder(ticket.eventPriceId, viewer.email);
  const fact = {
    kind: 'session' as const,
    id: open.sessionId,
    orderId: open.orderId,
    paymentIntent: open.intent,
    state: 'paid',
    amount: 2499,
    currency: 'eur',
    subtotal: 2499,
    asOf: seconds(),
  };
  const type = 'checkout.session.completed';
  provider.missedEvents.push({
    id: `evt_${open.orderId}`,
    type,
    objectId: open.sessionId,
    created: seconds(),
    fact,
  });
  await shop.takeMissed();
  await shop.takeMissed();
  provider.missedEvents.length = 0;
  expect([(await shop.findOrder(open.orderId)).status, (await shop.accessesOf(open.orderId)).length]).toEqual(
    ['paid', 1],
  );
});
