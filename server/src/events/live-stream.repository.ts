import type { Columns } from '../db/columns.ts';
import type { Db } from '../db/database.ts';
import type { LiveStreamRow, LiveStreamRowUpdate, NewLiveStreamRow } from './events.tables.ts';

export const liveStreamFields = Object.values({
  id: 'liveStreams.id',
  blockId: 'liveStreams.blockId',
  videoId: 'liveStreams.videoId',
  name: 'liveStreams.name',
  description: 'liveStreams.description',
  status: 'liveStreams.status',
  weight: 'liveStreams.weight',
} as const satisfies Columns<'liveStreams', 'version' | 'venueDelayMs'>);

const liveStreamColumns = [...liveStreamFields, 'liveStreams.version'] as const;

export interface LiveStreamPath {
  eventId: string;
  blockId: string;
  liveStreamId: string;
}

/** The stream, only if it belongs to this block of this event. */
export function findLiveStream(db: Db, path: LiveStreamPath) {
  return selectLiveStream(db, path).executeTakeFirst();
}

/** The same with a row lock until the transaction ends. */
export function lockLiveStream(db: Db, path: LiveStreamPath) {
  return selectLiveStream(db, path).forNoKeyUpdate('liveStreams').executeTakeFirst();
}

function selectLiveStream(db: Db, { eventId, blockId, liveStreamId }: LiveStreamPath) {
  return db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .select(liveStreamColumns)
    .where('liveStreams.id', '=', liveStreamId)
    .where('liveStreams.blockId', '=', blockId)
    .where('blocks.eventId', '=', eventId);
}

export function listLiveStreams(db: Db, blockId: string) {
  return db
    .selectFrom('liveStreams')
    .select(liveStreamFields)
    .where('blockId', '=', blockId)
    .orderBy('weight')
    .orderBy('id')
    .execute();
}

export function insertLiveStream(db: Db, liveStream: NewLiveStreamRow): Promise<LiveStreamRow> {
  return db
    .insertInto('liveStreams')
    .values(liveStream)
    .returning(liveStreamColumns)
    .executeTakeFirstOrThrow();
}

/** @param liveStream as `lockLiveStream` returned it. @returns the stream after the change. */
export async function updateLiveStream(
  db: Db,
  liveStream: LiveStreamRow,
  changes: LiveStreamRowUpdate,
): Promise<LiveStreamRow> {
  if (Object.keys(changes).length === 0) return liveStream;
  return db
    .updateTable('liveStreams')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', liveStream.id)
    .returning(liveStreamColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteLiveStream(db: Db, liveStreamId: string): Promise<void> {
  await db.deleteFrom('liveStreams').where('id', '=', liveStreamId).execute();
}
