/** What a track shows of its media, and when (ISO/IEC 14496-12, 8.6.6). */
import { type Box, childOf } from '../../media/origin/mp4-boxes.ts';
import { FilmError } from './film-error.ts';

/** A part of the media that is shown without a gap. */
export interface Edit {
  /** When it is shown, in seconds of the film. */
  at: number;
  /** Where it begins in the media, in seconds; composition times count. */
  from: number;
  /** Infinity: to the end of the media. */
  seconds: number;
}

/** Editors write a few; each one may cost a look through a whole group of pictures. */
const mostEdits = 200;
const mostSeconds = 12 * 3_600;
const usualRate = 0x1_0000;
/** Two edits may share as much: they are rounded to the timescale of the film. */
const toleratedOverlap = 0.05;

/**
 * @returns the edits in order, without empty ones: none for a track that shows nothing; without a list all of the media is shown.
 * @throws FilmError for a list that cannot be honoured.
 */
export function readEdits(
  bytes: Buffer,
  trak: Box,
  { timescale, movieScale }: { timescale: number; movieScale: number },
): Edit[] {
  const edts = childOf(bytes, trak, 'edts');
  const elst = edts && childOf(bytes, edts, 'elst');
  const count = elst ? bytes.readUInt32BE(elst.content + 4) : 0;
  if (elst === undefined || count === 0) return [{ at: 0, from: 0, seconds: Number.POSITIVE_INFINITY }];
  if (count > mostEdits) throw new FilmError('edits', `There are ${count} edits`);
  const isLong = bytes.readUInt8(elst.content) === 1;
  const width = isLong ? 8 : 4;
  const edits: Edit[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = elst.content + 8 + index * (2 * width + 4);
    if (entry + 2 * width + 4 > elst.end) throw new FilmError('damaged', 'The edit list ends early');
    const duration = isLong ? Number(bytes.readBigUInt64BE(entry)) : bytes.readUInt32BE(entry);
    const start = isLong ? Number(bytes.readBigInt64BE(entry + 8)) : bytes.readInt32BE(entry + 4);
    const seconds = duration / movieScale;
    const isLast = index === count - 1;
    if (start >= 0 && (seconds > 0 || isLast)) {
      if (bytes.readUInt32BE(entry + 2 * width) !== usualRate) throw new FilmError('edit-rate');
      // Writers that do not know the length say 0.
      edits.push({ at, from: start / timescale, seconds: seconds || Number.POSITIVE_INFINITY });
    }
    at += seconds;
    if (at > mostSeconds) throw new FilmError('too-long');
  }
  checkOrder(edits);
  return edits;
}

/** Nothing is shown twice, so that a small file does not become a huge one. */
function checkOrder(edits: readonly Edit[]) {
  for (const [index, { from, seconds }] of edits.entries()) {
    const next = edits[index + 1];
    if (next !== undefined && next.from < from + seconds - toleratedOverlap)
      throw new FilmError('edits', 'The edits are not in the order of the media');
  }
}
