/** What a price opens, as organisers put it together. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { OrderItem } from '../shop.tables.ts';

export interface PriceItem extends OrderItem {
  eventStatus: 'public' | 'draft' | 'hidden';
  saleStartDate: string | null;
  saleEndDate: string | null;
}

/** Every event and block with this price, drafts too. */
export async function listPriceItems(db: Db, priceId: string): Promise<PriceItem[]> {
  const { rows } = await sql<PriceItem>`
    select events.id as event_id, events.name as event_name, events.slug as event_slug, events.status as event_status,
      null::uuid as block_id, null as block_name, null as block_slug, events.sale_start_date, events.sale_end_date,
      events.start_date
    from events where events.stripe_price_id = ${priceId}
    union all
    select events.id, events.name, events.slug, events.status, blocks.id, blocks.name, blocks.slug,
      blocks.sale_start_date, blocks.sale_end_date, blocks.start_date
    from blocks join events on events.id = blocks.event_id where blocks.stripe_price_id = ${priceId}
    order by start_date, event_id, block_id nulls first
  `.execute(db);
  return rows;
}
