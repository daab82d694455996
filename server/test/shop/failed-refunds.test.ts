/** Refunds that fail days after the provider has accepted them. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ProviderRefusal } from '../../src/shop/payment-provider.ts';
import { refundEvent, seconds } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, provider } = shop;
const supportEmail = 'help@example.test';
await db.updateTable('settings').set({ supportEmail }).execute();
const organiser = await shop.signInAs({ scopes: ['order:refund'] });

type Order = Awaited<ReturnType<typeof shop.pay>>;

const refundsOf = ({ intent }: Order) =>
  provider.refunds.filter(({ paymentIntent }) => paymentIntent === intent);
const failLast = async (order: Order) => {
  const { id = '', amount = 0 } = refundsOf(order).at(-1) ?? {};
  const failed = { id, intent: order.intent, amount, status: 'failed' };
  expect((await shop.deliver(refundEvent('failed', failed, seconds() + 1))).status).toBe(204);
  await shop.work();
};
const refund = async ({ orderId }: Order) => {
  const body = { key: randomUUID(), refundedAmount: 0, reason: 'requested' };
  await organiser.request(`POST /api/v1/shop/orders/${orderId}/refunds`, { body });
  await shop.work();
};
const kindsTo = async (email: string) => (await shop.mailsTo(email)).map(({ kind }) => kind).toSorted();
const noticesOf = async ({ orderId }: Order) =>
  (await shop.mailsTo(supportEmail)).filter(({ text }) => text?.includes(`/admin/orders/${orderId}`));

it('what was paid twice is sent back once more, then told, and the refund by hand is told too', async () => {
  const { email } = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  await shop.pay(priceId, email);
  const second = await shop.pay(priceId, email);
  await shop.work();
  await failLast(second);
  expect([refundsOf(second).length, (await shop.findOrder(second.orderId)).status]).toEqual([2, 'refunded']);
  expect(await kindsTo(email)).toEqual(['paid-twice', 'receipt']);
  await failLast(second);
  await shop.work();
  expect([refundsOf(second).length, (await shop.findOrder(second.orderId)).status]).toEqual([2, 'paid']);
  expect(await kindsTo(email)).toEqual(['paid-twice', 'receipt', 'refund-failed']);
  expect(await noticesOf(second)).toMatchObject([{ kind: 'refund-failed-notice' }]);
  await refund(second);
  expect(await kindsTo(email)).toEqual(['paid-twice', 'receipt', 'refund-failed', 'refunded']);
});

it("an organiser's refund that fails is told, and each new one is", async () => {
  const { email } = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  const order = await shop.pay(priceId, email);
  await refund(order);
  await failLast(order);
  expect([refundsOf(order).length, (await shop.findOrder(order.orderId)).status]).toEqual([1, 'paid']);
  await refund(order);
  expect(await kindsTo(email)).toEqual(['refund-failed', 'refunded', 'refunded']);
  expect(await noticesOf(order)).toHaveLength(1);
});

it('what was refunded at the provider meanwhile has not failed', async () => {
  const { email } = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  await shop.pay(priceId, email);
  const second = await shop.pay(priceId, email);
  const { refund: send } = provider;
  provider.refund = async () => {
    const { id, amount, intent } = { id: `re_${randomUUID()}`, ...second };
    const at = { createdAt: seconds(), asOf: seconds() };
    provider.refunds.push({
      kind: 'refund',
      id,
      paymentIntent: intent,
      requestId: null,
      state: 'succeeded',
      amount,
      ...at,
    });
    throw new ProviderRefusal('charge_already_refunded');
  };
  await shop.work();
  provider.refund = send;
  await shop.work();
  expect([refundsOf(second).length, (await shop.findOrder(second.orderId)).status]).toEqual([1, 'refunded']);
  expect(await kindsTo(email)).toEqual(['paid-twice', 'receipt']);
});
