/** The samples of one track in segments of fragmented MP4, as the packager writes them, in seconds. */
import { boxesIn } from '../../src/media/origin/mp4-boxes.ts';

export interface SegmentSample {
  /** When it is decoded. */
  time: number;
  shownAt: number;
  duration: number;
  bytes: number;
  isLast: boolean;
}

export function samplesOf(segment: Buffer, track: number, timescale = 90_000): SegmentSample[] {
  const samples: SegmentSample[] = [];
  for (const moof of boxesIn(segment, 0, segment.length)) {
    if (moof.type !== 'moof') continue;
    for (const traf of boxesIn(segment, moof.content, moof.end)) {
      if (traf.type !== 'traf') continue;
      const boxes = new Map(
        [...boxesIn(segment, traf.content, traf.end)].map(({ type, content }) => [type, content]),
      );
      const [header = 0, start = 0, run = 0] = [boxes.get('tfhd'), boxes.get('tfdt'), boxes.get('trun')];
      if (segment.readUInt32BE(header + 4) !== track) continue;
      let time = Number(segment.readBigUInt64BE(start + 4));
      const count = segment.readUInt32BE(run + 4);
      for (let index = 0, at = run + 12; index < count; index += 1, at += 16) {
        const [duration, bytes] = [segment.readUInt32BE(at), segment.readUInt32BE(at + 4)];
        const shownAt = (time + segment.readInt32BE(at + 12)) / timescale;
        samples.push({
          time: time / timescale,
          shownAt,
          duration: duration / timescale,
          bytes,
          isLast: false,
        });
        time += duration;
      }
    }
  }
  const last = samples.at(-1);
  if (last) last.isLast = true;
  return samples;
}
