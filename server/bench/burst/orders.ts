/** The orders of a burst before it, and what has become of them afterwards. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/db/database.ts';
import { insertBlock, insertEvent } from '../../test/factories.ts';
import type { BurstOrder, Delivery, Ending } from './events.ts';

/** Orders whose payment page is open; seven of ten buyers have an account. */
export async function storeOrders(db: Db, orders: BurstOrder[]): Promise<void> {
  const blocks: Array<{ eventId: string; blockId: string }> = [];
  for (let number = 0; number < 20; number += 1) {
    const eventId = await insertEvent(db);
    blocks.push({ eventId, blockId: await insertBlock(db, { eventId, paymentRequired: true }) });
  }
  const blockOf = new Map(blocks.map((block, number) => [`price_${number}`, block]));
  const createdAt = new Date().toISOString();
  for (let start = 0; start < orders.length; start += 500) {
    const some = orders.slice(start, start + 500);
    const users = some
      .filter((_, number) => number % 10 < 7)
      .map(({ email }) => ({ id: randomUUID(), email, emailVerifiedAt: createdAt }));
    const idOf = new Map(users.map(({ id, email }) => [email, id]));
    const names = { name: 'Buyer', firstName: 'Some', middleName: null, lastName: 'Buyer' };
    await db
      .insertInto('users')
      .values(users.map((user) => ({ ...user, ...names, phone: null, passwordHash: null })))
      .execute();
    await db
      .insertInto('orders')
      .values(
        some.map(({ orderId, sessionId, email, priceId }) => ({
          id: orderId,
          email,
          userId: idOf.get(email) ?? null,
          priceId,
          createdAt,
          sessionId,
          url: `https://pay.example/${sessionId}`,
          checkout: JSON.stringify({ successUrl: '', cancelUrl: '', origin: 'http://localhost' }),
        })),
      )
      .execute();
    await db
      .insertInto('orderItems')
      .values(
        some.map(({ orderId, priceId }) => ({
          orderId,
          ...(blockOf.get(priceId) as (typeof blocks)[number]),
          eventName: 'Gala',
          eventSlug: 'gala',
          blockName: 'Card',
          blockSlug: 'card',
        })),
      )
      .execute();
  }
  await sql`analyze`.execute(db);
}

interface Wanted {
  status: string;
  accesses: number;
  /** Fewest and most. A receipt that has not gone when the money goes back is not sent (docs/product.md, 24.11). */
  receipts: [fewest: number, most: number];
  /** Mails about a refund in full. */
  refundMails: number;
}

const kept: Wanted = { status: 'paid', accesses: 1, receipts: [1, 1], refundMails: 0 };
const wantedOf: Record<Ending, Wanted> = {
  paid: kept,
  'paid later': kept,
  'refunded in part': kept,
  refunded: { status: 'refunded', accesses: 0, receipts: [0, 1], refundMails: 1 },
  'dispute won': kept,
  'dispute lost': { status: 'lost', accesses: 0, receipts: [0, 1], refundMails: 0 },
};

export interface Faults {
  /** Events that are not stored, orders in another state than the events say, missing accesses and mails: a line each. */
  lost: string[];
  /** Orders, accesses, mails and refunds that there are more than once. */
  doubled: string[];
}

export async function findFaults(db: Db, orders: BurstOrder[], deliveries: Delivery[]): Promise<Faults> {
  const { rows } = await sql<{
    id: string;
    status: string;
    accesses: number;
    receipts: number;
    refundMails: number;
    refunds: number;
  }>`
    select id, status,
      (select count(*) from accesses where accesses.order_id = orders.id)::int as accesses,
      (select count(*) from outbox_mails where recipient = orders.email and kind = 'receipt')::int as receipts,
      (select count(*) from outbox_mails where recipient = orders.email and kind = 'refunded')::int as "refundMails",
      (select count(*) from refund_requests where refund_requests.order_id = orders.id)::int as refunds
    from orders`.execute(db);
  const { rows: events } = await sql<{ id: string }>`select id from provider_events`.execute(db);
  const stored = new Set(events.map(({ id }) => id));
  const sent = new Set(deliveries.map(({ eventId }) => eventId));
  const found = new Map(rows.map((row) => [row.id, row]));
  const faults: Faults = {
    lost: [...sent.difference(stored)].map((id) => `the event ${id}`),
    doubled: rows.length > orders.length ? [`${rows.length} orders instead of ${orders.length}`] : [],
  };
  for (const { orderId, ending } of orders) {
    const order = found.get(orderId);
    const wanted = wantedOf[ending];
    if (order?.status !== wanted.status) {
      faults.lost.push(`${ending}: the state is ${order?.status}`);
      continue;
    }
    const compare = (what: string, count: number, fewest: number, most = fewest) => {
      if (count < fewest) faults.lost.push(`${ending}: ${count} ${what}`);
      if (count > most) faults.doubled.push(`${ending}: ${count} ${what}`);
    };
    compare('accesses', order.accesses, wanted.accesses);
    compare('receipts', order.receipts, ...wanted.receipts);
    compare('mails about a refund', order.refundMails, wanted.refundMails);
    compare('refunds of ours', order.refunds, 0);
  }
  return faults;
}
