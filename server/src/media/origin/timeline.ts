/**
 * Which segment exists when. Segment n of a looped video covers [epoch + n * length, + length), so every
 * server gives the same numbers at the same instant and none has anything to remember. The first loops of
 * that numbering serve the replay, whose timestamps therefore start near 0.
 */

/** Recent, so that numbers and timestamps stay small; never moved, since segments are cached by number. */
export const epochMs = Date.UTC(2026, 0, 1);

/** A live playlist holds about a minute: enough to pause for a moment and go on. */
const liveWindowSegments = 30;

/** RFC 8216bis 6.2.2: a removed segment stays for its own length plus that of the longest playlist. */
const keptSegments = liveWindowSegments + 1;

/** A server whose clock is a little behind still serves what another one has just listed. */
const clockToleranceSegments = 1;

export const replayLoops = 6;

export interface SegmentRange {
  first: number;
  last: number;
}

/** The segments that a live playlist lists at this instant: those that are over, newest last. */
export function liveWindow(nowMs: number, segmentSeconds: number): SegmentRange {
  const last = Math.floor((nowMs - epochMs) / (segmentSeconds * 1000)) - 1;
  return { first: last - liveWindowSegments + 1, last };
}

export function segmentStartsAt(segment: number, segmentSeconds: number): Date {
  return new Date(epochMs + segment * segmentSeconds * 1000);
}

/** Whether a segment may be fetched now: by the replay always, by the live stream around its window. */
export function isSegmentThere(
  segment: number,
  nowMs: number,
  video: { segmentSeconds: number; loopSegments: number },
): boolean {
  if (segment < replayLoops * video.loopSegments) return true;
  const { first, last } = liveWindow(nowMs, video.segmentSeconds);
  return segment >= first - keptSegments && segment <= last + clockToleranceSegments;
}
