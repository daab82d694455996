/** Broadcasts that nobody looks after any more: their owner died, or their organiser forgot to end them. */
import type { Db } from '../db/database.ts';
import type { BroadcastState } from './ingest.tables.ts';

/** @returns the broadcasts whose owner has not written since then. */
export async function listStale(db: Db, heartbeatBefore: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ingests')
    .select('id')
    .where('state', 'in', ['connecting', 'live'])
    .where('remoteVideoId', 'is', null)
    .where('heartbeatAt', '<', heartbeatBefore)
    .execute();
  return rows.map(({ id }) => id);
}

/** Broadcasts whose owner died are interrupted, or wait again for their first picture. */
export async function interruptStale(db: Db, ids: readonly string[], heartbeatBefore: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('ingests')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', '=', 'connecting')
        .then<BroadcastState>('idle')
        .else<BroadcastState>('interrupted')
        .end(),
    }))
    .where('id', 'in', ids)
    .where('state', 'in', ['connecting', 'live'])
    .where('heartbeatAt', '<', heartbeatBefore)
    .execute();
}

/** @returns the broadcasts without a frame since then, whose block has ended before then. */
export async function listSilent(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ingests')
    .select('id')
    .where('endedAt', 'is', null)
    .where('startedAt', '<', before)
    .where((eb) => eb.or([eb('lastFrameAt', 'is', null), eb('lastFrameAt', '<', before)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('liveStreams')
          .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
          .select('blocks.id')
          .whereRef('liveStreams.id', '=', 'ingests.liveStreamId')
          .where('blocks.endDate', '<', before),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends broadcasts that were forgotten. */
export async function endSilent(db: Db, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('ingests')
    .set({ state: 'ended', endedAt: now })
    .where('id', 'in', ids)
    .where('endedAt', 'is', null)
    .execute();
}
