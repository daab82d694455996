import type { Db } from '../db/database.ts';
import { listPermissionCodes } from '../identity/user.repository.ts';
import { isLeaseLive, leaseExpiry } from '../playback/playback.rules.ts';

import { findPreviewedStream } from './preview.repository.ts';
import { mayPreview, previewSession } from './preview.rules.ts';
import { findLeasedStream } from './watching.repository.ts';
import { mayKeepWatching, mayKeepWatchingUntil } from './watching.rules.ts';

/** What the token of a playlist address names. */
export interface PlaybackKey {
  leaseId: string;
  streamId: string;
}

export interface Playback {
  videoId: string;
  /** An organiser looks. */
  isPreview?: boolean;
  /** For how long this answer holds unless something changes; undefined: for this moment alone. */
  holds?: {
    /** Milliseconds since 1970; a ping makes it later. */
    leaseEnds: number;
    /** Milliseconds since 1970, or Infinity. */
    rightEnds: number;
    /** The ids of the rows that it rests on: see `revoked` of `Changes`. */
    restsOn: string[];
  };
}

/**
 * What a playlist asks. @returns the video that the lease plays now; undefined when the lease has ended, belongs to
 * another stream, or its user may no longer watch.
 */
export async function findPlayback(
  db: Db,
  { leaseId, streamId }: PlaybackKey,
  now: Date,
): Promise<Playback | undefined> {
  const sessionId = previewSession(leaseId);
  if (sessionId !== undefined) return findPreview(db, { sessionId, streamId }, now);
  const stream = await findLeasedStream(db, leaseId, streamId);
  if (stream === undefined || !isLeaseLive(stream, now)) return undefined;
  const { videoId, userId, eventId, blockId } = stream;
  const rightEnds = mayKeepWatchingUntil({ ...stream, now });
  if (rightEnds !== undefined) {
    const restsOn = [leaseId, stream.sessionId, userId, eventId, blockId, streamId];
    return { videoId, holds: { leaseEnds: leaseExpiry(stream.pingedAt), rightEnds, restsOn } };
  }
  // Only organisers watch without an access, so only they cost a second statement, and are not remembered.
  const permissions = await listPermissionCodes(db, userId);
  return mayKeepWatching({ ...stream, permissions, now }) ? { videoId } : undefined;
}

async function findPreview(
  db: Db,
  { sessionId, streamId }: { sessionId: string; streamId: string },
  now: Date,
) {
  const stream = await findPreviewedStream(db, { sessionId, streamId, now: now.toISOString() });
  if (stream === undefined) return undefined;
  return mayPreview(await listPermissionCodes(db, stream.userId))
    ? { videoId: stream.videoId, isPreview: true }
    : undefined;
}
