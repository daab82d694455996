import type { Db } from '../db/database.ts';
import type { LiveStreamRowUpdate, NewLiveStreamRow } from './events.tables.ts';

export interface LiveStreamPath {
  eventId: string;
  blockId: string;
  liveStreamId: string;
}

/** The stream only if it stands under this block of this event. */
export function findLiveStream(db: Db, { eventId, blockId, liveStreamId }: LiveStreamPath) {
  return db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .selectAll('liveStreams')
    .where('liveStreams.id', '=', liveStreamId)
    .where('liveStreams.blockId', '=', blockId)
    .where('blocks.eventId', '=', eventId)
    .executeTakeFirst();
}

export function listLiveStreams(db: Db, blockId: string) {
  return db
    .selectFrom('liveStreams')
    .selectAll()
    .where('blockId', '=', blockId)
    .orderBy('weight')
    .orderBy('id')
    .execute();
}

export async function insertLiveStream(db: Db, liveStream: NewLiveStreamRow): Promise<string> {
  const row = await db.insertInto('liveStreams').values(liveStream).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function updateLiveStream(
  db: Db,
  liveStreamId: string,
  changes: LiveStreamRowUpdate,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('liveStreams').set(changes).where('id', '=', liveStreamId).execute();
}

export async function deleteLiveStream(db: Db, path: LiveStreamPath): Promise<boolean> {
  const result = await db
    .deleteFrom('liveStreams')
    .where('id', '=', path.liveStreamId)
    .where('blockId', 'in', (eb) =>
      eb
        .selectFrom('blocks')
        .select('blocks.id')
        .where('blocks.id', '=', path.blockId)
        .where('blocks.eventId', '=', path.eventId),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
