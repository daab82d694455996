/**
 * Computes which segment exists when. Segment n of a looped video covers [epoch + n * length, + length), so all
 * servers number segments in the same way without state. The replay uses the first loops of the same numbering, so its
 * timestamps start near 0.
 */

/** Recent, so that numbers and timestamps stay small. It must never change: caches keep segments by number. */
export const epochMs = Date.UTC(2026, 0, 1);

/** A live playlist covers about a minute: enough to pause briefly and resume. */
const liveWindowSegments = 30;

/** RFC 8216bis 6.2.2: a removed segment stays for its own length plus that of the longest playlist. */
const keptSegments = liveWindowSegments + 1;

/** A server whose clock is slightly behind still serves a segment that another server has just listed. */
const clockToleranceSegments = 1;

export const replayLoops = 6;

export interface SegmentRange {
  first: number;
  last: number;
}

/** The segments that a live playlist lists at this instant: the finished ones, newest last. */
export function liveWindow(nowMs: number, segmentSeconds: number): SegmentRange {
  const last = Math.floor((nowMs - epochMs) / (segmentSeconds * 1000)) - 1;
  return { first: last - liveWindowSegments + 1, last };
}

export function segmentStartsAt(segment: number, segmentSeconds: number): Date {
  return new Date(epochMs + segment * segmentSeconds * 1000);
}

/** Whether a segment may be fetched now: always for a replay, only around the live window for a live stream. */
export function isSegmentAvailable(
  segment: number,
  nowMs: number,
  video: { segmentSeconds: number; loopSegments: number },
): boolean {
  if (segment < replayLoops * video.loopSegments) return true;
  const { first, last } = liveWindow(nowMs, video.segmentSeconds);
  return segment >= first - keptSegments && segment <= last + clockToleranceSegments;
}
