import { type Kysely, sql } from 'kysely';

/**
 * A block ends when its broadcast does, if that is later than planned: who sat in the dark of an overrun is known. An
 * event that is set to draft takes its picture away like a stream that is switched off.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // A broadcast that begins hours after the plan is another one, for example a rehearsal.
  await sql`
    create function end_of_block(block uuid, at timestamptz) returns timestamptz stable language sql as $$
      select greatest(blocks.end_date, max(
        case when ingests.state in ('live', 'interrupted') then at else least(ingests.ended_at, at) end
      ) filter (where ingests.started_at < blocks.end_date + interval '3 hours'))
      from blocks left join live_streams on live_streams.block_id = blocks.id
        left join ingests on ingests.live_stream_id = live_streams.id
      where blocks.id = block group by blocks.id
    $$`.execute(db);

  await sql`
    create or replace function note_block_state(block uuid, gone uuid, at timestamptz) returns void language plpgsql as $$ begin
      if not exists (select 1 from blocks where id = block) then return; end if;
      if exists (
        select 1 from live_streams stream join blocks on blocks.id = stream.block_id join events on events.id = blocks.event_id
        where stream.block_id = block and stream.status = 'active' and stream.id is distinct from gone
          and events.status <> 'draft'
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
    create or replace function open_outage(block uuid, at timestamptz, why text) returns void language plpgsql as $$
    declare
      outage uuid;
    begin
      update outages set cause = case why when 'stream' then why else cause end
      where block_id = block and ended_at is null returning id into outage;
      if outage is null then
        update outages set ended_at = null, cause = why where id = (
          select id from outages where block_id = block and ended_at > at - interval '60 seconds' and started_at <= at
            and not exists (select 1 from compensations where outage_id = outages.id)
          order by ended_at desc limit 1
        ) returning id into outage;
      end if;
      if outage is null then
        insert into outages (block_id, cause, started_at) values (block, why, at) returning id into outage;
      end if;
      -- A device without a ping for a minute has stopped watching. Whether the block has ended is judged later.
      insert into outage_viewers (outage_id, user_id, since)
      select distinct outage, lease.user_id, at
      from playback_leases lease
        join live_streams on live_streams.id = lease.live_stream_id
        join login_sessions on login_sessions.id = lease.session_id
        join blocks on blocks.id = live_streams.block_id
      where blocks.id = block and blocks.start_date <= at
        and lease.ended_at is null and lease.pinged_at > at - interval '60 seconds'
        and login_sessions.revoked_at is null
      order by 2
      on conflict do nothing;
    end $$`.execute(db);

  await sql`
    create function note_drafts() returns trigger language plpgsql as $$ begin
      perform note_block_states(array(
        select blocks.id from was join became on became.id = was.id join blocks on blocks.event_id = became.id
        where (was.status = 'draft') <> (became.status = 'draft')
      ));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_drafts after update on events referencing old table as was new table as became
    for each statement execute function note_drafts()`.execute(db);
}
