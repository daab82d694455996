import { type Kysely, sql } from 'kysely';

/**
 * `ingests` takes the feed of an encoder for a live stream. `loose_recordings` lists recordings whose ingest is gone: a
 * trigger adds them, whatever deleted the ingest, and the clean-up removes their files.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db.schema
    .createTable('ingests')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('live_stream_id', 'uuid', (c) =>
      c.notNull().unique().references('live_streams.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('key_created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('previous_video_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('idle'))
    .addColumn('generation', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('started_at', 'timestamptz')
    .addColumn('last_frame_at', 'timestamptz')
    .addColumn('heartbeat_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('health', 'jsonb')
    .addColumn('recording', 'jsonb')
    .addCheckConstraint(
      'ingests_state',
      sql`state in ('idle', 'connecting', 'live', 'interrupted', 'ended') and (state = 'ended') = (ended_at is not null)`,
    )
    .execute();
  await db.schema
    .createTable('loose_recordings')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('since', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();

  await sql
    .raw(
      `create function keep_loose_recording() returns trigger language plpgsql as $$ begin
         insert into loose_recordings (id) values (old.id) on conflict do nothing;
         return null;
       end $$`,
    )
    .execute(db);
  await sql`
    create trigger keep_loose_recording after delete on ingests
    for each row execute function keep_loose_recording()
  `.execute(db);

  // Viewers follow the state of a broadcast; the heartbeat of every other second is nothing to them.
  const notify = (row: 'old' | 'new') =>
    `perform pg_notify('ringside_changes', 'event:' || (
       select event_id from blocks join live_streams on blocks.id = live_streams.block_id
       where live_streams.id = ${row}.live_stream_id));`;
  await sql
    .raw(
      `create function notify_ingests() returns trigger language plpgsql as $$ begin
         if tg_op = 'DELETE' then ${notify('old')} else ${notify('new')} end if;
         return null;
       end $$`,
    )
    .execute(db);
  await sql`
    create trigger notify_changes after insert or delete on ingests
    for each row execute function notify_ingests()
  `.execute(db);
  await sql`
    create trigger notify_state after update on ingests
    for each row when (old.state is distinct from new.state) execute function notify_ingests()
  `.execute(db);
}
