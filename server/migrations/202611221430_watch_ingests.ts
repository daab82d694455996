import { type Kysely, sql } from 'kysely';

/**
 * How long a broadcast has been in its state, and the last minutes of its feed for the charts of organisers. A stream whose
 * encoder sends no picture is an outage of its block like one that is switched off.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('ingests')
    .addColumn('state_since', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('history', 'jsonb')
    .execute();
  await sql`
    create function stamp_ingest_state() returns trigger language plpgsql as $$ begin
      new.state_since := clock_timestamp();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger stamp_state before update on ingests
    for each row when (old.state is distinct from new.state) execute function stamp_ingest_state()`.execute(
    db,
  );
  await countFeeds(db);
  await followIngests(db);
  await sql`
    select note_block_state(live_streams.block_id, null)
    from live_streams join ingests on ingests.live_stream_id = live_streams.id`.execute(db);
}

async function countFeeds(db: Kysely<any>): Promise<void> {
  await sql`
    create function note_block_state(block uuid, gone uuid, at timestamptz) returns void language plpgsql as $$ begin
      -- Two streams of one block that are switched off at the same moment see each other.
      perform lock_outages(block);
      if not exists (select 1 from blocks where id = block) then return; end if;
      if exists (
        select 1 from live_streams stream where block_id = block and status = 'active' and id is distinct from gone
          and not exists (
            select 1 from ingests where live_stream_id = stream.id and ingests.id::text = stream.video_id
              and state in ('idle', 'connecting', 'interrupted')
          )
      ) then
        update outages set ended_at = greatest(clock_timestamp(), started_at)
        where block_id = block and ended_at is null and cause = 'stream';
      else
        perform open_outage(block, at, 'stream');
      end if;
    end $$`.execute(db);
  await sql`
    create or replace function note_block_state(block uuid, gone uuid) returns void language sql as $$
      select note_block_state(block, gone, clock_timestamp())
    $$`.execute(db);
}

async function followIngests(db: Kysely<any>): Promise<void> {
  // The picture was lost with the last frame. The server with the encoder may have died, so another one may notice it later.
  await sql`
    create function note_ingest_state() returns trigger language plpgsql as $$ begin
      perform note_block_state(
        (select block_id from live_streams where id = new.live_stream_id), null,
        case new.state when 'interrupted' then least(new.last_frame_at, clock_timestamp()) else clock_timestamp() end);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_state after update on ingests
    for each row when (old.state is distinct from new.state) execute function note_ingest_state()`.execute(
    db,
  );
  await sql`
    create trigger note_stream_video after update of video_id on live_streams
    for each row when (old.video_id <> new.video_id) execute function note_stream()`.execute(db);
  // A change of the state holds the row of the ingest before it waits for the lock of the block.
  await sql`
    create function lock_ingest_first() returns trigger language plpgsql as $$ begin
      perform 1 from ingests where live_stream_id = old.id for update;
      return old;
    end $$`.execute(db);
  // Triggers of one moment run in the order of their names: this one before note_deleted_stream.
  await sql`
    create trigger lock_ingest_of_deleted_stream before delete on live_streams
    for each row execute function lock_ingest_first()`.execute(db);
}
