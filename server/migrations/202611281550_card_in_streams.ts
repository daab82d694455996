import { type Kysely, sql } from 'kysely';

/** Viewers who follow an event hear of its bouts and bells. */
export async function up(db: Kysely<any>): Promise<void> {
  // How much later than the moment itself a picture of it is stamped: encoder and network.
  await sql`alter table live_streams add column venue_delay_ms integer not null default 2000`.execute(db);
  await sql`
    create function notify_bouts() returns trigger language plpgsql as $$
      begin
        perform pg_notify('ringside_changes', 'event:' || event_id) from blocks where id in (old.block_id, new.block_id);
        return null;
      end $$`.execute(db);
  await sql`
    create trigger notify_changes after insert or update or delete on bouts
      for each row execute function notify_bouts()`.execute(db);
  await sql`
    create function notify_bells() returns trigger language plpgsql as $$
      begin
        perform pg_notify('ringside_changes', 'event:' || blocks.event_id)
          from bouts join blocks on blocks.id = bouts.block_id where bouts.id = new.bout_id;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger notify_changes after insert or update on bells
      for each row execute function notify_bells()`.execute(db);
}
