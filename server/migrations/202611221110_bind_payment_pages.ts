import { type Kysely, sql } from 'kysely';

/**
 * A payment page belongs to the account or the browser that opened it: to share it with everybody who names the same
 * address would tell them when it is paid.
 */
export async function up(db: Kysely<any>): Promise<void> {
  // Of an order that is open now nobody knows who opened it; null equals nothing, so it is not shared any more.
  await sql`alter table orders add opener text, add opener_key text`.execute(db);
  await sql`drop index orders_open`.execute(db);
  await sql`create unique index orders_open on orders (email, price_id, opener) where is_open`.execute(db);

  await sql`
    create or replace function forget_buyer() returns trigger language plpgsql as $$
    declare
      name constant text := 'Deleted buyer ' || left(replace(gen_random_uuid()::text, '-', ''), 12);
    begin
      update orders set email = null, user_id = null, pseudonym = name, is_open = false, opener = null, opener_key = null
      where user_id = old.id;
      return old;
    end $$`.execute(db);
}
