import { type Kysely, sql } from 'kysely';

/** What an order was sold for, which its payment is compared with, and the messages of the provider that are not as they should be. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table orders
      add column price_amount bigint,
      add column price_currency text,
      add column wrong_payment jsonb`.execute(db);
  await sql`
    create table webhook_faults (
      pointer text primary key,
      detail text not null,
      seen_at timestamptz not null
    )`.execute(db);
}
