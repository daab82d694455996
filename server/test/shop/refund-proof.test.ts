import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { startShop } from './shop.ts';

const shop = await startShop();
afterEach(() => shop.clock.reset());

it('needs a recent proof for the eleventh order that one person refunds within a day, also at one moment', async () => {
  const { priceId } = await shop.newTicket();
  const orders = await Promise.all(
    Array.from({ length: 14 }, async () => (await shop.pay(priceId, (await shop.newViewer()).email)).orderId),
  );
  const organiser = await shop.signInAs({ scopes: ['order:refund'] });
  const give = (id: string | undefined, amount = 1) =>
    organiser.request(`POST /api/v1/shop/orders/${id}/refunds`, {
      body: { key: randomUUID(), refundedAmount: amount - 1, amount, reason: 'requested' },
    });
  shop.clock.advance(11 * 60_000);
  const answers = await Promise.all(orders.map((id) => give(id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = orders[answers.findIndex(({ status }) => status !== 201)];
  expect(await give(refused)).toMatchObject({ status: 403, body: { type: '/problems/step-up-required' } });
  // The second part for an order is nobody new.
  const given = orders[answers.findIndex(({ status }) => status === 201)];
  expect((await give(given, 2)).status).toBe(201);
  await sql`update refund_requests set created_at = created_at - interval '24 hours'`.execute(shop.db);
  expect((await give(refused)).status).toBe(201);
});
