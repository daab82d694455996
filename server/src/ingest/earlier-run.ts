/**
 * What a broadcast takes over from the server that had it before: viewers can still go back to what was recorded, and
 * the numbers of segments go on above all that players may have seen.
 */
import type { RecordedSegment } from '../media/origin/videos/recorded-video.ts';

/**
 * @param recorded in order, each named `<generation>-<number>`. @param wallMs the time of the stream.
 * @param generation of the run that begins.
 */
export function earlierRun(
  recorded: readonly RecordedSegment[],
  { wallMs, dvrSeconds, generation }: { wallMs: number; dvrSeconds: number; generation: number },
): {
  firstNumber: number;
  recorded: Array<Omit<RecordedSegment, 'bytes'> & { size: number; pictures: RecordedSegment['pictures'] }>;
} {
  const last = recorded.at(-1);
  const endMs = last ? last.startMs + last.seconds * 1000 : 0;
  const within = (nowMs: number) => recorded.filter(({ startMs }) => startMs >= nowMs - dvrSeconds * 1000);
  const kept = within(Math.max(wallMs, endMs));
  const [lastGeneration, lastNumber] = last ? last.name.split('-').map(Number) : [];
  // Since then each run listed what was recorded under new numbers, and recorded nothing (the disk was full).
  const runs = Math.max(1, generation - (lastGeneration ?? 0));
  // Segments last at least a second, so this is more than were made and not recorded.
  const unrecorded = Math.ceil(Math.max(0, wallMs - endMs) / 1000) + runs * margin;
  return {
    firstNumber: (lastNumber ?? -1) + 1 + unrecorded + (runs - 1) * within(endMs).length + kept.length,
    recorded: kept.map(({ bytes, ...segment }) => ({ ...segment, size: bytes, pictures: segment.pictures })),
  };
}

/** For the short segments at the end of a feed that broke. */
const margin = 60;
