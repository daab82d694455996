/** Which encoder may write a broadcast, on all servers: each claim raises its generation. */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ServerAddress } from './ingest.repository.ts';
import { firstContestMs, heartbeatMs, longestContestMs, sendingMs } from './ingest.rules.ts';
import type { BroadcastState, IngestRow } from './ingest.tables.ts';

interface Comer {
  /** Of the stream, as it was read before. */
  keyHash: string;
  /** What this server knows of the encoder before, if that is here. */
  holder: { generation: number; isSending: boolean } | undefined;
  now: string;
}

/** Whether the encoder before sends a picture, keeps the stream for a while, or both: then no other is let in. */
function contestOf({ holder, now }: Comer) {
  const at = sql`${now}::timestamptz`;
  const ago = (ms: number) => sql`${new Date(Date.parse(now) - ms).toISOString()}::timestamptz`;
  // Of an encoder at another server its last heartbeat is known.
  const isSending = sql<boolean>`case when generation = ${holder?.generation ?? -1} then ${holder?.isSending ?? false}
    else coalesce(server_id is not null and state in ('live', 'connecting') and heartbeat_at > ${ago(sendingMs + 1.5 * heartbeatMs)}
      and last_frame_at > heartbeat_at - interval '1 millisecond' * ${sendingMs}, false) end`;
  // The clock may have stepped back since.
  const isContested = sql<boolean>`coalesce(contested_until > ${at}
    and contested_until <= ${at} + interval '1 millisecond' * ${longestContestMs}, false)`;
  return {
    isHeld: sql<boolean>`${isSending} or ${isContested}`,
    isKept: sql<boolean>`${isSending} and (is_encoder_kept or ${isContested})`,
  };
}

/** @returns whether another encoder keeps the stream with this key (docs/product.md, 28.82). */
export async function isStreamKept(db: Db, comer: Comer): Promise<boolean> {
  const row = await db
    .selectFrom('ingests')
    .select('id')
    .where('keyHash', '=', comer.keyHash)
    .where('endedAt', 'is', null)
    .where(contestOf(comer).isKept)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes the encoder with this key the only one that may write, on all servers. One that displaces a picture keeps the stream for a
 * while.
 * @param network where the encoder comes from, shortened.
 * @returns undefined: no broadcast that takes an encoder has this key, or another encoder keeps it.
 */
export function claimIngest(
  db: Db,
  { server, network, ...comer }: Comer & { server: ServerAddress; network: string },
): Promise<IngestRow | undefined> {
  const { keyHash, now } = comer;
  const { isHeld, isKept } = contestOf(comer);
  const waitMs = sql<number>`greatest(contest_wait_ms, ${firstContestMs})`;
  const until = sql<string>`${now}::timestamptz + interval '1 millisecond' * ${waitMs}`;
  return db
    .updateTable('ingests')
    .set((eb) => ({
      generation: eb('generation', '+', 1),
      startedAt: eb.fn.coalesce('startedAt', sql<string>`${now}::timestamptz`),
      heartbeatAt: now,
      ...server,
      encoderNetwork: network,
      isEncoderKept: false,
      contestWaitMs: sql<number>`case when ${isHeld} then ${waitMs} else 0 end`,
      contestedUntil: sql<string>`case when ${isHeld} then ${until} end`,
      state: eb
        .case()
        .when('state', '=', 'idle')
        .then<BroadcastState>('connecting')
        .else(eb.ref('state'))
        .end(),
    }))
    .where('keyHash', '=', keyHash)
    .where('endedAt', 'is', null)
    .where('remoteVideoId', 'is', null)
    .where(sql<boolean>`not (${isKept})`)
    .returningAll()
    .executeTakeFirst();
}

/** An encoder was refused because another one keeps the stream: the wait begins anew, and is longer. */
export async function extendContest(db: Db, id: string, now: string): Promise<void> {
  const at = sql`${now}::timestamptz`;
  const waitMs = sql<number>`least(greatest(2 * contest_wait_ms, ${firstContestMs}), ${longestContestMs})`;
  await db
    .updateTable('ingests')
    .set({
      contestWaitMs: waitMs,
      contestedUntil: sql<string>`${at} + interval '1 millisecond' * ${waitMs}`,
    })
    .where('id', '=', id)
    // Not for each of many attempts in a second.
    .where(
      sql<boolean>`coalesce(contested_until not between
        ${at} + interval '1 millisecond' * (${waitMs} - 1000) and ${at} + interval '1 millisecond' * ${waitMs}, true)`,
    )
    .execute();
}

/** @returns false when no encoder sends a picture. */
export async function keepEncoder(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ingests')
    .set({ isEncoderKept: true })
    .where('id', '=', id)
    .where('state', '=', 'live')
    .where('remoteVideoId', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
