import type { Generated, Selectable } from 'kysely';

export type LeaseEnd = 'device-limit' | 'replacement' | 'expiry' | 'stop' | 'access' | 'shared';

/** A playback session of the contract: the right of one device (login session) to watch. */
interface PlaybackLeaseTable {
  id: Generated<string>;
  userId: string;
  sessionId: string;
  /** The stream of the last signed URL; null before the first one. */
  liveStreamId: string | null;
  createdAt: string;
  pingedAt: string;
  endedAt: string | null;
  endReason: LeaseEnd | null;
}

/** What a user has watched. A removed one is deleted some minutes later, so that it can be brought back. */
interface ViewingTable {
  userId: string;
  liveStreamId: string;
  firstWatchedAt: string;
  lastWatchedAt: string;
  /** Where a replay stopped; null: at its beginning, at its end, or it was live. */
  positionSeconds: number | null;
  /** When the user removed it; null: it is there. */
  removedAt: Generated<string | null>;
  /** Whether it was removed together with all others. */
  isCleared: Generated<boolean>;
}

export interface PlaybackTables {
  playbackLeases: PlaybackLeaseTable;
  viewings: ViewingTable;
}

export type PlaybackLeaseRow = Selectable<PlaybackLeaseTable>;
