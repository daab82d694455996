import { type Kysely, sql } from 'kysely';

/** What a user has watched, and where they stopped: one row for each stream. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('viewings')
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('live_stream_id', 'uuid', (c) => c.notNull().references('live_streams.id').onDelete('cascade'))
    .addColumn('first_watched_at', 'timestamptz', (c) => c.notNull())
    .addColumn('last_watched_at', 'timestamptz', (c) => c.notNull())
    .addColumn('position_seconds', 'double precision')
    .addPrimaryKeyConstraint('viewings_pkey', ['user_id', 'live_stream_id'])
    // Each ping changes a position: with room on its page and no index on it, that is a small write.
    .modifyEnd(sql`with (fillfactor = 80)`)
    .execute();
  // The clean-up, and the deletion of a stream.
  await db.schema.createIndex('viewings_last_watched').on('viewings').column('last_watched_at').execute();
  await db.schema.createIndex('viewings_stream').on('viewings').column('live_stream_id').execute();
}
