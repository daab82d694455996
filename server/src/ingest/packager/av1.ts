/** Reads what a player must know of an AV1 stream from its configuration record (AV1 in ISOBMFF, 2.3). */
import { BitReader } from './bit-reader.ts';
import { rangeOf } from './nal-units.ts';
import { type Picture, type PictureKind, pictureOf, type VideoConfig } from './video-config.ts';

const [sequenceHeader, temporalDelimiter, frameHeader, frame] = [1, 2, 3, 6];
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
  const shown = header?.type === sequenceHeader ? readPicture(header.content) : undefined;
  if (shown === undefined) return undefined;
  return {
    entry: 'av01',
    recordBox: 'av1C',
    record: Buffer.from(record),
    codec: codecOf(record),
    ...shown,
    parameterSets,
    hasParameterSets: (sample) => sequenceIn(sample) !== undefined,
    recordIn: (sample) => recordOf(sequenceIn(sample)),
    kindOf,
  };
}

/** A temporal delimiter has no place in a sample of an MP4. */
export function withoutDelimiter(sample: Buffer): Buffer {
  const first = unitAt(sample, 0);
  return first?.type === temporalDelimiter ? sample.subarray(first.end) : sample;
}

function* unitsIn(sample: Buffer): Generator<Unit & { bytes: Buffer }> {
  let at = 0;
  for (let count = 0; count < maxBefore; count += 1) {
    const unit = unitAt(sample, at);
    if (unit === undefined) return;
    yield { ...unit, bytes: sample.subarray(at, unit.end) };
    at = unit.end;
  }
}

function sequenceIn(sample: Buffer): { content: Buffer; bytes: Buffer } | undefined {
  for (const unit of unitsIn(sample)) if (unit.type === sequenceHeader) return unit;
  return undefined;
}

/** AV1 in ISOBMFF, 2.3.3: what its fields say stands in the sequence header. */
function recordOf(sequence: { content: Buffer; bytes: Buffer } | undefined): Buffer | undefined {
  const facts = sequence && readSequence(sequence.content);
  if (facts === undefined) return undefined;
  const { profile, level, tier, isHigh, isTwelve, mono, x, y, position } = facts;
  const colours = (mono << 4) | (x << 3) | (y << 2) | position;
  return Buffer.concat([
    Buffer.from([0x81, (profile << 5) | level, (tier << 7) | (isHigh << 6) | (isTwelve << 5) | colours, 0]),
    sequence?.bytes ?? Buffer.alloc(0),
  ]);
}

/** AV1, 5.9.2: a key frame that is shown. */
function kindOf(sample: Buffer): PictureKind {
  for (const { type, content } of unitsIn(sample)) {
    if (type !== frameHeader && type !== frame) continue;
    const bits = new BitReader(content);
    const [isShownAgain, frameType, isShown] = [bits.read(1), bits.read(2), bits.read(1)];
    return !isShownAgain && frameType === 0 && isShown ? 'start' : 'other';
  }
  return 'other';
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

function readPicture(header: Buffer): Picture | undefined {
  const facts = readSequence(header);
  if (facts === undefined) return undefined;
  const { width, height, transfer } = facts;
  return pictureOf({ width, height }, { range: rangeOf(transfer) });
}

/** The largest size, the profile and the colours, from a sequence header (AV1, 5.5.1). */
function readSequence(header: Buffer) {
  const bits = new BitReader(header);
  const profile = bits.read(3);
  bits.skip(1);
  const isReduced = bits.read(1) === 1;
  const { level, tier } = isReduced ? { level: bits.read(5), tier: 0 } : readOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1];
  const [width, height] = [bits.read(widthBits) + 1, bits.read(heightBits) + 1];
  if (bits.isOver) return undefined;
  if (!isReduced && bits.read(1)) bits.skip(7);
  bits.skip(3);
  if (!isReduced) skipTools(bits);
  bits.skip(3);
  return { profile, level, tier, width, height, ...readColours(bits, profile) };
}

function skipTools(bits: BitReader) {
  bits.skip(4);
  const hasOrder = bits.read(1);
  if (hasOrder) bits.skip(2);
  const isScreenChosen = bits.read(1);
  const hasScreen = isScreenChosen || bits.read(1);
  if (hasScreen && !bits.read(1)) bits.skip(1);
  if (hasOrder) bits.skip(3);
}

/** AV1, 5.5.2. */
function readColours(bits: BitReader, profile: number) {
  const isHigh = bits.read(1);
  const isTwelve = profile === 2 && isHigh ? bits.read(1) : 0;
  const mono = profile === 1 ? 0 : bits.read(1);
  const [primaries, transfer, matrix] = bits.read(1) ? [bits.read(8), bits.read(8), bits.read(8)] : [2, 2, 2];
  const full = { isHigh, isTwelve, mono, transfer };
  if (mono) return { ...full, x: 1, y: 1, position: 0 };
  if (primaries === 1 && transfer === 13 && matrix === 0) return { ...full, x: 0, y: 0, position: 0 };
  bits.skip(1);
  if (profile === 0) return { ...full, x: 1, y: 1, position: bits.read(2) };
  if (profile === 1) return { ...full, x: 0, y: 0, position: 0 };
  const x = isTwelve ? bits.read(1) : 1;
  const y = isTwelve && x ? bits.read(1) : 0;
  return { ...full, x, y, position: x && y ? bits.read(2) : 0 };
}

function readOperatingPoints(bits: BitReader): { level: number; tier: number } {
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
  let first: { level: number; tier: number } | undefined;
  for (let point = 0; point < count; point += 1) {
    bits.skip(12);
    const level = bits.read(5);
    const tier = level > 7 ? bits.read(1) : 0;
    first ??= { level, tier };
    if (delayBits > 0 && bits.read(1)) bits.skip(2 * delayBits + 1);
    if (hasDisplayDelay && bits.read(1)) bits.skip(4);
  }
  return first ?? { level: 0, tier: 0 };
}
