import { type Kysely, sql } from 'kysely';

/** A replay that was given as a compensation follows the order that it was given for. A refund in full has one mail. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table accesses
      add compensation_item_id uuid unique references compensation_items on delete cascade,
      add constraint accesses_replay check (compensation_item_id is null or order_id is null)`.execute(db);
  // Of the replay, while its order does not open it.
  await sql`
    alter table compensation_items add withheld_start_date timestamptz, add withheld_end_date timestamptz`.execute(
    db,
  );
  await linkReplays(db);
  await sql`alter table orders add refund_mailed_at timestamptz`.execute(db);
  // Nobody gets a mail about what happened long ago.
  await sql`update orders set refund_mailed_at = now() where status = 'refunded'`.execute(db);
}

/** Those that were given before; the ones whose order is no longer paid end. */
async function linkReplays(db: Kysely<any>): Promise<void> {
  await sql`
    update accesses set compensation_item_id = item.id
    from compensation_items item join compensations on compensations.id = item.compensation_id
    where compensations.terms ->> 'remedy' = 'replay' and item.settled_at is not null and item.failure is null
      and accesses.order_id is null and not accesses.is_complimentary and accesses.user_id = item.user_id
      and accesses.event_id = compensations.event_id
      and accesses.block_id is not distinct from case compensations.terms ->> 'scope' when 'block' then compensations.block_id end
      and abs(extract(epoch from accesses.start_date - item.settled_at)) < 5`.execute(db);
  await sql`
    with gone as (
      delete from accesses using compensation_items item join orders on orders.id = item.order_id
      where accesses.compensation_item_id = item.id and orders.status <> 'paid'
      returning item.id, accesses.start_date, accesses.end_date
    )
    update compensation_items set withheld_start_date = gone.start_date, withheld_end_date = gone.end_date
    from gone where compensation_items.id = gone.id`.execute(db);
}
