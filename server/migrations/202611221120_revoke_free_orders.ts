import { type Kysely, sql } from 'kysely';

/** Free orders can be revoked. What an organiser changed in a bought access outlives a dispute, which deletes the access. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table orders add revoked_at timestamptz`.execute(db);
  await sql`alter table orders drop constraint orders_status_check`.execute(db);
  await sql`alter table orders add constraint orders_status_check check (status in
    ('pending', 'processing', 'failed', 'expired', 'paid', 'refunded', 'disputed', 'lost', 'revoked'))`.execute(
    db,
  );
  await sql`alter table order_items
    add access_start_date timestamptz,
    add access_end_date timestamptz`.execute(db);
  await sql`update permissions set name = 'Refund orders',
    description = 'Refund orders in full or in part, revoke free orders' where code = 'order:refund'`.execute(
    db,
  );
}
