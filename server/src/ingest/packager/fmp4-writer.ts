/** Writes fragmented MP4 (ISO/IEC 14496-12): one initialization segment, and fragments with one run for each track. */
import type { AacConfig } from './aac.ts';
import type { VideoConfig } from './video-config.ts';

export const videoTimescale = 90_000;
const [videoTrack, audioTrack] = [1, 2];

export interface Sample {
  bytes: Buffer;
  /** Units of the track's timescale. */
  duration: number;
  compositionOffset: number;
  isKey: boolean;
}

export interface Run {
  /** Units of the track's timescale, from the start of the stream. */
  decodeTime: number;
  samples: Sample[];
}

export function initSegment(video: VideoConfig, audio: AacConfig): Buffer {
  const traks = [videoTrak(video), audioTrak(audio)];
  const trexs = [videoTrack, audioTrack].map((id) => full('trex', 0, 0, u32(id, 1, 0, 0, 0)));
  return Buffer.concat([
    box('ftyp', text('iso6'), u32(0), text('iso6cmfcmp41')),
    box('moov', movieHeader(), ...traks, box('mvex', ...trexs)),
  ]);
}

/** Runs without samples are left out. */
export function fragment(sequence: number, video: Run, audio: Run): Buffer {
  const tracks = [
    { id: videoTrack, run: video },
    { id: audioTrack, run: audio },
  ].filter(({ run }) => run.samples.length > 0);
  const build = (dataOffsets: number[]) =>
    box(
      'moof',
      full('mfhd', 0, 0, u32(sequence)),
      ...tracks.map(({ id, run }, index) => trackFragment(id, run, dataOffsets[index] ?? 0)),
    );
  // The offsets do not change the size of the box.
  const { length } = build([]);
  let offset = length + 8;
  const offsets = tracks.map(({ run }) => {
    const start = offset;
    for (const { bytes } of run.samples) offset += bytes.length;
    return start;
  });
  return Buffer.concat([
    build(offsets),
    box('mdat', ...tracks.flatMap(({ run }) => run.samples.map(({ bytes }) => bytes))),
  ]);
}

function trackFragment(id: number, { decodeTime, samples }: Run, dataOffset: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(decodeTime));
  const entries = Buffer.alloc(samples.length * 16);
  samples.forEach(({ bytes, duration, compositionOffset, isKey }, index) => {
    entries.writeUInt32BE(duration, index * 16);
    entries.writeUInt32BE(bytes.length, index * 16 + 4);
    entries.writeUInt32BE(isKey ? 0x2000000 : 0x1010000, index * 16 + 8);
    entries.writeInt32BE(compositionOffset, index * 16 + 12);
  });
  return box(
    'traf',
    full('tfhd', 0, 0x20000, u32(id)), // offsets count from the start of the moof
    full('tfdt', 1, 0, time),
    // Version 1: composition offsets are signed. Each sample has all four fields.
    full('trun', 1, 0xf01, u32(samples.length, dataOffset), entries),
  );
}

function movieHeader(): Buffer {
  return full('mvhd', 0, 0, u32(0, 0, 1000, 0, 0x10000, 0x1000000, 0, 0), matrix, zeros(24), u32(0xffffffff));
}

function videoTrak({
  entry: type,
  recordBox,
  width,
  height,
  coded,
  pixelAspect,
  record,
}: VideoConfig): Buffer {
  const size = u32(width << 16, height << 16);
  const entry = box(
    type,
    zeros(6),
    u16(1),
    zeros(16),
    u16(coded.width, coded.height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    box(recordBox, record),
    ...(pixelAspect ? [box('pasp', u32(pixelAspect.width, pixelAspect.height))] : []),
  );
  return trak({ id: videoTrack, volume: 0, size, timescale: videoTimescale, handler: 'vide' }, entry);
}

function audioTrak({ sampleRate, channels, record }: AacConfig): Buffer {
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), u32(0, 0), descriptor(5, record));
  const esds = full(
    'esds',
    0,
    0,
    descriptor(3, u16(1), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2]))),
  );
  const rate = sampleRate < 0x10000 ? sampleRate : 0;
  const entry = box('mp4a', zeros(6), u16(1), zeros(8), u16(channels, 16, 0, 0, rate, 0), esds);
  return trak(
    { id: audioTrack, volume: 0x0100, size: u32(0, 0), timescale: sampleRate, handler: 'soun' },
    entry,
  );
}

interface TrackFacts {
  id: number;
  volume: number;
  size: Buffer;
  timescale: number;
  handler: 'vide' | 'soun';
}

function trak({ id, volume, size, timescale, handler }: TrackFacts, sampleEntry: Buffer): Buffer {
  const mediaHeader = handler === 'vide' ? full('vmhd', 0, 1, zeros(8)) : full('smhd', 0, 0, zeros(4));
  return box(
    'trak',
    full('tkhd', 0, 3, u32(0, 0, id, 0, 0, 0, 0), u16(0, 0, volume, 0), matrix, size),
    box(
      'mdia',
      full('mdhd', 0, 0, u32(0, 0, timescale, 0), u16(0x55c4, 0)),
      full('hdlr', 0, 0, u32(0), text(handler), zeros(13)),
      box(
        'minf',
        mediaHeader,
        box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1))),
        box(
          'stbl',
          full('stsd', 0, 0, u32(1), sampleEntry),
          ...['stts', 'stsc', 'stco'].map((type) => full(type, 0, 0, u32(0))),
          full('stsz', 0, 0, u32(0, 0)),
        ),
      ),
    ),
  );
}

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function descriptor(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, 0x80, 0x80, 0x80, body.length]), body]);
}

function full(type: string, version: number, flags: number, ...content: Buffer[]): Buffer {
  return box(type, u32(((version << 24) | flags) >>> 0), ...content);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), text(type), ...content], size);
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function zeros(length: number): Buffer {
  return Buffer.alloc(length);
}
