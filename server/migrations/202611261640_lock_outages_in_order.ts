import { type Kysely, sql } from 'kysely';

/**
 * A statement may touch any number of blocks. Blocks share 64 locks, because PostgreSQL holds only a few thousand at once, and
 * a statement takes all that it needs in one order before it notes anything: two statements cannot deadlock.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await shareLocks(db);
  await noteBlocks(db);
  await followStreams(db);
  await followIngests(db);
}

async function shareLocks(db: Kysely<any>): Promise<void> {
  // A transaction that changes several blocks one after the other calls this first, with all of them.
  await sql`
    create function lock_outages(block_ids uuid[]) returns void language plpgsql as $$
    declare
      shared integer;
    begin
      for shared in select distinct hashtext(id::text) & 63 from unnest(block_ids) id order by 1 loop
        perform pg_advisory_xact_lock(hashtext('outages'), shared);
      end loop;
    end $$`.execute(db);
  await sql`
    create or replace function lock_outages(block uuid) returns void language sql as $$
      select lock_outages(array[block])
    $$`.execute(db);
}

async function noteBlocks(db: Kysely<any>): Promise<void> {
  await sql`drop trigger note_new_stream on live_streams`.execute(db);
  await sql`drop trigger note_changed_stream on live_streams`.execute(db);
  await sql`drop trigger note_stream_video on live_streams`.execute(db);
  await sql`drop trigger note_deleted_stream on live_streams`.execute(db);
  await sql`drop trigger note_new_block on blocks`.execute(db);
  await sql`drop trigger note_state on ingests`.execute(db);
  await sql`drop function note_stream`.execute(db);
  await sql`drop function note_block`.execute(db);
  await sql`drop function note_ingest_state`.execute(db);
  await sql`drop function note_block_state(uuid, uuid)`.execute(db);
  await sql`drop function note_block_state(uuid, uuid, timestamptz)`.execute(db);
  // The lock of the block is held: two streams of one block that are switched off at the same moment see each other.
  await sql`
    create function note_block_state(block uuid, gone uuid, at timestamptz) returns void language plpgsql as $$ begin
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
    create function note_block_states(block_ids uuid[]) returns void language plpgsql as $$
    declare
      block uuid;
    begin
      perform lock_outages(block_ids);
      for block in select distinct id from unnest(block_ids) id order by 1 loop
        perform note_block_state(block, null, clock_timestamp());
      end loop;
    end $$`.execute(db);
  // Nobody else sees a new block, so it needs no lock. One that got a stream in the same statement is noted with that.
  await sql`
    create function note_new_blocks() returns trigger language plpgsql as $$ begin
      insert into outages (block_id, cause, started_at)
      select id, 'stream', clock_timestamp() from added
      where not exists (select 1 from live_streams where block_id = added.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_new_blocks after insert on blocks referencing new table as added
    for each statement execute function note_new_blocks()`.execute(db);
}

async function followStreams(db: Kysely<any>): Promise<void> {
  await sql`
    create function note_new_streams() returns trigger language plpgsql as $$ begin
      perform note_block_states(array(select block_id from added));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_new_streams after insert on live_streams referencing new table as added
    for each statement execute function note_new_streams()`.execute(db);
  await sql`
    create function note_changed_streams() returns trigger language plpgsql as $$ begin
      perform note_block_states(array(
        select unnest(array[was.block_id, became.block_id]) from was join became on became.id = was.id
        where (was.status, was.block_id, was.video_id) <> (became.status, became.block_id, became.video_id)
      ));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_changed_streams after update on live_streams
    referencing old table as was new table as became
    for each statement execute function note_changed_streams()`.execute(db);
  // Before: the devices that play it are still known. A block that is deleted with its streams needs no lock.
  await sql`
    create function note_deleted_stream() returns trigger language plpgsql as $$ begin
      if exists (select 1 from blocks where id = old.block_id) then
        perform lock_outages(old.block_id);
        perform note_block_state(old.block_id, old.id, clock_timestamp());
      end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger note_deleted_stream before delete on live_streams
    for each row when (old.status = 'active') execute function note_deleted_stream()`.execute(db);
}

async function followIngests(db: Kysely<any>): Promise<void> {
  // The picture was lost with the last frame, of several cameras with the last one's. The server with the encoder may have
  // died, so another one may notice it later.
  await sql`
    create function note_ingest_states() returns trigger language plpgsql as $$
    declare
      changed record;
    begin
      perform lock_outages(array(
        select stream.block_id from was join became on became.id = was.id
          join live_streams stream on stream.id = became.live_stream_id
        where was.state <> became.state
      ));
      for changed in
        select stream.block_id, case became.state
          when 'interrupted' then least(became.last_frame_at, clock_timestamp()) else clock_timestamp() end as at
        from was join became on became.id = was.id join live_streams stream on stream.id = became.live_stream_id
        where was.state <> became.state
        order by 1, 2 desc
      loop
        perform note_block_state(changed.block_id, null, changed.at);
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_states after update on ingests
    referencing old table as was new table as became
    for each statement execute function note_ingest_states()`.execute(db);
}
