import { type Kysely, sql } from 'kysely';

/**
 * An account that confirms an address gets the paid orders of that address. It may have paid for the same before, under
 * another address: then the order has to be compared with the others of the account, which the shop's job does.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table orders add has_new_buyer boolean not null default false`.execute(db);
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
      where email = new.email and user_id is null;
      return null;
    end $$`.execute(db);
}
