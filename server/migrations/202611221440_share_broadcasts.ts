import { type Kysely, sql } from 'kysely';

/**
 * Several servers share a broadcast: one has its encoder, the others fetch from it what their viewers ask for. The row says
 * which server that is, where the others reach it, and what another one needs to go on in its place.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('ingests')
    .addColumn('server_id', 'uuid')
    .addColumn('server_url', 'text')
    // Of the playlist, in seconds: it must not change while players follow it.
    .addColumn('target', 'integer')
    .addColumn('has_audio', 'boolean')
    .execute();

  // Servers hear at once who may write now; the heartbeat of every second is nothing to them.
  await sql
    .raw(
      `create function notify_ingest_owner() returns trigger language plpgsql as $$ begin
         perform pg_notify('ringside_changes', 'ingest:' || old.id);
         return null;
       end $$`,
    )
    .execute(db);
  await sql`
    create trigger notify_owner after update on ingests
    for each row when (
      (old.generation, old.key_hash, old.ended_at, old.server_id)
      is distinct from (new.generation, new.key_hash, new.ended_at, new.server_id)
    ) execute function notify_ingest_owner()
  `.execute(db);
  await sql`
    create trigger notify_removal after delete on ingests
    for each row execute function notify_ingest_owner()
  `.execute(db);
}
