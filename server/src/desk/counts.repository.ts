import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { RefusalReason } from './desk.tables.ts';

export interface RefusalCount {
  liveStreamId: string;
  reason: RefusalReason;
  since: string;
  count: number;
}

/**
 * Adds to what all servers have counted. In one order, so that two servers never wait for each other. A stream that was
 * deleted meanwhile is left out.
 */
export async function addRefusals(db: Db, counts: RefusalCount[]): Promise<void> {
  await sql`
    insert into playback_refusals (live_stream_id, reason, since, count)
    select c."liveStreamId", c.reason, c.since, c.count
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as c("liveStreamId" uuid, reason text, since timestamptz, count integer)
    join live_streams on live_streams.id = c."liveStreamId"
    order by 1, 3, 2
    on conflict (live_stream_id, since, reason)
    do update set count = playback_refusals.count + excluded.count`.execute(db);
}

/** Counts the viewers of every stream, and stores the numbers that were never reached before. */
export async function raisePeaks(db: Db, pingedAfter: string): Promise<void> {
  await sql`
    insert into stream_peaks (live_stream_id, viewers)
    select l.live_stream_id, count(*)
    from playback_leases l
    join login_sessions s on s.id = l.session_id and s.revoked_at is null
    where l.ended_at is null and l.pinged_at > ${pingedAfter} and l.live_stream_id is not null
    group by l.live_stream_id
    order by l.live_stream_id
    on conflict (live_stream_id) do update set viewers = excluded.viewers
    where stream_peaks.viewers < excluded.viewers`.execute(db);
}

/** @returns the number of deleted rows. */
export async function deleteOldRefusals(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('playbackRefusals')
    .select(sql`ctid`.as('ctid'))
    .where('since', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('playbackRefusals')
    .where(sql`ctid`, 'in', old.forUpdate().skipLocked())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
