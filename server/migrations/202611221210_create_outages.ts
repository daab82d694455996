import { type Kysely, sql } from 'kysely';

/**
 * Times in which a block could not be watched, who was kept from watching, and what they got for it. Triggers record the
 * outages, in the transaction of the change, so that no way of switching a stream can forget one. The schedule of the
 * block is applied when an outage is read: a stream that is off before the block begins harms nobody.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await createEvidence(db);
  await createCompensations(db);
  await recordOutages(db);
  await followStreams(db);
  // What was switched off before is not known: it counts from now on.
  await sql`
    insert into outages (block_id, cause, started_at)
    select id, 'stream', now() from blocks
    where not exists (select 1 from live_streams where block_id = blocks.id and status = 'active')`.execute(
    db,
  );
}

async function createEvidence(db: Kysely<any>): Promise<void> {
  await sql`
    create table outages (
      id uuid primary key default gen_random_uuid(),
      block_id uuid not null references blocks on delete cascade,
      -- stream: no live stream of the block was active. playback: the streams were active and nothing could be played.
      cause text not null check (cause in ('stream', 'playback')),
      started_at timestamptz not null,
      ended_at timestamptz check (ended_at >= started_at),
      -- The last failure that was noticed; only of the cause playback.
      failed_at timestamptz
    )`.execute(db);
  await sql`create unique index outages_open on outages (block_id) where ended_at is null`.execute(db);
  await sql`create index outages_block on outages (block_id, started_at)`.execute(db);
  await sql`create index outages_ended on outages (ended_at) where ended_at is not null`.execute(db);
  await sql`
    create table outage_viewers (
      outage_id uuid not null references outages on delete cascade,
      user_id uuid not null references users on delete cascade,
      since timestamptz not null,
      primary key (outage_id, user_id)
    )`.execute(db);
  await sql`create index outage_viewers_user on outage_viewers (user_id)`.execute(db);
  await sql`
    create table denied_plays (
      block_id uuid not null references blocks on delete cascade,
      user_id uuid not null references users on delete cascade,
      -- The first refusal of each five minutes.
      slice timestamptz not null,
      tried_at timestamptz not null,
      primary key (block_id, user_id, slice)
    )`.execute(db);
  await sql`create index denied_plays_user on denied_plays (user_id)`.execute(db);
  await sql`create index denied_plays_tried on denied_plays (tried_at)`.execute(db);
  await sql`
    create table playback_slices (
      block_id uuid not null references blocks on delete cascade,
      since timestamptz not null,
      delivered integer not null,
      failed integer not null,
      primary key (block_id, since)
    )`.execute(db);
}

async function createCompensations(db: Kysely<any>): Promise<void> {
  await sql`
    create table compensations (
      id uuid primary key default gen_random_uuid(),
      -- No foreign keys: what was given stays in the books when an event is deleted.
      outage_id uuid not null,
      event_id uuid not null,
      block_id uuid not null,
      -- Chosen by the caller, so that a repeated call gives once.
      key uuid not null unique,
      terms jsonb not null,
      -- The origin of the links in its mails.
      origin text not null,
      actor_id uuid,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index compensations_outage on compensations (outage_id, created_at)`.execute(db);
  await sql`
    create table compensation_items (
      id uuid primary key default gen_random_uuid(),
      compensation_id uuid not null references compensations,
      outage_id uuid not null,
      order_id uuid not null references orders on delete cascade,
      user_id uuid references users on delete set null,
      affected_since timestamptz not null,
      seconds integer not null,
      -- Fixed when it was confirmed; null: it is not an amount.
      amount bigint check (amount > 0),
      currency text,
      -- What the buyer types in at the payment page.
      code text unique,
      refund_request_id uuid unique,
      attempts integer not null default 0,
      due_at timestamptz not null,
      settled_at timestamptz,
      failure text,
      -- Nobody gets something twice for one outage, even when two organisers ask at the same moment.
      unique (outage_id, order_id),
      unique (outage_id, user_id)
    )`.execute(db);
  await sql`create index compensation_items_compensation on compensation_items (compensation_id)`.execute(db);
  await sql`create index compensation_items_order on compensation_items (order_id)`.execute(db);
  await sql`create index compensation_items_user on compensation_items (user_id)`.execute(db);
  await sql`
    create index compensation_items_due on compensation_items (due_at) where settled_at is null`.execute(db);
}

async function recordOutages(db: Kysely<any>): Promise<void> {
  await sql`
    create function lock_outages(block uuid) returns void language sql as $$
      select pg_advisory_xact_lock(hashtextextended('outages ' || block, 0))
    $$`.execute(db);
  // Two interruptions with less than a minute between them are one, unless somebody was compensated for the first.
  await sql`
    create function open_outage(block uuid, at timestamptz, why text) returns void language plpgsql as $$
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
      -- A device without a ping for a minute has stopped watching.
      insert into outage_viewers (outage_id, user_id, since)
      select distinct outage, lease.user_id, at
      from playback_leases lease
        join live_streams on live_streams.id = lease.live_stream_id
        join login_sessions on login_sessions.id = lease.session_id
        join blocks on blocks.id = live_streams.block_id
      where blocks.id = block and blocks.start_date <= at and blocks.end_date > at
        and lease.ended_at is null and lease.pinged_at > at - interval '60 seconds'
        and login_sessions.revoked_at is null
      order by 2
      on conflict do nothing;
    end $$`.execute(db);
  await sql`
    create function note_block_state(block uuid, gone uuid) returns void language plpgsql as $$ begin
      -- Two streams of one block that are switched off at the same moment see each other.
      perform lock_outages(block);
      if not exists (select 1 from blocks where id = block) then return; end if;
      if exists (
        select 1 from live_streams where block_id = block and status = 'active' and id is distinct from gone
      ) then
        update outages set ended_at = greatest(clock_timestamp(), started_at)
        where block_id = block and ended_at is null and cause = 'stream';
      else
        perform open_outage(block, clock_timestamp(), 'stream');
      end if;
    end $$`.execute(db);
}

async function followStreams(db: Kysely<any>): Promise<void> {
  await sql`
    create function note_stream() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then
        perform note_block_state(old.block_id, old.id);
        return old;
      end if;
      if tg_op = 'UPDATE' and old.block_id <> new.block_id then
        perform note_block_state(old.block_id, null);
      end if;
      perform note_block_state(new.block_id, null);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_new_stream after insert on live_streams
    for each row execute function note_stream()`.execute(db);
  await sql`
    create trigger note_changed_stream after update of status, block_id on live_streams
    for each row when (old.status <> new.status or old.block_id <> new.block_id) execute function note_stream()`.execute(
    db,
  );
  // Before: the devices that play it are still known.
  await sql`
    create trigger note_deleted_stream before delete on live_streams
    for each row when (old.status = 'active') execute function note_stream()`.execute(db);
  await sql`
    create function note_block() returns trigger language plpgsql as $$ begin
      perform note_block_state(new.id, null);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_new_block after insert on blocks for each row execute function note_block()`.execute(
    db,
  );
}
