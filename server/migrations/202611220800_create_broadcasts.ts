import { type Kysely, sql } from 'kysely';

/**
 * What an organiser shows during an event, and what the desk counts. It is beside the event, not in it: a banner must not
 * change the version of an event that somebody else edits.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('broadcasts')
    .addColumn('event_id', 'uuid', (c) => c.primaryKey().references('events.id').onDelete('cascade'))
    .addColumn('banner', 'text')
    .addColumn('banner_since', 'timestamptz')
    .addColumn('featured_stream_id', 'uuid', (c) => c.references('live_streams.id').onDelete('set null'))
    .addCheckConstraint('broadcasts_banner', sql`(banner is null) = (banner_since is null)`)
    .execute();
  await db.schema
    .createIndex('broadcasts_featured_stream')
    .on('broadcasts')
    .column('featured_stream_id')
    .execute();

  const ofStream = (table: 'stream_peaks' | 'playback_refusals') =>
    db.schema
      .createTable(table)
      .addColumn('live_stream_id', 'uuid', (c) =>
        c.notNull().references('live_streams.id').onDelete('cascade'),
      );
  await ofStream('stream_peaks')
    .addColumn('viewers', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('stream_peaks_pkey', ['live_stream_id'])
    .execute();
  await ofStream('playback_refusals')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('since', 'timestamptz', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('playback_refusals_pkey', ['live_stream_id', 'since', 'reason'])
    .execute();
  await db.schema.createIndex('playback_refusals_since').on('playback_refusals').column('since').execute();
  // Who watches a stream now.
  await db.schema
    .createIndex('playback_leases_stream')
    .on('playback_leases')
    .column('live_stream_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();

  await notifyChanges(db);
}

/**
 * Each change of what viewers see sends `event:<id>` to every server. A notification belongs to its transaction: a
 * rollback sends nothing, and equal ones arrive once.
 */
async function notifyChanges(db: Kysely<any>): Promise<void> {
  const attach = async (table: string, eventOf: (row: 'old' | 'new') => string) => {
    const notify = (row: 'old' | 'new') =>
      `perform pg_notify('ringside_changes', 'event:' || ${eventOf(row)});`;
    await sql
      .raw(
        `create function notify_${table}() returns trigger language plpgsql as $$ begin
           if tg_op <> 'INSERT' then ${notify('old')} end if;
           if tg_op <> 'DELETE' then ${notify('new')} end if;
           return null;
         end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger notify_changes after insert or update or delete on ${table}
         for each row execute function notify_${table}()`,
      )
      .execute(db);
  };
  await attach('events', (row) => `${row}.id`);
  await attach('blocks', (row) => `${row}.event_id`);
  await attach('broadcasts', (row) => `${row}.event_id`);
  // Without its block, the stream is deleted with it, and the block notifies.
  await attach('live_streams', (row) => `(select event_id from blocks where id = ${row}.block_id)`);
}
