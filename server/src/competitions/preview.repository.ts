import type { Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { broadcastOf, hasReplay, isRecordedHere } from './competition.repository.ts';

/** The stream, whatever the status of the stream and of the event. */
export function findStreamToPreview(
  db: Db,
  { eventId, blockId, liveStreamId }: { eventId: string; blockId: string; liveStreamId: string },
) {
  return db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .select(['liveStreams.id', 'liveStreams.videoId', 'blocks.endDate'])
    .select((eb) => [
      broadcastOf(eb).as('broadcast'),
      hasReplay(eb).as('hasReplay'),
      isRecordedHere(eb).as('isRecordedHere'),
    ])
    .where('liveStreams.id', '=', liveStreamId)
    .where('blocks.id', '=', blockId)
    .where('blocks.eventId', '=', eventId)
    .executeTakeFirst();
}

/** The same for a playlist: only while the login session of the preview lives. Every playlist runs it. */
export async function findPreviewedStream(
  db: Db,
  values: { sessionId: string; streamId: string; now: string },
) {
  const { rows } = await previewedStream(db, values);
  return rows[0];
}

const previewedStream = prepare(['sessionId', 'streamId', 'now'], (db, { sessionId, streamId, now }) =>
  db
    .selectFrom('liveStreams')
    .innerJoin('loginSessions', (join) => join.on('loginSessions.id', '=', sessionId))
    .select(['liveStreams.videoId', 'loginSessions.userId'])
    .where('liveStreams.id', '=', streamId)
    .where('loginSessions.revokedAt', 'is', null)
    .where('loginSessions.endsAt', '>', now),
);
