import { type Kysely, sql } from 'kysely';

/** A second identical access grants nothing more. Paid accesses stay, because each belongs to an order. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    delete from accesses a using accesses b
    where a.order_id is null and b.order_id is null and a.id > b.id
      and (a.user_id, a.event_id, a.start_date) = (b.user_id, b.event_id, b.start_date)
      and a.block_id is not distinct from b.block_id and a.end_date is not distinct from b.end_date
  `.execute(db);
  await sql`
    create unique index accesses_same on accesses (user_id, event_id, block_id, start_date, end_date)
    nulls not distinct where order_id is null
  `.execute(db);
}
