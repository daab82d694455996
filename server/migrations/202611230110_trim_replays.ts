import { type Kysely, sql } from 'kysely';

/** The part of a recording that its replay shows: seconds from its start; null is the whole. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('ingests').addColumn('trim', 'jsonb').execute();
  await sql`
    create trigger notify_trim after update on ingests
    for each row when (old.trim is distinct from new.trim) execute function notify_ingest_owner()`.execute(
    db,
  );
}
