/** What a price opens. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { OrderItem } from '../shop.tables.ts';

export interface SoldItem extends OrderItem {
  saleStartDate: string | null;
  saleEndDate: string | null;
  startDate: string;
  endDate: string;
}

/** Every event and block with one of these prices that viewers can open. */
export async function listSoldItems(
  db: Db,
  priceIds: string[],
): Promise<Array<SoldItem & { priceId: string }>> {
  const { rows } = await listItems(db, priceIds, sql`events.status <> 'draft'`);
  return rows;
}

/** Also those of drafts, for organisers. */
export async function listPricedItems(
  db: Db,
  priceIds: string[],
): Promise<Array<SoldItem & { priceId: string }>> {
  const { rows } = await listItems(db, priceIds, sql`true`);
  return rows;
}

function listItems(db: Db, priceIds: string[], condition: ReturnType<typeof sql>) {
  return sql<SoldItem & { priceId: string }>`
    select events.stripe_price_id as price_id, events.id as event_id, events.name as event_name, events.slug as event_slug,
      null::uuid as block_id, null as block_name, null as block_slug, events.sale_start_date, events.sale_end_date,
      events.start_date, events.end_date
    from events where events.stripe_price_id = any(${priceIds}) and ${condition}
    union all
    select blocks.stripe_price_id, events.id, events.name, events.slug,
      blocks.id, blocks.name, blocks.slug, blocks.sale_start_date, blocks.sale_end_date, blocks.start_date, blocks.end_date
    from blocks join events on events.id = blocks.event_id
    where blocks.stripe_price_id = any(${priceIds}) and ${condition}
    order by start_date, event_id, block_id nulls first
  `.execute(db);
}
