/**
 * Writes what encoders send by enhanced RTMP, from a short film in an MP4. The films were made with Debian's ffmpeg 5.1, which
 * cannot publish these codecs itself:
 *
 *   ffmpeg -f lavfi -i testsrc2=size=320x180:rate=25 -t 2 -pix_fmt yuv420p -movflags +frag_keyframe+empty_moov+default_base_moof
 *     -c:v libx265 -x265-params keyint=25:min-keyint=25:bframes=2:crf=40:info=0 -tag:v hvc1 hevc.mp4
 *     -c:v libsvtav1 -preset 10 -crf 60 -g 25 -svtav1-params pred-struct=1 av1.mp4
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RtmpMessage } from '../../src/ingest/rtmp/rtmp-chunks.ts';
import { boxesIn } from '../../src/media/origin/mp4-boxes.ts';
import { capture } from './encoder.ts';

interface Film {
  fourCc: 'hvc1' | 'av01';
  record: Buffer;
  samples: Array<{ bytes: Buffer; isKey: boolean; compositionMs: number }>;
}

const frameMs = 40;

function box(bytes: Buffer, start: number, end: number, type: string) {
  const found = [...boxesIn(bytes, start, end)].find((one) => one.type === type);
  if (found === undefined) throw new Error(`There is no ${type}`);
  return found;
}

function within(bytes: Buffer, ...path: string[]) {
  return path.reduce((outer, type) => box(bytes, outer.content, outer.end, type), {
    type: 'file',
    start: 0,
    content: 0,
    end: bytes.length,
  });
}

export function readFilm(codec: 'hevc' | 'av1'): Film {
  const bytes = readFileSync(fileURLToPath(new URL(`captures/${codec}.mp4`, import.meta.url)));
  const fourCc = codec === 'hevc' ? 'hvc1' : 'av01';
  const table = within(bytes, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd');
  const entry = box(bytes, table.content + 8, table.end, fourCc);
  const record = box(bytes, entry.content + 78, entry.end, codec === 'hevc' ? 'hvcC' : 'av1C');
  const timescale = bytes.readUInt32BE(within(bytes, 'moov', 'trak', 'mdia', 'mdhd').content + 12);
  const samples: Film['samples'] = [];
  for (const moof of boxesIn(bytes, 0, bytes.length)) {
    if (moof.type !== 'moof') continue;
    const traf = box(bytes, moof.content, moof.end, 'traf');
    const header = box(bytes, traf.content, traf.end, 'tfhd');
    const run = box(bytes, traf.content, traf.end, 'trun');
    const runFlags = bytes.readUInt32BE(run.content) & 0xffffff;
    const defaultSize = bytes.readUInt32BE(header.end - 8);
    const count = bytes.readUInt32BE(run.content + 4);
    let data = moof.start + bytes.readUInt32BE(run.content + 8);
    let at = run.content + 12 + (runFlags & 4 ? 4 : 0);
    for (let index = 0; index < count; index += 1) {
      if (runFlags & 0x100) at += 4;
      const size = runFlags & 0x200 ? bytes.readUInt32BE(at) : defaultSize;
      if (runFlags & 0x200) at += 4;
      if (runFlags & 0x400) at += 4;
      const offset = runFlags & 0x800 ? bytes.readInt32BE(at) : 0;
      if (runFlags & 0x800) at += 4;
      const compositionMs = Math.round((offset * 1000) / timescale);
      samples.push({ bytes: bytes.subarray(data, data + size), isKey: index === 0, compositionMs });
      data += size;
    }
  }
  return { fourCc, record: bytes.subarray(record.content, record.end), samples };
}

export const packetType = { start: 0, frames: 1, framesX: 3, multitrack: 6, modEx: 7 } as const;

/** The body of a video message (Enhanced RTMP 2, "Enhanced Video"). */
export function enhancedTag(
  type: number,
  { fourCc, isKey = true }: { fourCc: string; isKey?: boolean },
  ...body: Buffer[]
): Buffer {
  return Buffer.concat([Buffer.from([0x80 | ((isKey ? 1 : 2) << 4) | type]), Buffer.from(fourCc), ...body]);
}

function int24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeIntBE(value, 0, 3);
  return bytes;
}

/** Two seconds of the film, with the sound of the other capture: what an encoder would send. */
export function enhancedCapture(codec: 'hevc' | 'av1'): RtmpMessage[] {
  const { fourCc, record, samples } = readFilm(codec);
  const video = (payload: Buffer, timestamp: number): RtmpMessage => ({
    type: 9,
    streamId: 1,
    timestamp,
    payload,
  });
  const frames = samples.map(({ bytes, isKey, compositionMs }, index) => {
    const about = { fourCc, isKey };
    // HEVC says how much later a frame is shown, or that it is not; AV1 has no such number.
    const payload =
      codec === 'av1'
        ? enhancedTag(packetType.frames, about, bytes)
        : compositionMs === 0
          ? enhancedTag(packetType.framesX, about, bytes)
          : enhancedTag(packetType.frames, about, int24(compositionMs), bytes);
    return video(payload, index * frameMs);
  });
  const sound = capture.filter(({ type }) => type === 8);
  return [video(enhancedTag(packetType.start, { fourCc }, record), 0), ...frames, ...sound].sort(
    (one, other) => one.timestamp - other.timestamp,
  );
}
