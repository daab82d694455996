/** Beside an event: what its organiser shows to viewers now. */
interface BroadcastTable {
  eventId: string;
  banner: string | null;
  bannerSince: string | null;
  /** What the live page shows first; null: the lightest active stream. */
  featuredStreamId: string | null;
}

/** The most leases that a stream has had at one time. */
interface StreamPeakTable {
  liveStreamId: string;
  viewers: number;
}

export type RefusalReason =
  | 'access-required'
  | 'access-not-started'
  | 'access-ended'
  | 'stream-inactive'
  | 'device-limit'
  | 'playback-ended'
  | 'shared';

/** How often devices were refused in the seconds that begin at `since`, on all servers together. */
interface PlaybackRefusalTable {
  liveStreamId: string;
  reason: RefusalReason;
  since: string;
  count: number;
}

export interface DeskTables {
  broadcasts: BroadcastTable;
  streamPeaks: StreamPeakTable;
  playbackRefusals: PlaybackRefusalTable;
}
