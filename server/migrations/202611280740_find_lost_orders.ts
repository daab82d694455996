import { type Kysely, sql } from 'kysely';

/** Which checkout sessions are ours, since when a restored backup knows no purchases, and paid sessions without an order. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table upkeep
      add column platform_id uuid not null default gen_random_uuid(),
      add column backup_at timestamptz`.execute(db);
  await sql`
    create table lost_sessions (
      id text primary key,
      order_id uuid not null,
      seen_at timestamptz not null default now()
    )`.execute(db);
}
