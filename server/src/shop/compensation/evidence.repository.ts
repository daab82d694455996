/** What viewers got and did not get: counts become outages, refusals name who was affected. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { canBePlayed, settledMs, silentMs, sliceMs } from './outage.rules.ts';

export interface StreamSlice {
  liveStreamId: string;
  since: string;
  delivered: number;
  failed: number;
}

export interface DeniedPlay {
  liveStreamId: string;
  /** One of both is known. */
  userId: string | null;
  leaseId: string | null;
  slice: string;
  triedAt: string;
}

/** Adds to what all servers have counted, in one order, so that two servers never wait for each other. */
export async function addSlices(db: Db, slices: StreamSlice[]): Promise<void> {
  await sql`
    insert into playback_slices (block_id, since, delivered, failed)
    select live_streams.block_id, c.since, sum(c.delivered), sum(c.failed)
    from jsonb_to_recordset(${JSON.stringify(slices)}::jsonb)
      as c("liveStreamId" uuid, since timestamptz, delivered integer, failed integer)
    join live_streams on live_streams.id = c."liveStreamId"
    group by 1, 2 order by 1, 2
    on conflict (block_id, since) do update set
      delivered = playback_slices.delivered + excluded.delivered, failed = playback_slices.failed + excluded.failed
  `.execute(db);
}

/** Previews of organisers have no lease, so they are nobody here. */
export async function addDeniedPlays(db: Db, denied: DeniedPlay[]): Promise<void> {
  await sql`
    insert into denied_plays (block_id, user_id, slice, tried_at)
    select live_streams.block_id, users.id, d.slice, min(d."triedAt")
    from jsonb_to_recordset(${JSON.stringify(denied)}::jsonb)
      as d("liveStreamId" uuid, "userId" uuid, "leaseId" text, slice timestamptz, "triedAt" timestamptz)
      join live_streams on live_streams.id = d."liveStreamId"
      left join playback_leases lease on lease.id::text = d."leaseId"
      join users on users.id = coalesce(d."userId", lease.user_id)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict do nothing
  `.execute(db);
}

/** Judges what every server has stored by now. Of any number of servers one does it at a time. */
export function judgeSlices(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('judge slices', 0)) as is_mine`.execute(trx);
    if (!rows[0]?.isMine) return;
    const slices = await trx
      .deleteFrom('playbackSlices')
      .where('since', '<', ago(settledMs))
      .returningAll()
      .execute();
    await lockOutages(
      trx,
      slices.map(({ blockId }) => blockId),
    );
    const byTime = (a: { since: string }, b: { since: string }) => Date.parse(a.since) - Date.parse(b.since);
    for (const slice of slices.toSorted(byTime)) {
      if (canBePlayed(slice)) await closeOutage(trx, slice);
      else await openOutage(trx, slice);
    }
    await trx
      .updateTable('outages')
      .set((eb) => ({ endedAt: eb.fn('greatest', ['failedAt', 'startedAt']) as never }))
      .where('endedAt', 'is', null)
      .where('cause', '=', 'playback')
      .where('failedAt', '<', ago(silentMs))
      .execute();
  });
}

type Slice = { blockId: string; since: string };

/** All at once, in the order of their locks: another change of these blocks waits, or is waited for. */
async function lockOutages(trx: Db, blockIds: string[]): Promise<void> {
  await sql`
    select lock_outages(array(select id::uuid from jsonb_array_elements_text(${JSON.stringify(blockIds)}::jsonb) id))
  `.execute(trx);
}

async function openOutage(trx: Db, { blockId, since }: Slice): Promise<void> {
  // A block without an active stream has its outage already; what fails then is no news.
  await sql`select open_outage(${blockId}::uuid, ${since}::timestamptz, 'playback')`.execute(trx);
  const failedAt = new Date(Date.parse(since) + sliceMs).toISOString();
  await sql`
    update outages set failed_at = ${failedAt} where block_id = ${blockId} and ended_at is null and cause = 'playback'
  `.execute(trx);
}

async function closeOutage(trx: Db, { blockId, since }: Slice): Promise<void> {
  await sql`
    update outages set ended_at = greatest(${since}::timestamptz, started_at)
    where block_id = ${blockId} and ended_at is null and cause = 'playback'
  `.execute(trx);
}

/** Who waits in front of a dark picture, also of a block that has begun without one, or that runs over its plan. */
export async function noteWaiting(
  db: Db,
  { now, pingedAfter }: { now: Date; pingedAfter: string },
): Promise<void> {
  const at = now.toISOString();
  await sql`
    insert into outage_viewers (outage_id, user_id, since)
    select distinct outages.id, lease.user_id, ${at}::timestamptz
    from outages join blocks on blocks.id = outages.block_id
      join live_streams on live_streams.block_id = blocks.id
      join playback_leases lease on lease.live_stream_id = live_streams.id
      join login_sessions on login_sessions.id = lease.session_id
    where outages.ended_at is null and outages.cause = 'stream' and blocks.start_date <= ${at}
      and blocks.end_date > ${at}::timestamptz - interval '12 hours'
      and lease.ended_at is null and lease.pinged_at > ${pingedAfter} and login_sessions.revoked_at is null
      and not exists (select 1 from outage_viewers known where known.outage_id = outages.id and known.user_id = lease.user_id)
    order by 1, 2
    on conflict do nothing
  `.execute(db);
}

/** Outages and their people; one that somebody was compensated for stays. @returns the number of deleted rows. */
export async function deleteOldOutages(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('outages')
    .select('id')
    .where('endedAt', '<', before)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('compensations').select('id').whereRef('outageId', '=', 'outages.id'))),
    )
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('outages').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns the number of deleted rows. */
export async function deleteOldDeniedPlays(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('deniedPlays')
    .select(sql`ctid`.as('ctid'))
    .where('triedAt', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('deniedPlays')
    .where(sql`ctid`, 'in', old.forUpdate().skipLocked())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
