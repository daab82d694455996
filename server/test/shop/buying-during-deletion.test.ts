/** Somebody buys while an organiser deletes: either the payment page opens or the deletion goes through, never both (docs/product.md, 12.9). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Answer } from '../harness.ts';
import { waitUntilBlocked } from '../wait-for-lock.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db } = shop;
const organiser = await shop.signInAs({ scopes: ['event:read', 'event:delete'] });
type Ticket = Awaited<ReturnType<typeof shop.newTicket>>;

const ordersOf = (email: string) => db.selectFrom('orders').select('id').where('email', '=', email).execute();
const newEmail = () => `${randomUUID()}@example.test`;

it.each([
  ['an event', (trx: typeof db, { eventId }: Ticket) => trx.deleteFrom('events').where('id', '=', eventId)],
  ['a block', (trx: typeof db, { blockId }: Ticket) => trx.deleteFrom('blocks').where('id', '=', blockId)],
])('a purchase waits for the deletion of %s, and finds nothing after it', async (_name, remove) => {
  const ticket = await shop.newTicket();
  const email = newEmail();
  let bought: Promise<Answer> | undefined;
  await db.transaction().execute(async (trx) => {
    await remove(trx, ticket).execute();
    bought = shop.buy(ticket.priceId, email);
    await waitUntilBlocked(db);
  });
  const { status, body } = (await bought) as Answer;
  expect([status, body.type]).toEqual([404, '/problems/not-found']);
  expect(await ordersOf(email)).toEqual([]);
});

it('leaves one of both when they run at the same moment', async () => {
  for (let round = 0; round < 8; round++) {
    const { eventId, blockId, priceId } = await shop.newTicket();
    const email = newEmail();
    const path = round % 2 ? `/api/v1/events/${eventId}` : `/api/v1/events/${eventId}/blocks/${blockId}`;
    const [bought, deleted] = await Promise.all([
      shop.buy(priceId, email),
      organiser.request(`DELETE ${path}`),
    ]);
    const orders = await ordersOf(email);
    const isBought = bought.status === 200;
    expect([deleted.status, orders.length]).toEqual(isBought ? [409, 1] : [204, 0]);
  }
});
