import { type Kysely, sql } from 'kysely';

/** Since when a restored platform speaks to nobody; null: it speaks. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table upkeep add column quiet_since timestamptz`.execute(db);
}
