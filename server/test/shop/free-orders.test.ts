/** A free ticket is held once, and what an organiser has taken back is not taken again for nothing. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Device } from '../harness.ts';
import { newPrice } from './fake-provider.ts';
import { seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const organiser = await shop.signInAs({ scopes: ['order:read', 'order:refund'] });
const revocation = async (verb: 'PUT' | 'DELETE', orderId: string) =>
  (await organiser.request(`${verb} /api/v1/shop/orders/${orderId}/revocation`)).status;

type Caller = Pick<Device, 'request'>;

async function freeTicket() {
  const ticket = await shop.newTicket();
  shop.provider.prices.set(ticket.priceId, newPrice(ticket.priceId, { amount: 0 }));
  return ticket;
}

/** By a page of its own; with an amount when the price has changed. */
async function take(priceId: string, email: string, as: Caller = shop.newBrowser(), amount = 0) {
  const order = await shop.openOrder(priceId, email, as as never);
  const paid = sessionEvent(
    'completed',
    { ...order, amount, intent: amount === 0 ? null : order.intent },
    { created: seconds(), paymentStatus: amount === 0 ? 'no_payment_required' : 'paid' },
  );
  return { ...order, pay: () => shop.deliver(paid) };
}

const stateOf = async ({ orderId }: { orderId: string }) => [
  (await shop.findOrder(orderId)).status,
  (await shop.accessesOf(orderId)).length,
];
const subjectsTo = async (recipient: string) =>
  (
    await shop.db.selectFrom('outboxMails').select('subject').where('recipient', '=', recipient).execute()
  ).map(({ subject }) => subject);

it.each([['one after the other'], ['at one moment']])('is held once, with two taken %s', async (when) => {
  const { email } = await shop.newViewer();
  const { priceId } = await freeTicket();
  const both = [await take(priceId, email), await take(priceId, email)];
  if (when === 'at one moment') await Promise.all(both.map(({ pay }) => pay()));
  else for (const { pay } of both) await pay();
  for (const { pay } of both) await pay();
  expect((await Promise.all(both.map(stateOf))).toSorted()).toEqual([
    ['paid', 1],
    ['revoked', 0],
  ]);
  expect((await subjectsTo(email)).toSorted()).toEqual(['You have this ticket already', 'Your receipt']);
});

it('does not end what was paid for, and can be taken again after that went back', async () => {
  const { email } = await shop.newViewer();
  const { priceId } = await freeTicket();
  const bought = await take(priceId, email, undefined, 1_499);
  await bought.pay();
  const second = await take(priceId, email);
  await second.pay();
  expect([await stateOf(bought), await stateOf(second)]).toEqual([
    ['paid', 1],
    ['revoked', 0],
  ]);
  await organiser.request(`POST /api/v1/shop/orders/${bought.orderId}/refunds`, {
    body: { key: crypto.randomUUID(), refundedAmount: 0, reason: 'requested' },
  });
  const third = await take(priceId, email);
  await third.pay();
  expect([await stateOf(bought), await stateOf(third)]).toEqual([
    ['refunded', 0],
    ['paid', 1],
  ]);
});

it('is not taken again by who had to give it back, who gets a mail each time', async () => {
  const me = await shop.newViewer();
  const { priceId } = await freeTicket();
  const order = await take(priceId, me.email);
  await order.pay();
  expect([await revocation('PUT', order.orderId), await revocation('PUT', order.orderId)]).toEqual([
    204, 204,
  ]);
  const refused = await shop.buy(priceId, me.email, me);
  expect([refused.status, refused.body.type, refused.body.detail]).toEqual([
    409,
    '/problems/not-on-sale',
    expect.stringMatching(/^The organiser has taken back your free ticket/),
  ]);
  // A visitor is told nothing, because that would tell about the address.
  const again = await take(priceId, me.email);
  await again.pay();
  expect([await stateOf(order), await stateOf(again)]).toEqual([
    ['revoked', 0],
    ['revoked', 0],
  ]);
  expect(await subjectsTo(me.email)).toEqual([
    'Your receipt',
    'Your free ticket was taken back',
    'Your free ticket was taken back',
  ]);
});

it('can be bought when it costs something, by who had to give it back', async () => {
  const me = await shop.newViewer();
  const { priceId } = await freeTicket();
  const order = await take(priceId, me.email);
  await order.pay();
  await revocation('PUT', order.orderId);
  shop.provider.prices.set(`${priceId}x`, newPrice(`${priceId}x`));
  await shop.db
    .updateTable('blocks')
    .set({ stripePriceId: `${priceId}x` })
    .where('stripePriceId', '=', priceId)
    .execute();
  const bought = await take(`${priceId}x`, me.email, me, 1_499);
  await bought.pay();
  expect(await stateOf(bought)).toEqual(['paid', 1]);
});

it('is given back with a mail, also after it was taken in vain', async () => {
  const { email } = await shop.newViewer();
  const { priceId } = await freeTicket();
  const order = await take(priceId, email);
  await order.pay();
  await revocation('PUT', order.orderId);
  await (await take(priceId, email)).pay();
  expect([await revocation('DELETE', order.orderId), await stateOf(order)]).toEqual([204, ['paid', 1]]);
  expect((await subjectsTo(email)).at(-1)).toBe('Your free ticket is back');
});

describe('a stranger who takes free tickets for an address', () => {
  afterEach(() => shop.clock.reset());

  it.each(['holds', 'had to give back'])('sends one mail a day for what it %s', async (how) => {
    const { email } = await shop.newViewer();
    const [{ priceId }, another] = [await freeTicket(), await freeTicket()];
    const first = [await take(priceId, email), await take(another.priceId, email)];
    for (const { orderId, pay } of first) {
      await pay();
      if (how !== 'holds') await revocation('PUT', orderId);
    }
    const before = (await subjectsTo(email)).length;
    const flood = async (count: number) => {
      for (let time = 0; time < count; time += 1) {
        const order = await take(priceId, email);
        await order.pay();
        expect(await stateOf(order)).toEqual(['revoked', 0]);
        shop.clock.advance(1_000);
      }
      return (await subjectsTo(email)).length - before;
    };
    expect(await flood(12)).toBe(1);
    // Another ticket is other news.
    await (await take(another.priceId, email)).pay();
    expect(await flood(1)).toBe(2);
    shop.clock.advance(24 * 3_600_000);
    expect(await flood(3)).toBe(3);
  });
});
