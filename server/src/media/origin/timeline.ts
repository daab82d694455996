/**
 * Computes which segment exists when, and when its address expires. Segment n of a looped video covers
 * [epoch + n * length, + length), so all servers number segments in the same way without state. The replay uses the
 * first loops of the same numbering, so its timestamps start near 0.
 */

/** Recent, so that numbers and timestamps stay small. It must never change: caches keep segments by number. */
export const epochMs = Date.UTC(2026, 0, 1);

/** A segment address is dead this long after it was made. */
export const longestAddressLifeSeconds = 120;

export const replayLoops = 6;

export interface SegmentRange {
  first: number;
  last: number;
}

/** The segments that a live playlist lists at this instant: the finished ones, newest last. */
export function liveWindow(nowMs: number, segmentSeconds: number): SegmentRange {
  const last = Math.floor((nowMs - epochMs) / (segmentSeconds * 1000)) - 1;
  return { first: last - liveWindowSegments(segmentSeconds) + 1, last };
}

/**
 * About a minute: enough to pause briefly and resume. A removed segment stays for its own length plus that of the
 * longest playlist (RFC 8216bis 6.2.2), and all of it must fit into the life of its address.
 */
export function liveWindowSegments(segmentSeconds: number): number {
  return Math.floor((longestAddressLifeSeconds / segmentSeconds - 1) / 2);
}

export function segmentStartsAt(segment: number, segmentSeconds: number): Date {
  return new Date(epochMs + segment * segmentSeconds * 1000);
}

/**
 * Counted from when the segment appears, not from the request: its address is then the same in every playlist, as
 * RFC 8216bis 6.2.1 demands, for every viewer and on every server.
 */
export function liveAddressExpiresAt(segment: number, segmentSeconds: number): Date {
  const appearsAt = segmentStartsAt(segment + 1, segmentSeconds);
  return new Date(appearsAt.getTime() + longestAddressLifeSeconds * 1000);
}

/** A recorded segment has no such instant, so the clock is cut into minutes: 60 to 120 seconds are left. */
export function replayAddressExpiresAt(nowMs: number): Date {
  const halfLifeMs = longestAddressLifeSeconds * 500;
  return new Date((Math.floor(nowMs / halfLifeMs) + 2) * halfLifeMs);
}

export function isRecorded(segment: number, video: { loopSegments: number }): boolean {
  return segment < replayLoops * video.loopSegments;
}
