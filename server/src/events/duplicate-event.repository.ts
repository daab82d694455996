import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Locks the event against changes until the transaction ends, so that its picture stays one that exists. */
export async function holdEvent(trx: Db, eventId: string): Promise<void> {
  await sql`select 1 from events where id = ${eventId} for share`.execute(trx);
}

export interface BlockCopy {
  /** The block that it is a copy of. */
  from: string;
  id: string;
  startDate: string;
  endDate: string;
  saleStartDate: string | null;
  saleEndDate: string | null;
}

/** Copies blocks into another event, with new dates. */
export async function copyBlocks(trx: Db, eventId: string, copies: BlockCopy[]): Promise<void> {
  await sql`
    insert into blocks (id, event_id, name, slug, description, start_date, end_date, location, payment_required, stripe_price_id,
      sale_start_date, sale_end_date)
    select copy.id, ${eventId}, name, slug, description, copy.start_date, copy.end_date, location, payment_required,
      stripe_price_id, copy.sale_start_date, copy.sale_end_date
    from blocks join ${recordset(copies)} on copy."from" = blocks.id
  `.execute(trx);
}

/** Copies streams into the copies of their blocks. They are inactive, so that nothing goes live by itself. */
export async function copyLiveStreams(trx: Db, copies: BlockCopy[], streamIds: string[]): Promise<void> {
  await sql`
    insert into live_streams (block_id, video_id, name, description, status, weight)
    select copy.id, video_id, name, description, 'inactive', weight
    from live_streams join ${recordset(copies)} on copy."from" = live_streams.block_id
    where live_streams.id = any(${streamIds}::uuid[])
  `.execute(trx);
}

function recordset(copies: BlockCopy[]): RawBuilder<unknown> {
  const records = copies.map(({ from, id, startDate, endDate, ...sale }) => ({
    from,
    id,
    start_date: startDate,
    end_date: endDate,
    sale_start_date: sale.saleStartDate,
    sale_end_date: sale.saleEndDate,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
    as copy("from" uuid, id uuid, start_date timestamptz, end_date timestamptz,
      sale_start_date timestamptz, sale_end_date timestamptz)`;
}
