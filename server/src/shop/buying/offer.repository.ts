import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface OfferRow {
  eventId: string;
  /** null: the whole event. */
  blockId: string | null;
  stripePriceId: string | null;
  saleStartDate: string | null;
  saleEndDate: string | null;
  startDate: string;
}

/** The event if it has a price, and its blocks that need an access, in order of time. */
export async function listOfferRows(db: Db, eventId: string): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select events.id as event_id, null::uuid as block_id, stripe_price_id, sale_start_date, sale_end_date,
      start_date, 0 as place
    from events where id = ${eventId} and stripe_price_id is not null
    union all
    select event_id, id, stripe_price_id, sale_start_date, sale_end_date, start_date, 1
    from blocks where event_id = ${eventId} and payment_required
    order by place, start_date, block_id
  `.execute(db);
  return rows;
}
