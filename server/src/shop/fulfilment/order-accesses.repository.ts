/**
 * The accesses of an order follow its state, together with the replays that were given for it. Call them when the order is
 * locked: two of its events never change the accesses at the same time.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { OrderItemRow } from '../shop.tables.ts';
import type { FulfilledOrder } from './fulfilment.repository.ts';
import { openedReplays, withheldReplays } from './order-replays.repository.ts';

/** One access for each item, however often it is called, with the dates of the one that was deleted before. */
export async function openAccesses(
  trx: Db,
  { id, userId, email, paidAt }: Pick<FulfilledOrder, 'id' | 'userId' | 'email' | 'paidAt'>,
  items: OrderItemRow[],
): Promise<void> {
  await sql`
    with ${openedReplays(id)}
    insert into accesses (event_id, block_id, start_date, end_date, order_id, user_id, email)
    select event_id, block_id, coalesce(start_date, ${paidAt}), end_date, ${id}::uuid, ${userId}::uuid,
      ${userId === null ? email : null}
    from unnest(
      ${items.map(({ eventId }) => eventId)}::uuid[], ${items.map(({ blockId }) => blockId)}::uuid[],
      ${items.map(({ accessStartDate }) => accessStartDate)}::timestamptz[],
      ${items.map(({ accessEndDate }) => accessEndDate)}::timestamptz[]
    ) as item (event_id, block_id, start_date, end_date)
    on conflict (order_id, event_id, block_id) where order_id is not null do nothing
  `.execute(trx);
}

/** Keeps their dates: an organiser may have changed them, and a dispute that is won opens the accesses again. */
export async function withholdAccesses(trx: Db, orderId: string): Promise<void> {
  await sql`
    with gone as (
      delete from accesses where order_id = ${orderId} returning event_id, block_id, start_date, end_date
    ),
    ${withheldReplays(orderId)}
    update order_items item set access_start_date = gone.start_date, access_end_date = gone.end_date
    from gone where item.order_id = ${orderId} and item.event_id = gone.event_id
      and item.block_id is not distinct from gone.block_id
  `.execute(trx);
}
