import type { Db } from '../../db/database.ts';

export interface EndedStream {
  id: string;
  videoId: string;
  /** Of the block. */
  startDate: string;
  /** Of the broadcast, or of the block. */
  endDate: string;
}

/** The streams whose block or broadcast has ended in this time. */
export function listEndedStreams(
  db: Db,
  { after, before }: { after: Date; before: Date },
): Promise<EndedStream[]> {
  return db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .leftJoin('ingests', (join) =>
      join
        .onRef('ingests.liveStreamId', '=', 'liveStreams.id')
        .onRef('ingests.remoteVideoId', '=', 'liveStreams.videoId'),
    )
    .select(['liveStreams.id', 'liveStreams.videoId', 'blocks.startDate'])
    .select((eb) => eb.fn.coalesce('ingests.endedAt', 'blocks.endDate').as('endDate'))
    .where(({ or, between }) =>
      or([
        between('blocks.endDate', after.toISOString(), before.toISOString()),
        between('ingests.endedAt', after.toISOString(), before.toISOString()),
      ]),
    )
    .orderBy('blocks.endDate', 'desc')
    .limit(200)
    .execute();
}

/**
 * Only if the stream still has the old video: an organiser may have chosen another one meanwhile, or another server was
 * faster. @returns whether it was replaced.
 */
export async function replaceVideo(db: Db, id: string, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('liveStreams')
    .set((eb) => ({ videoId: to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('videoId', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
