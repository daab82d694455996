/**
 * Reads the pictures of a segment of fragmented MP4: how many there are, and which bytes hold the key frame that it
 * begins with. Seek bars and fast forward load these bytes alone.
 */
import { type Box, boxesIn, findBoxes, firstBox } from './mp4-boxes.ts';

/** A range of bytes in a segment. */
export interface ByteSpan {
  offset: number;
  length: number;
}

export interface Pictures {
  count: number;
  /** From the box that describes the key frame to its last byte; undefined: the segment begins with another frame. */
  keyFrame?: ByteSpan;
}

/** The id of the track with the picture, from an initialization segment. */
export function readVideoTrack(init: Buffer): number | undefined {
  for (const track of findBoxes(init, 'moov', 'trak')) {
    const handler = firstBox(init, firstBox(init, track, 'mdia'), 'hdlr');
    if (init.toString('latin1', handler.content + 8, handler.content + 12) !== 'vide') continue;
    const header = firstBox(init, track, 'tkhd');
    return init.readUInt32BE(header.content + (init.readUInt8(header.content) === 1 ? 20 : 12));
  }
  return undefined;
}

export function readPictures(segment: Buffer, videoTrack: number): Pictures {
  let count = 0;
  let keyFrame: ByteSpan | undefined;
  for (const moof of boxesIn(segment, 0, segment.length)) {
    if (moof.type !== 'moof') continue;
    for (const run of runsOf(segment, moof, videoTrack)) {
      if (count === 0 && run.isKey) keyFrame = { offset: moof.start, length: run.firstEnd - moof.start };
      count += run.count;
    }
  }
  return keyFrame ? { count, keyFrame } : { count };
}

interface Run {
  count: number;
  isKey: boolean;
  /** Where the first sample ends. */
  firstEnd: number;
}

/** ISO/IEC 14496-12, 8.8.7 and 8.8.8: most fields are there only if a flag says so. */
function* runsOf(segment: Buffer, moof: Box, videoTrack: number): Generator<Run> {
  for (const traf of boxesIn(segment, moof.content, moof.end)) {
    if (traf.type !== 'traf') continue;
    const header = fields(segment, firstBox(segment, traf, 'tfhd'));
    if (header.next(true) !== videoTrack) continue;
    const base = header.next(0x1, 8) ?? moof.start;
    header.next(0x2);
    header.next(0x8);
    const [usualSize, usualFlags] = [header.next(0x10) ?? 0, header.next(0x20) ?? 0];
    for (const box of boxesIn(segment, traf.content, traf.end)) {
      if (box.type !== 'trun') continue;
      const run = fields(segment, box);
      const count = run.next(true) ?? 0;
      const start = base + (run.next(0x1) ?? 0);
      const firstFlags = run.next(0x4);
      run.next(0x100);
      const size = run.next(0x200) ?? usualSize;
      const flags = firstFlags ?? run.next(0x400) ?? usualFlags;
      yield { count, isKey: count > 0 && (flags & isNonSync) === 0, firstEnd: start + size };
    }
  }
}

/** Of the flags of a sample. */
const isNonSync = 0x1_0000;

/** Reads the fields of a box with flags, one after the other. */
function fields(bytes: Buffer, { content }: Box) {
  const flags = bytes.readUInt32BE(content) & 0xff_ffff;
  let at = content + 4;
  return {
    /** @returns undefined when the flag says that the field is absent. */
    next(flag: number | true, size: 4 | 8 = 4): number | undefined {
      if (flag !== true && (flags & flag) === 0) return undefined;
      at += size;
      return size === 8 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUInt32BE(at - 4);
    },
  };
}
