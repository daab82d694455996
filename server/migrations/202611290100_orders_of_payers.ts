import { type Kysely, sql } from 'kysely';

/**
 * Who pays for their own address while signed in owns the order, confirmed or not. If another person proves the address
 * afterwards and so gets the account, the order leaves it (`left_at`): no account gets it by the address any more.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table orders add left_at timestamptz`.execute(db);
  await sql`create index orders_left on orders (left_at) where left_at is not null`.execute(db);
  await sql`
    create or replace function assign_orders() returns trigger language plpgsql as $$
    declare
      has_orders boolean;
    begin
      -- The same lock as in give_waiting_accesses: an order that is being stored waits, or is seen here.
      perform pg_advisory_xact_lock_shared(20261122);
      has_orders := exists (select 1 from orders where user_id = new.id);
      update orders set
        user_id = new.id,
        has_new_buyer = has_orders and status = 'paid',
        reconcile_at = case when has_orders and status = 'paid' then now() else reconcile_at end
      where email = new.email and user_id is null and left_at is null;
      return null;
    end $$`.execute(db);
  await sql`
    with own as (
      update orders set user_id = users.id from users
      where orders.user_id is null and orders.opener = 'user:' || users.id and orders.email = users.email
      returning orders.id, orders.user_id
    )
    update accesses set user_id = own.user_id, email = null, version = version + 1 from own where accesses.order_id = own.id
  `.execute(db);
}
