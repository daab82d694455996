/** Hundreds of events a second: what each costs, and what they leave to viewers. `bench/burst` measures the time. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { engine } from '../test-database.ts';
import { refundEvent, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const statements: string[] = [];
const shop = await startShop((query) => statements.push(query.sql));
const { priceId } = await shop.newTicket();
const newOrder = async () => shop.openOrder(priceId, (await shop.newViewer()).email);
const unrelated = (id: string) => ({ ...sessionEvent('completed', order), id, type: 'charge.updated' });

let order: Awaited<ReturnType<typeof newOrder>>;
beforeEach(async () => {
  order = await newOrder();
  statements.length = 0;
});

/** Without the beginning and the end of the transaction. */
async function costOf(event: Parameters<typeof shop.deliver>[0]): Promise<number> {
  statements.length = 0;
  expect((await shop.deliver(event)).status).toBe(204);
  return statements.filter((text) => text !== 'begin' && text !== 'commit').length;
}

it('a payment costs ten statements, a later event five, a repetition and any other event one', async () => {
  const paid = sessionEvent('completed', order);
  expect(await costOf(paid)).toBe(10);
  expect((await shop.accessesOf(order.orderId)).length).toBe(1);
  expect(await costOf(paid)).toBe(1);
  const refund = { id: `re_${order.orderId}`, intent: order.intent, amount: 1, status: 'succeeded' };
  expect(await costOf(refundEvent('created', refund))).toBe(5);
  expect(await costOf(unrelated('evt_unrelated'))).toBe(1);
});

it.runIf(engine === 'postgres')(
  'sixty payments at once never hold more than half of the connections',
  async () => {
    const orders = await Promise.all(Array.from({ length: 60 }, newOrder));
    statements.length = 0;
    const answers = await Promise.all(orders.map((one) => shop.deliver(sessionEvent('completed', one))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    let [open, most] = [0, 0];
    for (const statement of statements) {
      if (statement === 'begin') open++;
      if (statement === 'commit') open--;
      most = Math.max(most, open);
    }
    expect([open, most]).toEqual([0, 5]);
  },
);

it.runIf(engine === 'postgres')(
  'more than five hundred that wait are sent again later',
  { timeout: 60_000 },
  async () => {
    let answers: Array<Promise<{ status: number; headers: object }>> = [];
    await shop.db.transaction().execute(async (trx) => {
      await sql`lock table provider_events in access exclusive mode`.execute(trx);
      answers = Array.from({ length: 515 }, (_, number) => shop.deliver(unrelated(`evt_burst_${number}`)));
      const refused = await Promise.race(answers);
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect([204, 503].map((status) => statuses.filter((one) => one === status).length)).toEqual([505, 10]);
  },
);
