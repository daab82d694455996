import { type Kysely, sql } from 'kysely';

/** When the clean-up last ran, and how long it has waited since the date leapt; null: it does not wait. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table upkeep (
      id integer primary key default 1 check (id = 1),
      cleaned_at timestamptz not null default now(),
      waited_ms double precision
    )`.execute(db);
  await sql`insert into upkeep default values`.execute(db);
}
