import { type Kysely, sql } from 'kysely';

/**
 * Servers remember who may watch. Whatever takes that right away sends `watch:<id>` with the id of the row on which it
 * rested: a lease, a login session, a user, an event, a block or a live stream; `watch:*` stands for any. Pings, and
 * accesses that are added, take nothing away and send nothing.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create function announce_revocation() returns trigger language plpgsql as $$ begin
      perform pg_notify('ringside_changes', 'watch:' || old.id);
      return null;
    end $$`.execute(db);
  const announce = (table: string, name: string, event: string, condition: string) =>
    sql
      .raw(
        `create trigger announce_${name} after ${event} on ${table} for each row
         when (${condition}) execute function announce_revocation()`,
      )
      .execute(db);

  // A stream that is deleted takes itself off its leases, and announces itself.
  await announce(
    'playback_leases',
    'end',
    'update of ended_at, live_stream_id',
    `(old.ended_at is null and new.ended_at is not null)
     or (old.live_stream_id is not null and new.live_stream_id is not null
       and old.live_stream_id <> new.live_stream_id)`,
  );
  // The clean-up deletes leases by the thousand that nobody has pinged for days: no server remembers those.
  await announce(
    'playback_leases',
    'deletion',
    'delete',
    `old.ended_at is null and old.pinged_at > now() - interval '5 minutes'`,
  );
  await announce(
    'login_sessions',
    'end',
    'update of revoked_at',
    'old.revoked_at is null and new.revoked_at is not null',
  );
  // A deleted user takes these along.
  await announce('login_sessions', 'deletion', 'delete', 'old.revoked_at is null');
  await announce('events', 'draft', 'update of status', `new.status = 'draft' and old.status <> 'draft'`);
  await announce(
    'blocks',
    'change',
    'update of payment_required, event_id',
    'old.payment_required <> new.payment_required or old.event_id <> new.event_id',
  );
  await announce(
    'live_streams',
    'change',
    'update of status, video_id, block_id',
    'old.status <> new.status or old.video_id <> new.video_id or old.block_id <> new.block_id',
  );
  // A deleted event or block takes these along.
  await announce('live_streams', 'deletion', 'delete', 'true');
  await announceAccesses(db);
}

/** Once per statement: an import or a deleted event changes thousands. */
async function announceAccesses(db: Kysely<any>): Promise<void> {
  await sql`
    create function announce_changed_accesses() returns trigger language plpgsql as $$
    declare
      holders constant uuid[] :=
        array(select distinct user_id from old_rows where user_id is not null limit 101);
    begin
      if cardinality(holders) > 100 then
        perform pg_notify('ringside_changes', 'watch:*');
      else
        perform pg_notify('ringside_changes', 'watch:' || holder) from unnest(holders) as holder;
      end if;
      return null;
    end $$`.execute(db);
  for (const event of ['update', 'delete'])
    await sql
      .raw(
        `create trigger announce_${event} after ${event} on accesses referencing old table as old_rows
         for each statement execute function announce_changed_accesses()`,
      )
      .execute(db);
}
