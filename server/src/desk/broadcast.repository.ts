import type { Db } from '../db/database.ts';

export interface Broadcast {
  banner: string | null;
  bannerSince: string | null;
  featuredStreamId: string | null;
}

/** Call it in a transaction that holds the row lock of the event. */
export async function findBroadcast(db: Db, eventId: string): Promise<Broadcast> {
  const row = await db
    .selectFrom('broadcasts')
    .select(['banner', 'bannerSince', 'featuredStreamId'])
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row ?? { banner: null, bannerSince: null, featuredStreamId: null };
}

export async function saveBroadcast(db: Db, eventId: string, broadcast: Broadcast): Promise<void> {
  await db
    .insertInto('broadcasts')
    .values({ eventId, ...broadcast })
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet(broadcast))
    .execute();
}

/** Whether the event has this stream. */
export async function hasLiveStream(db: Db, eventId: string, liveStreamId: string): Promise<boolean> {
  const row = await db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .select('liveStreams.id')
    .where('liveStreams.id', '=', liveStreamId)
    .where('blocks.eventId', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}
