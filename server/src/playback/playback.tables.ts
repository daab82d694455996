import type { Generated, Selectable } from 'kysely';

export type LeaseEnd = 'device-limit' | 'replacement' | 'expiry' | 'stop' | 'access';

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

export interface PlaybackTables {
  playbackLeases: PlaybackLeaseTable;
}

export type PlaybackLeaseRow = Selectable<PlaybackLeaseTable>;
