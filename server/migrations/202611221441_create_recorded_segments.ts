import { type Kysely, sql } from 'kysely';

/**
 * What of a recording is in the object store, so that every server can play it. The rows outlive their ingest: the clean-up
 * removes the objects first.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('recorded_segments')
    .addColumn('ingest_id', 'uuid', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('segment', 'jsonb', (c) => c.notNull())
    .addColumn('stored_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addPrimaryKeyConstraint('recorded_segments_pkey', ['ingest_id', 'name'])
    .execute();
}
