import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent } from '../factories.ts';
import { newPrice } from './fake-provider.ts';
import { seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, provider, buy, clock } = shop;
const newEmail = () => `${randomUUID()}@example.test`;
const countOrders = async (email: string) =>
  (await db.selectFrom('orders').where('email', '=', email).select('id').execute()).length;

describe('buyProduct', () => {
  it('returns the payment page of the provider, with the price of the provider', async () => {
    const { priceId, eventId, blockId } = await shop.newTicket();
    const email = newEmail();
    const { status, body } = await buy(priceId, email.toUpperCase());
    const order = await shop.orderOf(email, priceId);
    expect([status, body]).toEqual([200, { redirectUrl: order.url }]);
    expect(provider.checkouts.get(String(order.sessionId))).toMatchObject({
      priceId,
      email,
      orderId: order.id,
    });
    const items = await db.selectFrom('orderItems').selectAll().where('orderId', '=', order.id).execute();
    expect(items).toMatchObject([{ eventId, blockId, blockName: 'Main card' }]);
    expect([order.amount, order.status]).toEqual([null, 'pending']);
  });

  it('makes one order of 20 parallel calls and of two tabs', async () => {
    const { priceId } = await shop.newTicket();
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(priceId, email)));
    expect(new Set(answers.map(({ body }) => body.redirectUrl)).size).toBe(1);
    expect([await countOrders(email), answers.every(({ status }) => status === 200)]).toEqual([1, true]);
    const again = await shop.browser.request(`POST /api/v1/shop/buy/${priceId}`, {
      body: { email, successUrl: 'http://localhost:3000/other', cancelUrl: 'http://localhost:3000/' },
    });
    expect(again.body.redirectUrl).toBe(answers[0]?.body.redirectUrl);
  });

  it('replaces a page that is too old to be used', async () => {
    const { priceId } = await shop.newTicket();
    const email = newEmail();
    const first = await buy(priceId, email);
    clock.advance(56 * 60_000);
    const second = await buy(priceId, email);
    clock.reset();
    expect(second.body.redirectUrl).not.toBe(first.body.redirectUrl);
    expect(await countOrders(email)).toBe(2);
  });

  it('goes on with an order whose page could not be created', async () => {
    const { priceId } = await shop.newTicket();
    await shop.request(`GET /api/v1/shop/prices/${priceId}`);
    const email = newEmail();
    provider.isAway = true;
    const away = await buy(priceId, email);
    provider.isAway = false;
    expect([away.status, away.headers['retry-after']]).toEqual([503, '5']);
    expect((await buy(priceId, email)).status).toBe(200);
    expect(await countOrders(email)).toBe(1);
  });

  it('sells nothing that nothing names, that is a draft, or that the provider no longer sells', async () => {
    const { priceId } = await shop.newTicket();
    const draft = await shop.newTicket({ event: { status: 'draft' } });
    const retired = await shop.newTicket();
    const price = provider.prices.get(retired.priceId);
    if (price) price.isSold = false;
    provider.prices.set('price_Nobodys', { ...provider.prices.get(priceId), id: 'price_Nobodys' } as never);
    const answers = [];
    for (const id of ['price_Nobodys', draft.priceId, draft.eventPriceId, retired.priceId])
      answers.push((await buy(id, newEmail())).status);
    expect(answers).toEqual([404, 404, 404, 409]);
    expect((await shop.request(`GET /api/v1/shop/prices/${draft.priceId}`)).status).toBe(404);
  });

  it('sells a hidden event to who knows its price', async () => {
    const { priceId } = await shop.newTicket({ event: { status: 'hidden' } });
    expect((await buy(priceId, newEmail())).status).toBe(200);
  });

  it('sells only within the sale', async () => {
    const [hour, at] = [3_600_000, (ms: number) => new Date(clock.now().getTime() + ms).toISOString()];
    const early = await shop.newTicket({ block: { saleStartDate: at(hour) } });
    const late = await shop.newTicket({ block: { saleEndDate: at(-1_000) } });
    for (const { priceId } of [early, late]) {
      const { status, body } = await buy(priceId, newEmail());
      expect([status, body.type]).toEqual([409, '/problems/not-on-sale']);
    }
    clock.advance(hour + 1_000);
    expect((await buy(early.priceId, newEmail())).status).toBe(200);
    clock.reset();
  });

  it.each([
    'https://evil.example/',
    'http://localhost:3000@evil.example/',
    'javascript://localhost:3000/%0aalert(1)',
  ])('refuses to return to %s', async (url) => {
    const { priceId } = await shop.newTicket();
    const { status, body } = await shop.request(`POST /api/v1/shop/buy/${priceId}`, {
      body: { email: newEmail(), successUrl: url, cancelUrl: 'http://localhost:3000/' },
    });
    expect([status, body.issues[0].pointer]).toEqual([400, '/successUrl']);
  });

  it('refuses a signed-in owner, bought or granted, and what the event includes', async () => {
    const viewer = await shop.newViewer();
    const { priceId, eventPriceId, eventId } = await shop.newTicket();
    await shop.pay(priceId, viewer.email);
    const { status, body } = await buy(priceId, viewer.email, viewer);
    expect([status, body.type]).toEqual([409, '/problems/already-owned']);
    expect((await buy(eventPriceId, viewer.email, viewer)).status).toBe(200);
    const guest = await shop.newViewer();
    await insertAccess(db, { eventId, userId: guest.userId });
    expect((await buy(priceId, guest.email, guest)).status).toBe(409);
  });

  it('sells tonight to who has a ticket from tomorrow, and gives nothing back', async () => {
    const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
    const tonight = { startDate: inHours(-1), endDate: inHours(3) };
    const { eventId, blockId, priceId } = await shop.newTicket({
      event: { startDate: inHours(-1), endDate: inHours(40) },
      block: tonight,
    });
    await insertBlock(db, {
      eventId,
      stripePriceId: `${priceId}Tomorrow`,
      paymentRequired: true,
      startDate: inHours(24),
      endDate: inHours(28),
    });
    provider.prices.set(`${priceId}Tomorrow`, newPrice(`${priceId}Tomorrow`));
    const [guest, owner] = [await shop.newViewer(), await shop.newViewer()];
    await insertAccess(db, { eventId, userId: guest.userId, startDate: inHours(20) });
    const { body } = await guest.request(`GET /api/v1/shop/offers/${eventId}`);
    expect(body.data.map(({ state }: { state: string }) => state)).toEqual(['on-sale', 'on-sale', 'owned']);
    expect((await buy(`${priceId}Tomorrow`, guest.email, guest)).body.type).toBe('/problems/already-owned');
    expect((await buy(priceId, guest.email, guest)).status).toBe(200);
    // Bought, and moved by an organiser.
    const first = await shop.pay(priceId, owner.email, owner);
    expect((await buy(priceId, owner.email, owner)).status).toBe(409);
    await db
      .updateTable('accesses')
      .set({ startDate: inHours(20) })
      .where('orderId', '=', first.orderId)
      .execute();
    const second = await shop.pay(priceId, owner.email, owner);
    expect((await shop.findOrder(second.orderId)).status).toBe('paid');
    expect(await shop.accessesOf(second.orderId)).toMatchObject([{ blockId }]);
  });

  it('takes a card while a slow payment is on its way, and gives back what arrives second', async () => {
    const viewer = await shop.newViewer();
    const startDate = new Date(clock.now().getTime() + 30 * 86_400_000).toISOString();
    const { priceId } = await shop.newTicket({ block: { startDate, endDate: startDate } });
    const slow = await shop.openOrder(priceId, viewer.email, viewer);
    expect(provider.checkouts.get(slow.sessionId)?.isFast).toBe(false);
    await shop.deliver(sessionEvent('completed', slow, { paymentStatus: 'unpaid' }));
    const card = await shop.pay(priceId, viewer.email, viewer);
    expect(provider.checkouts.get(card.sessionId)?.isFast).toBe(true);
    expect((await shop.findOrder(card.orderId)).status).toBe('paid');
    await shop.deliver(sessionEvent('async_payment_succeeded', slow));
    const statuses = await Promise.all([slow, card].map(({ orderId }) => shop.findOrder(orderId)));
    expect(statuses.map(({ status }) => status)).toEqual(['refunded', 'paid']);
  });

  it('offers no method that takes days when it begins within 14 days', async () => {
    const { priceId, eventId } = await shop.newTicket();
    const soon = await shop.openOrder(priceId, newEmail());
    expect(provider.checkouts.get(soon.sessionId)?.isFast).toBe(true);
    const later = new Date(clock.now().getTime() + 15 * 86_400_000).toISOString();
    const dates = { startDate: later, endDate: later };
    await db.updateTable('blocks').set(dates).where('eventId', '=', eventId).execute();
    const calm = await shop.openOrder(priceId, newEmail());
    expect(provider.checkouts.get(calm.sessionId)?.isFast).toBe(false);
  });

  it('refunds in full what is paid a second time, once, with a mail', async () => {
    const owner = await shop.newViewer();
    const { priceId } = await shop.newTicket();
    const first = await shop.pay(priceId, owner.email);
    const second = await shop.pay(priceId, owner.email);
    await shop.deliver(sessionEvent('completed', second));
    await shop.work();
    await shop.work();
    expect(provider.refunds.filter(({ paymentIntent }) => paymentIntent === second.intent)).toMatchObject([
      { amount: 1499 },
    ]);
    expect([
      (await shop.findOrder(first.orderId)).status,
      (await shop.findOrder(second.orderId)).status,
    ]).toEqual(['paid', 'refunded']);
    expect([
      (await shop.accessesOf(first.orderId)).length,
      (await shop.accessesOf(second.orderId)).length,
    ]).toEqual([1, 0]);
    expect((await shop.mailsTo(owner.email)).map(({ kind }) => kind).toSorted()).toEqual([
      'paid-twice',
      'receipt',
    ]);
  });

  it('refunds a block that the event includes, but not the way from block to event', async () => {
    const { priceId, eventPriceId } = await shop.newTicket();
    const [up, down] = [await shop.newViewer(), await shop.newViewer()];
    const block = await shop.pay(priceId, up.email);
    const event = await shop.pay(eventPriceId, up.email);
    expect([
      (await shop.findOrder(block.orderId)).status,
      (await shop.findOrder(event.orderId)).status,
    ]).toEqual(['paid', 'paid']);
    await shop.pay(eventPriceId, down.email);
    const useless = await shop.pay(priceId, down.email);
    expect((await shop.findOrder(useless.orderId)).status).toBe('refunded');
  });

  it('refunds two payments at one moment only once', async () => {
    const owner = await shop.newViewer();
    const { priceId, eventId } = await shop.newTicket();
    const other = `price_Other${randomUUID().replaceAll('-', '')}`;
    provider.prices.set(other, { ...provider.prices.get(priceId), id: other } as never);
    const first = await shop.openOrder(priceId, owner.email);
    // The organiser changes the price while the first page is open.
    await db.updateTable('blocks').set({ stripePriceId: other }).where('eventId', '=', eventId).execute();
    const second = await shop.openOrder(other, owner.email);
    await Promise.all([first, second].map((order) => shop.deliver(sessionEvent('completed', order))));
    const statuses = await Promise.all(
      [first, second].map(async ({ orderId }) => (await shop.findOrder(orderId)).status),
    );
    expect(statuses.toSorted()).toEqual(['paid', 'refunded']);
  });

  it('opens everything that has the price', async () => {
    const viewer = await shop.newViewer();
    const { priceId, eventId } = await shop.newTicket();
    const second = await insertEvent(db, { stripePriceId: priceId });
    await insertEvent(db, { stripePriceId: priceId, status: 'draft' });
    const order = await shop.pay(priceId, viewer.email);
    const opened = await shop.accessesOf(order.orderId);
    expect(opened.map((access) => access.eventId).toSorted()).toEqual([eventId, second].toSorted());
  });
});

describe('a price of several events', () => {
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const opened = async (orderId: string) =>
    (await shop.accessesOf(orderId)).map(({ eventId }) => eventId).toSorted();

  it('opens what is on sale when the page is opened, and promises no more', async () => {
    const { priceId, eventId } = await shop.newTicket();
    await insertEvent(db, { stripePriceId: priceId, saleEndDate: inHours(-1) });
    await insertEvent(db, { stripePriceId: priceId, saleStartDate: inHours(1) });
    const soon = await insertEvent(db, { stripePriceId: priceId, saleEndDate: inHours(0.5) });
    const { body } = await shop.request(`GET /api/v1/shop/offers/${eventId}`);
    const [offer] = body.data.filter(
      ({ stripePriceId }: { stripePriceId: string }) => stripePriceId === priceId,
    );
    const promised = offer.contains.map((item: { eventId: string }) => item.eventId).toSorted();
    expect(promised).toEqual([eventId, soon].toSorted());
    const order = await shop.openOrder(priceId, newEmail());
    // The sale of one ends while its buyer types in the card.
    clock.advance(31 * 60_000);
    await shop.deliver(sessionEvent('completed', order));
    clock.reset();
    expect(await opened(order.orderId)).toEqual(promised);
  });

  it('opens a new page when it has got one more', async () => {
    const { priceId, eventId } = await shop.newTicket();
    const email = newEmail();
    const before = await shop.openOrder(priceId, email);
    const added = await insertEvent(db, { stripePriceId: priceId });
    const after = await shop.openOrder(priceId, email);
    expect(after.orderId).not.toBe(before.orderId);
    await shop.deliver(sessionEvent('completed', after));
    expect(await opened(after.orderId)).toEqual([eventId, added].toSorted());
    // A buyer who still pays on the old page gets nothing for it.
    await shop.deliver(sessionEvent('completed', before));
    expect((await shop.findOrder(before.orderId)).status).toBe('refunded');
  });

  it('is owned by who has all of it that is on sale', async () => {
    const viewer = await shop.newViewer();
    const { priceId } = await shop.newTicket();
    await shop.pay(priceId, viewer.email);
    await insertEvent(db, { stripePriceId: priceId, saleEndDate: inHours(-1) });
    expect((await buy(priceId, viewer.email, viewer)).status).toBe(409);
    await insertEvent(db, { stripePriceId: priceId });
    expect((await buy(priceId, viewer.email, viewer)).status).toBe(200);
  });
});

describe('an order for an address', () => {
  it('waits for the account that confirms it, and counts at once for one that has', async () => {
    const stranger = await shop.newViewer({ confirmed: false });
    const { priceId, watch } = await shop.newTicket();
    const order = await shop.pay(priceId, stranger.email);
    expect(await shop.accessesOf(order.orderId)).toMatchObject([{ userId: null, email: stranger.email }]);
    expect((await stranger.request(watch)).status).toBe(403);
    const confirm = () =>
      db
        .updateTable('users')
        .set({ emailVerifiedAt: clock.now().toISOString() })
        .where('id', '=', stranger.userId);
    await confirm().execute();
    expect(await shop.accessesOf(order.orderId)).toMatchObject([{ userId: stranger.userId, email: null }]);
    expect((await shop.findOrder(order.orderId)).userId).toBe(stranger.userId);
    expect((await stranger.request(watch)).status).toBe(200);
    const purchases = await stranger.request('GET /api/v1/shop/purchases');
    expect(purchases.body.data).toMatchObject([{ id: order.orderId, status: 'paid', amount: 1499 }]);
  });

  it('finds its owner when the payment and the confirmation come at one moment', async () => {
    for (let round = 0; round < 10; round++) {
      const stranger = await shop.newViewer({ confirmed: false });
      const order = await shop.openOrder((await shop.newTicket()).priceId, stranger.email);
      await Promise.all([
        shop.deliver(sessionEvent('completed', order)),
        db
          .updateTable('users')
          .set({ emailVerifiedAt: clock.now().toISOString() })
          .where('id', '=', stranger.userId)
          .execute(),
      ]);
      expect(await shop.accessesOf(order.orderId)).toMatchObject([{ userId: stranger.userId, email: null }]);
    }
  });

  it('stays for the books without name and address when the account is deleted', async () => {
    const viewer = await shop.newViewer();
    const order = await shop.pay((await shop.newTicket()).priceId, viewer.email);
    await db.deleteFrom('users').where('id', '=', viewer.userId).execute();
    expect(await shop.findOrder(order.orderId)).toMatchObject({
      email: null,
      userId: null,
      amount: 1499,
      currency: 'eur',
      paymentIntent: order.intent,
      status: 'paid',
      pseudonym: expect.stringMatching(/^Deleted buyer [0-9a-f]{12}$/),
    });
    expect(await shop.accessesOf(order.orderId)).toEqual([]);
  });

  it('is refunded when what it would open, or its buyer, no longer exists', async () => {
    const viewer = await shop.newViewer();
    const { priceId, eventId } = await shop.newTicket();
    const order = await shop.openOrder(priceId, viewer.email);
    await db.deleteFrom('events').where('id', '=', eventId).execute();
    await shop.deliver(sessionEvent('completed', order));
    expect((await shop.findOrder(order.orderId)).status).toBe('refunded');
    const orphan = await shop.openOrder((await shop.newTicket()).priceId, viewer.email);
    await db.deleteFrom('users').where('id', '=', viewer.userId).execute();
    await shop.deliver(sessionEvent('completed', orphan));
    expect((await shop.findOrder(orphan.orderId)).status).toBe('refunded');
  });

  it('keeps what was paid when the event changes', async () => {
    const viewer = await shop.newViewer();
    const { eventPriceId, eventId } = await shop.newTicket();
    const order = await shop.pay(eventPriceId, viewer.email);
    await db
      .updateTable('events')
      .set({ stripePriceId: null, name: 'Renamed' })
      .where('id', '=', eventId)
      .execute();
    const added = await insertBlock(db, { eventId, paymentRequired: true });
    await shop.deliver(sessionEvent('completed', order, { created: seconds() + 1 }));
    const { body } = await viewer.request(`GET /api/v1/kickboxing/competitions/${eventId}/access`);
    expect(body.blocks).toHaveLength(2);
    expect(body.blocks.find(({ blockId }: { blockId: string }) => blockId === added).reason).not.toBe(
      'access-required',
    );
  });
});

describe('getCheckout', () => {
  const path = (sessionId: string) => `GET /api/v1/shop/checkouts/${sessionId}`;

  it('unlocks, and asks the provider when the webhook does not come', async () => {
    const viewer = await shop.newViewer();
    const { priceId } = await shop.newTicket();
    const order = await shop.openOrder(priceId, viewer.email, viewer);
    expect((await viewer.request(path(order.sessionId))).body).toMatchObject({
      status: 'unlocking',
      access: 'none',
    });
    provider.facts.set(order.sessionId, [
      {
        kind: 'session',
        id: order.sessionId,
        orderId: order.orderId,
        paymentIntent: order.intent,
        state: 'paid',
        amount: 1499,
        currency: 'eur',
        subtotal: 1499,
        asOf: seconds(),
        receiptUrl: 'https://pay.example/receipt',
      },
    ]);
    await shop.work();
    const { body, headers } = await viewer.request(path(order.sessionId));
    expect(body).toMatchObject({
      status: 'paid',
      access: 'granted',
      amount: 1499,
      items: [{ blockName: 'Main card' }],
    });
    expect(headers['cache-control']).toBe('no-store');
    expect((await shop.findOrder(order.orderId)).receiptUrl).toBe('https://pay.example/receipt');
  });

  it('names nobody, and tells the browser of the buyer what the access needs', async () => {
    const viewer = await shop.newViewer({ confirmed: false });
    const headers = { 'checkout-key': randomBytes(16).toString('base64url') };
    const browser = shop.newBrowser(shop, headers);
    const order = await shop.pay((await shop.newTicket()).priceId, viewer.email, browser);
    const other = await shop.newViewer();
    const answers = await Promise.all(
      [shop, other, viewer].map((who) => who.request(path(order.sessionId), { headers })),
    );
    expect(answers.map(({ body }) => [body.access, body.canClaim])).toEqual([
      [null, false],
      ['other-address', true],
      ['unclaimed', true],
    ]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(viewer.email);
    expect((await shop.request(path('cs_unknown'))).status).toBe(404);
  });
});

describe('listOffers', () => {
  const offers = async (eventId: string, as: { request: typeof shop.request } = shop) => {
    const { body } = await as.request(`GET /api/v1/shop/offers/${eventId}`);
    return body.data.map(({ blockId, state }: { blockId: string | null; state: string }) => [blockId, state]);
  };

  it('says what the button shows', async () => {
    const viewer = await shop.newViewer();
    const { eventId, blockId, priceId } = await shop.newTicket();
    const included = await insertBlock(db, {
      eventId,
      paymentRequired: true,
      startDate: clock.now().toISOString(),
    });
    await insertBlock(db, { eventId, paymentRequired: false });
    const before = [
      [null, 'on-sale'],
      [blockId, 'on-sale'],
      [included, 'part-of-event'],
    ];
    expect(await offers(eventId)).toEqual(before);
    await shop.pay(priceId, viewer.email);
    expect(await offers(eventId, viewer)).toEqual([before[0], [blockId, 'owned'], before[2]]);
    expect(await offers(eventId)).toEqual(before);
  });

  it('has no price while the provider never answered, and is no offer of a draft', async () => {
    const { eventId } = await shop.newTicket();
    provider.isAway = true;
    const { status, body } = await shop.request(`GET /api/v1/shop/offers/${eventId}`);
    provider.isAway = false;
    expect([status, body.data[0].price]).toEqual([200, null]);
    const draft = await shop.newTicket({ event: { status: 'draft' } });
    expect((await shop.request(`GET /api/v1/shop/offers/${draft.eventId}`)).status).toBe(404);
  });
});

describe('getPrice', () => {
  it('makes one call for a thousand readers, and serves the old price while the provider is away', async () => {
    const { priceId } = await shop.newTicket();
    const price = () => shop.request(`GET /api/v1/shop/prices/${priceId}`);
    provider.calls.length = 0;
    provider.delayMs = 50;
    const answers = await Promise.all(Array.from({ length: 1_000 }, price));
    provider.delayMs = 0;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(provider.calls).toEqual(['findPrice']);
    clock.advance(3_601_000);
    provider.isAway = true;
    const stale = await Promise.all(Array.from({ length: 100 }, price));
    await expect.poll(() => provider.calls).toEqual(['findPrice', 'findPrice']);
    provider.isAway = false;
    clock.reset();
    expect(new Set(stale.map(({ body }) => body.unit_amount))).toEqual(new Set([1499]));
  });
});
