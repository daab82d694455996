/** Reads what a player must know of an AV1 stream from its configuration record (AV1 in ISOBMFF, 2.3). */
import { BitReader } from './bit-reader.ts';
import { isShownSize } from './nal-units.ts';
import type { VideoConfig } from './video-config.ts';

const [sequenceHeader, temporalDelimiter] = [1, 2];
/** What may stand before the sequence header of a sample. */
const maxBefore = 8;

interface Unit {
  type: number;
  content: Buffer;
  /** Where the next one begins. */
  end: number;
}

/** @returns undefined when it is no record of AV1, or has no sequence header. */
export function readAv1Config(record: Buffer): VideoConfig | undefined {
  if (record.length < 6 || record[0] !== 0x81) return undefined;
  const parameterSets = Buffer.from(record.subarray(4));
  const header = unitAt(parameterSets, 0);
  const size = header?.type === sequenceHeader ? readSize(header.content) : undefined;
  if (size === undefined) return undefined;
  return {
    entry: 'av01',
    recordBox: 'av1C',
    record: Buffer.from(record),
    codec: codecOf(record),
    ...size,
    parameterSets,
    hasParameterSets,
  };
}

/** A temporal delimiter has no place in a sample of an MP4. */
export function withoutDelimiter(sample: Buffer): Buffer {
  const first = unitAt(sample, 0);
  return first?.type === temporalDelimiter ? sample.subarray(first.end) : sample;
}

function hasParameterSets(sample: Buffer): boolean {
  let at = 0;
  for (let count = 0; count < maxBefore; count += 1) {
    const unit = unitAt(sample, at);
    if (unit === undefined) return false;
    if (unit.type === sequenceHeader) return true;
    at = unit.end;
  }
  return false;
}

/** @returns undefined when there is no whole unit (AV1, 5.3). */
function unitAt(bytes: Buffer, start: number): Unit | undefined {
  const first = bytes[start];
  if (first === undefined || first & 0x81) return undefined;
  const type = (first >> 3) & 0x0f;
  let at = start + (first & 4 ? 2 : 1);
  if ((first & 2) === 0) return { type, content: bytes.subarray(at), end: bytes.length };
  let length = 0;
  for (let index = 0; ; index += 1, at += 1) {
    const byte = bytes[at];
    if (byte === undefined || index === 4) return undefined;
    length += (byte & 0x7f) * 128 ** index;
    if ((byte & 0x80) === 0) break;
  }
  at += 1;
  if (at + length > bytes.length) return undefined;
  return { type, content: bytes.subarray(at, at + length), end: at + length };
}

/** Section 5: profile, level and tier, bits of a sample; the colours only where they are not 4:2:0. */
function codecOf(record: Buffer): string {
  const [profileLevel = 0, flags = 0] = record.subarray(1);
  const [isHigh, isTwelve] = [(flags & 0x40) !== 0, (flags & 0x20) !== 0];
  const depth = isHigh ? (isTwelve ? 12 : 10) : 8;
  const tier = flags & 0x80 ? 'H' : 'M';
  const two = (value: number) => String(value).padStart(2, '0');
  const short = `av01.${profileLevel >> 5}.${two(profileLevel & 0x1f)}${tier}.${two(depth)}`;
  const [mono, x, y] = [(flags >> 4) & 1, (flags >> 3) & 1, (flags >> 2) & 1];
  if (!mono && x && y) return short;
  return `${short}.${mono}.${x}${y}${x && y ? flags & 3 : 0}.01.01.01.0`;
}

/** The largest width and height, from a sequence header (AV1, 5.5.1). */
function readSize(header: Buffer): { width: number; height: number } | undefined {
  const bits = new BitReader(header);
  bits.skip(4);
  if (bits.read(1)) bits.skip(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1];
  const [width, height] = [bits.read(widthBits) + 1, bits.read(heightBits) + 1];
  return bits.isOver || !isShownSize(width, height) ? undefined : { width, height };
}

function skipOperatingPoints(bits: BitReader) {
  let delayBits = 0;
  if (bits.read(1)) {
    bits.skip(64);
    if (bits.read(1)) bits.golomb();
    if (bits.read(1)) {
      delayBits = bits.read(5) + 1;
      bits.skip(42);
    }
  }
  const hasDisplayDelay = bits.read(1);
  const count = bits.read(5) + 1;
  for (let point = 0; point < count; point += 1) {
    bits.skip(12);
    if (bits.read(5) > 7) bits.skip(1);
    if (delayBits > 0 && bits.read(1)) bits.skip(2 * delayBits + 1);
    if (hasDisplayDelay && bits.read(1)) bits.skip(4);
  }
}
