import type { Db } from '../db/database.ts';

interface StreamPath {
  eventId: string;
  blockId: string;
  liveStreamId: string;
}

/** The stream, only if it belongs to this block of this event. Locks the row until the transaction ends. */
export function lockVenueDelay(trx: Db, { eventId, blockId, liveStreamId }: StreamPath) {
  return trx
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .select(['liveStreams.id', 'liveStreams.venueDelayMs'])
    .where('liveStreams.id', '=', liveStreamId)
    .where('liveStreams.blockId', '=', blockId)
    .where('blocks.eventId', '=', eventId)
    .forNoKeyUpdate('liveStreams')
    .executeTakeFirst();
}

/** The version stays: who edits the stream meanwhile is not in the way. */
export async function saveVenueDelay(trx: Db, liveStreamId: string, venueDelayMs: number): Promise<void> {
  await trx.updateTable('liveStreams').set({ venueDelayMs }).where('id', '=', liveStreamId).execute();
}
