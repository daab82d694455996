import { type Kysely, sql } from 'kysely';

/** Why encoders were turned away, and which of two encoders with one key keeps the stream. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table encoder_attempts (
      id uuid primary key default gen_random_uuid(),
      ingest_id uuid references ingests (id) on delete cascade,
      at timestamptz not null,
      count integer not null,
      network text,
      protocol text not null,
      program text,
      refusal text not null,
      detail text
    )`.execute(db);
  await sql`create index encoder_attempts_of_stream on encoder_attempts (ingest_id, at desc)`.execute(db);
  await sql`create index encoder_attempts_by_age on encoder_attempts (at)`.execute(db);
  await sql`
    create function notify_encoder_attempts() returns trigger language plpgsql as $$ begin
      perform pg_notify('ringside_changes', 'event:' || (
        select event_id from blocks
        join live_streams on blocks.id = live_streams.block_id
        join ingests on live_streams.id = ingests.live_stream_id
        where ingests.id = new.ingest_id));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger notify_attempt after insert or update on encoder_attempts
    for each row when (new.ingest_id is not null) execute function notify_encoder_attempts()`.execute(db);
  await sql`
    alter table ingests
      add column encoder_network text,
      add column is_encoder_kept boolean not null default false,
      add column contested_until timestamptz,
      add column contest_wait_ms integer not null default 0`.execute(db);
  await sql`
    create trigger notify_kept after update on ingests
    for each row when (old.is_encoder_kept is distinct from new.is_encoder_kept) execute function notify_ingests()`.execute(
    db,
  );
}
