/** Many buyers behind one address, of a mobile carrier or a venue (docs/product.md, 24.23). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newPrice } from './fake-provider.ts';
import { sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, clock } = shop;
const statusesOf = async (answers: Array<Promise<{ status: number }>>) =>
  (await Promise.all(answers)).map(({ status }) => status);
const counted = async () => {
  const rows = await db.selectFrom('attemptCounters').select('failures').execute();
  return rows.map(({ failures }) => Math.ceil(Number(failures))).filter((failures) => failures > 0);
};

let priceId: string;
beforeEach(async () => {
  clock.stop();
  await db.deleteFrom('attemptCounters').execute();
  ({ priceId } = await shop.newTicket());
});

/** @returns the status of each purchase. */
async function buyers(count: number, pays: boolean): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < count; number++) {
    const email = `${randomUUID()}@example.test`;
    const { status } = await shop.buy(priceId, email, shop.newBrowser());
    statuses.push(status);
    if (pays && status === 200) {
      const { id } = await shop.orderOf(email, priceId);
      const intent = `pi_${id}`;
      const order = { orderId: id, sessionId: `cs_test_${id.replaceAll('-', '')}`, intent, amount: 1499 };
      await shop.deliver(sessionEvent('completed', order));
    }
  }
  return statuses;
}

describe('of many buyers behind one address', () => {
  it('nobody waits while they pay, and who only opens pages does after 200', {
    timeout: 120_000,
  }, async () => {
    expect(new Set(await buyers(250, true))).toEqual(new Set([200]));
    expect(await counted()).toEqual([]);
    const unpaid = await buyers(203, false);
    expect(unpaid.slice(0, 200)).toEqual(Array(200).fill(200));
    expect(unpaid.slice(-2)).toEqual([429, 429]);
  });

  it('a payment ends the wait of the others', async () => {
    await buyers(201, false);
    const [{ id }] = (await db
      .selectFrom('orders')
      .select('id')
      .where('purchaseCounter', 'is not', null)
      .where('priceId', '=', priceId)
      .execute()) as [{ id: string }];
    expect(await buyers(1, false)).toEqual([429]);
    await shop.deliver(
      sessionEvent('completed', { orderId: id, sessionId: `cs_${id}`, intent: `pi_${id}`, amount: 1499 }),
    );
    expect(await buyers(1, false)).toEqual([200]);
    expect((await shop.findOrder(id)).purchaseCounter).toBeNull();
  });

  it.each<[string, object]>([
    ['is given back at once', {}],
    ['costs nothing and is held already', { amount: 0, intent: null }],
  ])('a payment that %s gives its place back too', async (_name, paid) => {
    const [email, isFree] = [`${randomUUID()}@example.test`, 'amount' in paid];
    if (isFree) shop.provider.prices.set(priceId, newPrice(priceId, { amount: 0 }));
    const first = await shop.openOrder(priceId, email, shop.newBrowser());
    clock.advance(1);
    const orders = [first, await shop.openOrder(priceId, email, shop.newBrowser())];
    expect(await counted()).toEqual([2]);
    for (const order of orders)
      await shop.deliver(
        sessionEvent(
          'completed',
          { ...order, ...paid },
          { paymentStatus: isFree ? 'no_payment_required' : 'paid' },
        ),
      );
    const states = await Promise.all(orders.map(({ orderId }) => shop.findOrder(orderId)));
    expect(states.map(({ status }) => status)).toEqual(['paid', isFree ? 'revoked' : 'refunded']);
    expect(await counted()).toEqual([]);
  });

  it('who presses again for the same page has one place', async () => {
    const browser = shop.newBrowser();
    const email = `${randomUUID()}@example.test`;
    for (let time = 0; time < 5; time++) expect((await shop.buy(priceId, email, browser)).status).toBe(200);
    expect(await counted()).toEqual([1]);
    expect(await statusesOf(Array.from({ length: 60 }, () => shop.buy(priceId, email, browser)))).toEqual(
      Array(60).fill(200),
    );
    expect(await counted()).toEqual([1]);
  });

  it('accounts with a confirmed address count by account, others by network', async () => {
    await buyers(202, false);
    expect((await buyers(1, false))[0]).toBe(429);
    const [confirmed, other] = [await shop.newViewer(), await shop.newViewer({ confirmed: false })];
    expect((await shop.buy(priceId, confirmed.email, confirmed)).status).toBe(200);
    expect((await shop.buy(priceId, other.email, other)).status).toBe(429);
    // One account that opens page after page, for anybody.
    const statuses: number[] = [];
    for (let time = 0; time < 202; time++)
      statuses.push((await shop.buy(priceId, `${randomUUID()}@example.test`, confirmed)).status);
    expect(statuses.at(-1)).toBe(429);
    const neighbour = await shop.newViewer();
    expect((await shop.buy(priceId, neighbour.email, neighbour)).status).toBe(200);
  }, 60_000);

  it('what was paid leaves no trace of its network, nor what nobody paid', async () => {
    await buyers(2, true);
    await buyers(1, false);
    const order = await db
      .selectFrom('orders')
      .select('id')
      .where('priceId', '=', priceId)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    await shop.deliver(
      sessionEvent('expired', {
        orderId: order.id,
        sessionId: `cs_${order.id}`,
        intent: `pi_${order.id}`,
        amount: 1499,
      }),
    );
    const left = await db
      .selectFrom('orders')
      .select('id')
      .where('priceId', '=', priceId)
      .where('purchaseCounter', 'is not', null)
      .execute();
    expect(left).toEqual([]);
    // Nobody paid it: its place is forgotten by time alone.
    expect(await counted()).toEqual([1]);
  });
});
