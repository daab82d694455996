/** The tax in a payment is no revenue (docs/product.md, 24.16). */
import { beforeEach, expect, it } from 'vitest';
import { disputeEvent, refundEvent, seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const organiser = await shop.signInAs({ scopes: ['order:read', 'order:refund'] });
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
let order: Awaited<ReturnType<typeof shop.openOrder>>;
beforeEach(async () => {
  ticket = await shop.newTicket();
  order = await shop.openOrder(ticket.priceId, (await shop.newViewer()).email);
});
const sales = async () =>
  (await organiser.request(`GET /api/v1/shop/sales?eventId=${ticket.eventId}`)).body.currencies[0];
const refund = (id: string, amount: number, created: number) =>
  shop.deliver(
    refundEvent('created', {
      id: `re_${id}${order.intent}`,
      intent: order.intent,
      amount,
      status: 'succeeded',
      created,
    }),
  );

it('stands in the order and the export, and beside the revenue', async () => {
  await shop.deliver(sessionEvent('completed', { ...order, tax: 260 }));
  const { body } = await organiser.request(`GET /api/v1/shop/orders/${order.orderId}`);
  expect(body).toMatchObject({ amount: 1499, tax: 260 });
  expect(await sales()).toMatchObject({
    revenue: 1239,
    tax: 260,
    refunded: 0,
    refundedTax: 0,
    days: [{ revenue: 1239, tax: 260, refundedTax: 0 }],
  });
  const filter = encodeURIComponent(JSON.stringify({ eventId: { eq: ticket.eventId } }));
  const csv = await organiser.request(`GET /api/v1/shop/orders/export?filter=${filter}`);
  expect(csv.body.trim().split('\r\n')[1]).toMatch(/,2\.60,0\.00$/);
});

it('is paid beside the price, when the price has none in it', async () => {
  await shop.deliver(sessionEvent('completed', { ...order, amount: 1814, subtotal: 1499, tax: 315 }));
  expect(await sales()).toMatchObject({ revenue: 1499, tax: 315 });
});

it('goes back in proportion, and all parts of an order are exactly all of it', async () => {
  await shop.deliver(sessionEvent('completed', { ...order, tax: 260 }));
  const now = seconds();
  await refund('a', 500, now);
  expect(await sales()).toMatchObject({ revenue: 1239, refunded: 413, refundedTax: 87 });
  await refund('b', 499, now + 1);
  await refund('c', 500, now + 2);
  expect(await sales()).toMatchObject({ revenue: 1239, refunded: 1239, tax: 260, refundedTax: 260 });
});

it('is no part of what is disputed, and a failed refund gives none back', async () => {
  await shop.deliver(sessionEvent('completed', { ...order, tax: 260 }));
  const dispute = { id: `dp_${order.intent}`, intent: order.intent, amount: 1499, status: 'needs_response' };
  await shop.deliver(disputeEvent('created', dispute));
  expect(await sales()).toMatchObject({ disputed: 1239 });
  const failed = { id: `re_f${order.intent}`, intent: order.intent, amount: 500, status: 'failed' };
  await shop.deliver(refundEvent('failed', failed));
  expect(await sales()).toMatchObject({ refunded: 0, refundedTax: 0 });
});

it('of a free order is none', async () => {
  await shop.deliver(
    sessionEvent(
      'completed',
      { ...order, intent: null, amount: 0 },
      { paymentStatus: 'no_payment_required' },
    ),
  );
  expect(await sales()).toMatchObject({ revenue: 0, tax: 0, orders: 1 });
});
