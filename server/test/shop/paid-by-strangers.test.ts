/**
 * What strangers do with the address of somebody else: a debit that never arrives, a stolen card. Its owner can still buy,
 * and nobody pays twice in the end. An access that ends is no reason not to buy either.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertAccess } from '../factories.ts';
import type { Device } from '../harness.ts';
import { disputeEvent, refundEvent, seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { buy, db, newBrowser, deliver } = shop;

type Caller = Pick<Device, 'request'>;
type Order = Awaited<ReturnType<typeof shop.openOrder>>;
type Viewer = Awaited<ReturnType<typeof shop.newViewer>>;

const statusOf = async ({ orderId }: Order) => (await shop.findOrder(orderId)).status;
const debit = (order: Order) => deliver(sessionEvent('completed', order, { paymentStatus: 'unpaid' }));
const arrive = (order: Order) => deliver(sessionEvent('async_payment_succeeded', order));
const fail = (order: Order) => deliver(sessionEvent('async_payment_failed', order));
const dispute = (order: Order, status: string, later = 0) =>
  deliver(disputeEvent('updated', { ...order, id: `dp_${order.orderId}`, status }, seconds() + later));

const offerOf = async (who: Caller, { eventId, blockId }: { eventId: string; blockId: string | null }) => {
  const { body } = await who.request(`GET /api/v1/shop/offers/${eventId}`);
  return body.data.find((offer: { blockId: string | null }) => offer.blockId === blockId);
};
const purchasesOf = async (who: Caller) =>
  (await who.request('GET /api/v1/shop/purchases')).body.data.map(
    ({ id, status }: { id: string; status: string }) => [id, status],
  );

/** Paid by its page, or not at all when none opens. */
async function buyAndPay(priceId: string, viewer: Viewer) {
  const { status, body } = await buy(priceId, viewer.email, viewer);
  if (status !== 200) throw new Error(body.type);
  const { id: orderId, sessionId } = await shop.orderOf(viewer.email, priceId);
  const order = {
    orderId,
    sessionId: String(sessionId),
    intent: `pi_${orderId}`,
    amount: 1_499,
    subtotal: 1_499,
    currency: 'eur',
  };
  await deliver(sessionEvent('completed', order));
  return order;
}

/** How often all of an order went back. */
const refundsOf = ({ intent }: Order) =>
  shop.provider.refunds.filter((refund) => refund.paymentIntent === intent).map(({ amount }) => amount);
const kindsTo = async (email: string) => (await shop.mailsTo(email)).map(({ kind }) => kind).toSorted();

const strangers: Array<[string, () => Promise<Caller>]> = [
  ['a browser', async () => newBrowser()],
  ['a caller without a key', async () => shop],
  ['another account', async () => newBrowser(await shop.newViewer())],
];

describe.each(strangers)('%s that pays for my address', (_name, stranger) => {
  it('cannot keep me from buying with a debit, and gets it back when it arrives', async () => {
    const me = await shop.newViewer();
    const ticket = await shop.newTicket();
    const theirs = await shop.openOrder(ticket.priceId, me.email, await stranger());
    await debit(theirs);
    expect(await offerOf(me, ticket)).toMatchObject({ state: 'on-sale', held: [] });
    const mine = await buyAndPay(ticket.priceId, me);
    for (let time = 0; time < 2; time++) {
      await arrive(theirs);
      await shop.work();
    }
    expect([await statusOf(mine), await statusOf(theirs), refundsOf(mine), refundsOf(theirs)]).toEqual([
      'paid',
      'refunded',
      [],
      [1_499],
    ]);
    expect([(await me.request(ticket.watch)).status, await kindsTo(me.email)]).toEqual([
      200,
      ['paid-twice', 'receipt'],
    ]);
  });

  it('cannot keep me from buying with a dispute, and gets it back when the dispute is won', async () => {
    const me = await shop.newViewer();
    const ticket = await shop.newTicket();
    const theirs = await shop.openOrder(ticket.priceId, me.email, await stranger());
    await deliver(sessionEvent('completed', theirs));
    await dispute(theirs, 'needs_response');
    expect(await offerOf(me, ticket)).toMatchObject({ state: 'on-sale', held: [] });
    const mine = await buyAndPay(ticket.priceId, me);
    for (let time = 1; time < 3; time++) {
      await dispute(theirs, 'won', time);
      await shop.work();
    }
    expect([await statusOf(mine), await statusOf(theirs), refundsOf(mine), refundsOf(theirs)]).toEqual([
      'paid',
      'refunded',
      [],
      [1_499],
    ]);
    expect([(await me.request(ticket.watch)).status, await kindsTo(me.email)]).toEqual([
      200,
      // The receipt of the stranger waited for its link, and was taken back by the dispute.
      ['paid-twice', 'receipt'],
    ]);
  });

  it('puts nothing into my tickets before something is paid', async () => {
    const me = await shop.newViewer();
    const who = await stranger();
    const tickets = [await shop.newTicket(), await shop.newTicket(), await shop.newTicket()];
    const [failed, waiting, paid] = await Promise.all(
      tickets.map(({ priceId }) => shop.openOrder(priceId, me.email, who)),
    );
    if (!failed || !waiting || !paid) throw new Error('three');
    for (const order of [failed, waiting]) await debit(order);
    await fail(failed);
    await deliver(sessionEvent('completed', paid));
    expect(await purchasesOf(me)).toEqual([[paid.orderId, 'paid']]);
    await dispute(paid, 'needs_response');
    expect(await purchasesOf(me)).toEqual([[paid.orderId, 'disputed']]);
    await dispute(paid, 'lost', 1);
    await arrive(waiting);
    await deliver(
      refundEvent('updated', { ...waiting, id: `re_${waiting.orderId}`, amount: 1_499, status: 'succeeded' }),
    );
    expect((await purchasesOf(me)).toSorted()).toEqual(
      [
        [paid.orderId, 'disputed'],
        [waiting.orderId, 'refunded'],
      ].toSorted(),
    );
  });
});

describe('what I pay for my own address', () => {
  const openers: Array<[string, (me: Viewer, headers: Record<string, string>) => Caller]> = [
    ['signed in', (me) => me],
    ['before I sign in there', (_me, headers) => newBrowser(shop, headers as { 'checkout-key': string })],
  ];
  it.each(openers)('%s with a debit is in my tickets, and holds nobody up', async (_name, openerOf) => {
    const me = await shop.newViewer();
    const headers = { 'checkout-key': randomUUID() };
    const browser = newBrowser(me, headers);
    const ticket = await shop.newTicket();
    const order = await shop.openOrder(ticket.priceId, me.email, openerOf(me, headers));
    await debit(order);
    expect((await offerOf(browser, ticket)).state).toBe('pending');
    expect(await purchasesOf(browser)).toEqual([[order.orderId, 'pending']]);
    await fail(order);
    expect(await purchasesOf(browser)).toEqual([[order.orderId, 'expired']]);
    expect((await offerOf(browser, ticket)).state).toBe('on-sale');
    const second = await shop.openOrder(ticket.priceId, me.email, openerOf(me, headers));
    await debit(second);
    expect((await buy(ticket.priceId, me.email, browser)).status).toBe(200);
  });

  it.each(openers)('%s and dispute holds me up', async (_name, openerOf) => {
    const me = await shop.newViewer();
    const headers = { 'checkout-key': randomUUID() };
    const browser = newBrowser(me, headers);
    const ticket = await shop.newTicket();
    const order = await shop.openOrder(ticket.priceId, me.email, openerOf(me, headers));
    await deliver(sessionEvent('completed', order));
    await dispute(order, 'needs_response');
    const again = await buy(ticket.priceId, me.email, browser);
    expect([again.status, again.body.type, (await offerOf(browser, ticket)).state]).toEqual([
      409,
      '/problems/payment-disputed',
      'disputed',
    ]);
  });

  it('does not hold up the person to whom I give a ticket', async () => {
    const [me, friend] = [await shop.newViewer(), await shop.newViewer()];
    const ticket = await shop.newTicket();
    const browser = newBrowser(me);
    const gift = await shop.openOrder(ticket.priceId, friend.email, browser);
    await debit(gift);
    expect((await buy(ticket.priceId, friend.email, friend)).status).toBe(200);
    // Nor me, who has nothing yet.
    expect((await buy(ticket.priceId, me.email, browser)).status).toBe(200);
    expect(await purchasesOf(browser)).toMatchObject([[expect.any(String), 'pending']]);
  });
});

describe('an access that ends', () => {
  const inHours = (hours: number) =>
    new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00');

  it.each(['the block', 'the event'])('to %s does not keep anybody from buying it', async (what) => {
    const me = await shop.newViewer();
    const ticket = await shop.newTicket();
    const { eventId, blockId } = ticket;
    const until = inHours(2);
    const access = { userId: me.userId, eventId, blockId: what === 'the block' ? blockId : null };
    await insertAccess(db, { ...access, endDate: inHours(1) });
    await insertAccess(db, { ...access, endDate: until });
    await insertAccess(db, { ...access, endDate: inHours(-1) });
    expect(await offerOf(me, ticket)).toMatchObject({
      state: 'on-sale',
      held: [],
      accessEndDate: until,
    });
    const whole = await offerOf(me, { eventId, blockId: null });
    expect(whole).toMatchObject({
      state: 'on-sale',
      held: [],
      accessEndDate: what === 'the block' ? null : until,
    });
    const order = await buyAndPay(ticket.priceId, me);
    expect([await statusOf(order), await shop.accessesOf(order.orderId)]).toMatchObject([
      'paid',
      [{ endDate: null }],
    ]);
    expect(await offerOf(me, ticket)).toMatchObject({ state: 'owned', accessEndDate: null });
    expect((await buy(ticket.priceId, me.email, me)).body.type).toBe('/problems/already-owned');
  });

  it('is nobody else’s business', async () => {
    const [me, other] = [await shop.newViewer(), await shop.newViewer()];
    const ticket = await shop.newTicket();
    await insertAccess(db, { userId: me.userId, eventId: ticket.eventId, endDate: inHours(1) });
    for (const who of [other, shop])
      expect(await offerOf(who, ticket)).toMatchObject({ state: 'on-sale', accessEndDate: null });
  });

  // A second payment would be refunded: the first order is paid.
  it('is owned when it was bought, whatever end an organiser gave it', async () => {
    const me = await shop.newViewer();
    const ticket = await shop.newTicket();
    const order = await shop.pay(ticket.priceId, me.email);
    for (const endDate of [inHours(1), inHours(-1)]) {
      const dates = { startDate: inHours(-2), endDate };
      await db.updateTable('accesses').set(dates).where('orderId', '=', order.orderId).execute();
      expect((await buy(ticket.priceId, me.email, me)).body.type).toBe('/problems/already-owned');
      expect((await offerOf(me, ticket)).state).toBe('owned');
    }
  });
});
