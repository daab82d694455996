import { type Kysely, sql } from 'kysely';

/** A start may be in the past: it does not tell when an access was granted. Of older ones that is not known, and takes no order back. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table accesses add column granted_at timestamptz not null default now()`.execute(db);
}
