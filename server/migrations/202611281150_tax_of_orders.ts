import { type Kysely, sql } from 'kysely';

/** The tax in what was paid. Of payments from before it is not known, and counts as none. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table checkout_sessions add column tax bigint not null default 0`.execute(db);
  await sql`alter table orders add column tax bigint not null default 0`.execute(db);
}
