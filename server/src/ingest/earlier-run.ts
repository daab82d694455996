/**
 * What a broadcast takes over from the server that had it before: viewers can still go back to what was recorded, and
 * the numbers of segments go on above all that players may have seen.
 */
import type { RecordedSegment } from '../media/origin/videos/recorded-video.ts';

/** @param recorded in order. @param wallMs the time of the stream. */
export function earlierRun(
  recorded: readonly RecordedSegment[],
  { wallMs, dvrSeconds }: { wallMs: number; dvrSeconds: number },
): {
  firstNumber: number;
  recorded: Array<Omit<RecordedSegment, 'bytes'> & { size: number; pictures: RecordedSegment['pictures'] }>;
} {
  const last = recorded.at(-1);
  const endMs = last ? last.startMs + last.seconds * 1000 : 0;
  const from = Math.max(wallMs, endMs) - dvrSeconds * 1000;
  const kept = recorded.filter(({ startMs }) => startMs >= from);
  const lastNumber = last ? Number(last.name.split('-')[1]) : -1;
  // Segments last at least a second, so this is more than were made and not recorded.
  const unrecorded = Math.ceil(Math.max(0, wallMs - endMs) / 1000) + margin;
  return {
    firstNumber: lastNumber + 1 + unrecorded + kept.length,
    recorded: kept.map(({ bytes, ...segment }) => ({ ...segment, size: bytes, pictures: segment.pictures })),
  };
}

/** For the short segments at the end of a feed that broke. */
const margin = 60;
