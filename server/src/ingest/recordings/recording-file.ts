/**
 * A recording as one MP4, for download. It is made while it is sent, one segment after the other: the initialization segment,
 * then each segment with its times moved so that the film begins at 0 and has no gaps. All sizes are known before, so any
 * range of bytes can be sent.
 */
import { createHash } from 'node:crypto';
import type { ByteRange } from '../../media/byte-range.ts';
import { readTimescales, readTimingFields } from '../../media/origin/mp4-boxes.ts';
import { segmentFile } from '../../media/origin/segment-path.ts';
import type { RecordedSegment } from '../../media/origin/videos/recorded-video.ts';
import type { RecordedFiles } from './recordings.ts';

export interface RecordingFile {
  size: number;
  /** The same for the same bytes. */
  etag: string;
  read(range: ByteRange): AsyncGenerator<Buffer>;
}

interface Piece {
  file: string;
  start: number;
  size: number;
  /** How much earlier it plays than it was recorded. */
  earlierMs: number;
}

/** @returns undefined: the encoder changed its format, so that one file cannot hold all of it. */
export async function recordingFile({
  id,
  segments,
  read,
}: RecordedFiles): Promise<RecordingFile | undefined> {
  const names = [...new Set(segments.map(({ init }) => `${init.name}.mp4`))];
  const inits = await Promise.all(names.map(read));
  const [init] = inits;
  if (init === undefined || !inits.every((other) => canFollow(init, other))) return undefined;
  const pieces = place(segments, init.length);
  const last = pieces.at(-1);
  const timescales = readTimescales(init);
  const load = async ({ file, size, earlierMs }: Piece) => {
    const bytes = await read(file);
    if (bytes.length !== size) throw new Error(`${file} has another size than the index says`);
    return moved(bytes, timescales, earlierMs);
  };
  const identity = JSON.stringify([id, names[0], ...pieces.map(({ file, size }) => [file, size])]);
  return {
    size: last ? last.start + last.size : init.length,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    async *read({ start, end }) {
      if (start < init.length) yield init.subarray(start, end + 1);
      for (const piece of pieces) {
        if (piece.start > end) return;
        if (piece.start + piece.size <= start) continue;
        const bytes = await load(piece);
        yield bytes.subarray(Math.max(0, start - piece.start), end + 1 - piece.start);
      }
    },
  };
}

function place(segments: readonly RecordedSegment[], from: number): Piece[] {
  let [start, playedMs] = [from, 0];
  return segments.map(({ name, bytes, startMs, seconds }) => {
    const piece = { file: segmentFile(name), start, size: bytes, earlierMs: startMs - playedMs };
    start += bytes;
    playedMs += seconds * 1000;
    return piece;
  });
}

function moved(bytes: Buffer, timescales: ReadonlyMap<number, number>, earlierMs: number): Buffer {
  // What comes from the object store is shared with players.
  const segment = Buffer.from(bytes);
  for (const { offset, value, timescale } of readTimingFields(segment, timescales).times) {
    const time = value - BigInt(Math.round((earlierMs * timescale) / 1000));
    segment.writeBigUInt64BE(time < 0n ? 0n : time, offset);
  }
  return segment;
}

/**
 * Whether media of another encoder plays with this initialization segment. H.264 may change: its parameter sets also stand
 * in the media, before each key frame.
 */
function canFollow(init: Buffer, other: Buffer): boolean {
  if (init.equals(other)) return true;
  const isH264 = init.includes('avcC') && other.includes('avcC');
  return isH264 && soundOf(init) === soundOf(other);
}

/** The description of the sound track, with the timescale that follows from it. */
function soundOf(init: Buffer): string {
  const at = init.indexOf('mp4a');
  return at < 4 ? '' : init.toString('hex', at, at - 4 + init.readUInt32BE(at - 4));
}
