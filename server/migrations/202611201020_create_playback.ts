import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('playback_leases')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'uuid', (c) => c.notNull().references('login_sessions.id').onDelete('cascade'))
    .addColumn('live_stream_id', 'uuid', (c) => c.references('live_streams.id').onDelete('set null'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('pinged_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .addColumn('end_reason', 'text')
    .execute();
  // The rule "two devices per user" reads the running leases of one user; a device reads its newest lease.
  await db.schema
    .createIndex('playback_leases_running')
    .on('playback_leases')
    .column('user_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('playback_leases_device')
    .on('playback_leases')
    .columns(['session_id', 'created_at desc'])
    .execute();
}
