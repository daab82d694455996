/** Segments as they must never be: what a camera, a network or a disk may do to them. */
import { boxesIn } from '../../../server/src/media/origin/mp4-boxes.ts';

/** Nonsense in the place of a slice header, in the middle of the segment: a decoder gives up there. */
export function withUnreadablePicture(segment: Buffer): Buffer {
  const damaged = Buffer.from(segment);
  const pictures = [...boxesIn(damaged, 0, damaged.length)]
    .filter(({ type }) => type === 'mdat')
    .flatMap(({ content, end }) => slicesIn(damaged, content, end));
  const slice = pictures[Math.floor(pictures.length / 2)];
  if (slice === undefined) throw new Error('There is no picture to damage');
  for (let at = slice.start; at < slice.end; at += 1) damaged[at] = (at * 131 + 7) & 255;
  return damaged;
}

/** A file whose boxes do not hold. */
export function withoutBoxes(segment: Buffer): Buffer {
  return Buffer.alloc(segment.length, 0x55);
}

/** Slices between key frames, behind the first byte of their units. What is not of the picture is no unit. */
function slicesIn(bytes: Buffer, from: number, end: number) {
  const slices: Array<{ start: number; end: number }> = [];
  for (let at = from; at + 5 < end; ) {
    const next = at + 4 + bytes.readUInt32BE(at);
    if (next > end) break;
    if (((bytes[at + 4] ?? 0) & 0x1f) === 1) slices.push({ start: at + 5, end: next });
    at = next;
  }
  return slices;
}
