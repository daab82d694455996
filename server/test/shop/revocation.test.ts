/** Free orders, which have nothing to refund, and what comes of a dispute. */
import { expect, it } from 'vitest';
import { newPrice } from './fake-provider.ts';
import { disputeEvent, seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, buy } = shop;
const organiser = await shop.signInAs({
  scopes: ['order:read', 'order:refund', 'event:read', 'event:create', 'event:update', 'identity.user:read'],
});
const revocation = (verb: 'PUT' | 'DELETE', orderId: string) =>
  organiser.request(`${verb} /api/v1/shop/orders/${orderId}/revocation`);
const stateOf = async (orderId: string) => [
  (await shop.findOrder(orderId)).status,
  (await shop.accessesOf(orderId)).length,
];

async function freeOrder() {
  const viewer = await shop.newViewer();
  const ticket = await shop.newTicket();
  shop.provider.prices.set(ticket.priceId, newPrice(ticket.priceId, { amount: 0 }));
  const order = { ...(await shop.openOrder(ticket.priceId, viewer.email, viewer)), intent: null };
  const paid = sessionEvent('completed', order, { paymentStatus: 'no_payment_required' });
  return { viewer, ticket, order, paid };
}

it('takes a free order back, and gives it back', async () => {
  const { viewer, ticket, order, paid } = await freeOrder();
  await shop.deliver(paid);
  expect((await viewer.request(ticket.watch)).status).toBe(200);
  const both = await Promise.all([revocation('PUT', order.orderId), revocation('PUT', order.orderId)]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect(await stateOf(order.orderId)).toEqual(['revoked', 0]);
  expect((await viewer.request(ticket.watch)).status).toBe(403);
  expect((await viewer.request('GET /api/v1/shop/purchases')).body.data).toMatchObject([
    { status: 'revoked' },
  ]);
  expect((await viewer.request(`GET /api/v1/shop/checkouts/${order.sessionId}`)).body.status).toBe('revoked');
  // Nothing that the provider repeats opens it again.
  await shop.deliver({ ...paid, id: `${paid.id}_again` });
  expect(await stateOf(order.orderId)).toEqual(['revoked', 0]);
  expect((await revocation('DELETE', order.orderId)).status).toBe(204);
  expect(await stateOf(order.orderId)).toEqual(['paid', 1]);
  const { body } = await organiser.request('GET /api/v1/identity/audit?limit=10');
  const actions = body.data
    .filter(({ entityId }: { entityId: string }) => entityId === order.orderId)
    .map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['restoreOrder', 'revokeOrder']);
});

it('does not flood a buyer with mails by taking an order back and forth', async () => {
  const { order, paid, viewer } = await freeOrder();
  await shop.deliver(paid);
  const statuses: number[] = [];
  for (let time = 0; time < 8; time++)
    statuses.push((await revocation(time % 2 === 0 ? 'PUT' : 'DELETE', order.orderId)).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429, 429]);
  // Another buyer's order is not in the way.
  const other = await freeOrder();
  await shop.deliver(other.paid);
  expect((await revocation('PUT', other.order.orderId)).status).toBe(204);
  expect(viewer.email).not.toBe(other.viewer.email);
});

it('revokes nothing that cost money, is not paid, or does not exist', async () => {
  const { email } = await shop.newViewer();
  const { priceId, eventPriceId } = await shop.newTicket();
  const [paid, open] = [await shop.pay(priceId, email), await shop.openOrder(eventPriceId, email)];
  for (const verb of ['PUT', 'DELETE'] as const)
    for (const { orderId } of [paid, open]) expect((await revocation(verb, orderId)).status).toBe(409);
  expect((await revocation('PUT', organiser.userId)).status).toBe(404);
  expect(await stateOf(paid.orderId)).toEqual(['paid', 1]);
});

it('keeps the dates that an organiser has given an access, through a revocation and a dispute', async () => {
  const dates = { startDate: '2026-01-01T00:00:00+00:00', endDate: '2027-01-01T00:00:00+00:00' };
  const change = async (orderId: string) => {
    const [access] = await shop.accessesOf(orderId);
    const answer = await organiser.request(`PATCH /api/v1/events/access/${access?.id}`, { body: dates });
    expect(answer.status).toBe(204);
  };
  const { order, paid } = await freeOrder();
  await shop.deliver(paid);
  await change(order.orderId);
  await revocation('PUT', order.orderId);
  await revocation('DELETE', order.orderId);
  expect(await shop.accessesOf(order.orderId)).toMatchObject([dates]);

  const { email } = await shop.newViewer();
  const sold = await shop.pay((await shop.newTicket()).priceId, email);
  await change(sold.orderId);
  const dispute = (status: string, later: number) =>
    shop.deliver(disputeEvent('updated', { ...sold, id: `dp_${sold.orderId}`, status }, seconds() + later));
  await dispute('needs_response', 0);
  expect(await shop.accessesOf(sold.orderId)).toEqual([]);
  await dispute('under_review', 1);
  await dispute('won', 2);
  expect(await shop.accessesOf(sold.orderId)).toMatchObject([dates]);
});

it('refunds nothing while the bank decides, and says why', async () => {
  const { email } = await shop.newViewer();
  const sold = await shop.pay((await shop.newTicket()).priceId, email);
  const dispute = (status: string, later: number) =>
    shop.deliver(disputeEvent('updated', { ...sold, id: `dp_${sold.orderId}`, status }, seconds() + later));
  const refund = async () => {
    const { status, body } = await organiser.request(`POST /api/v1/shop/orders/${sold.orderId}/refunds`, {
      body: { key: crypto.randomUUID(), refundedAmount: 0, reason: 'requested' },
    });
    return [status, body.type, body.detail];
  };
  await dispute('needs_response', 0);
  expect(await refund()).toEqual([
    409,
    '/problems/payment-disputed',
    expect.stringMatching(/^The bank of the buyer decides about it/),
  ]);
  await dispute('lost', 1);
  expect(await refund()).toEqual([
    409,
    '/problems/conflict',
    expect.stringMatching(/have given all of the money back/),
  ]);
});

it('sells nothing again to its signed-in buyer while the bank decides, and again after the loss', async () => {
  const viewer = await shop.newViewer();
  const { priceId, eventId, blockId } = await shop.newTicket();
  const sold = await shop.pay(priceId, viewer.email, viewer);
  const dispute = (status: string, later: number) =>
    shop.deliver(disputeEvent('updated', { ...sold, id: `dp_${sold.orderId}`, status }, seconds() + later));
  const offered = async () => {
    const { body } = await viewer.request(`GET /api/v1/shop/offers/${eventId}`);
    return body.data.find((offer: { blockId: string | null }) => offer.blockId === blockId).state;
  };
  await dispute('needs_response', 0);
  const refused = await buy(priceId, viewer.email, viewer);
  expect([refused.status, refused.body.type, await offered()]).toEqual([
    409,
    '/problems/payment-disputed',
    'disputed',
  ]);
  // For anybody else the page opens: a refusal would tell of the purchase.
  expect((await buy(priceId, viewer.email, shop)).status).toBe(200);
  await dispute('lost', 1);
  expect([(await buy(priceId, viewer.email, viewer)).status, await offered()]).toEqual([200, 'on-sale']);
});

it('lists a payment page that is open, for the account that opened it alone', async () => {
  const viewer = await shop.newViewer();
  const [own, trap, visit] = [await shop.newTicket(), await shop.newTicket(), await shop.newTicket()];
  const page = await buy(own.priceId, viewer.email, viewer);
  await buy(trap.priceId, viewer.email, await shop.newViewer());
  await buy(visit.priceId, viewer.email, shop.newBrowser());
  const purchases = async () => (await viewer.request('GET /api/v1/shop/purchases')).body;
  expect(await purchases()).toMatchObject({
    data: [{ status: 'pending', stripePriceId: own.priceId, paymentUrl: page.body.redirectUrl }],
    total: 1,
  });
  shop.clock.advance(61 * 60_000);
  const late = await purchases();
  shop.clock.reset();
  expect(late).toMatchObject({ data: [{ status: 'pending', paymentUrl: null }], total: 1 });

  const { id: orderId, sessionId } = await shop.orderOf(viewer.email, own.priceId);
  await shop.deliver(sessionEvent('expired', { orderId, sessionId: String(sessionId), intent: null }));
  const paid = await shop.orderOf(viewer.email, visit.priceId);
  await shop.deliver(
    sessionEvent('completed', {
      orderId: paid.id,
      sessionId: String(paid.sessionId),
      intent: `pi_${paid.id}`,
    }),
  );
  expect(await purchases()).toMatchObject({
    data: [{ status: 'paid', stripePriceId: visit.priceId, paymentUrl: null }],
    total: 1,
  });
  expect(
    await db.selectFrom('orders').select('id').where('userId', '=', viewer.userId).execute(),
  ).toHaveLength(3);
});
