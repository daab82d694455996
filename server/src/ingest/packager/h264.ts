/** Reads what a player must know of an H.264 stream from its configuration record (ISO/IEC 14496-15, 5.3.3.1). */
import { BitReader, withoutEmulation } from './bit-reader.ts';
import { readUsability, setsIn, unitsIn, withLengths } from './nal-units.ts';
import { type Picture, type PictureKind, pictureOf, type VideoConfig } from './video-config.ts';

const [slice, idrSlice, sei, sequence, picture] = [1, 5, 6, 7, 8];

/** The record of a real encoder has one or two of each. */
const maxSets = 8;

/** @returns undefined when it is no record of H.264 with lengths of four bytes, which all encoders use. */
export function readH264Config(record: Buffer): VideoConfig | undefined {
  if (record.length < 7 || record[0] !== 1 || ((record[4] ?? 0) & 3) !== 3) return undefined;
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    if (count === 0 || count > maxSets) return undefined;
    for (let index = 0; index < count; index += 1) {
      if (at + 2 > record.length) return undefined;
      const length = record.readUInt16BE(at);
      if (length === 0 || at + 2 + length > record.length) return undefined;
      sets.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  const shown = readPicture(sets[0] as Buffer);
  if (shown === undefined) return undefined;
  const codec = `avc1.${record.toString('hex', 1, 4)}`;
  return {
    entry: 'avc1',
    recordBox: 'avcC',
    record: Buffer.from(record),
    codec,
    ...shown,
    parameterSets: withLengths(sets),
    hasParameterSets: (sample) => setsOf(sample).some((unit) => typeOf(unit) === sequence),
    recordIn: (sample) => recordOf(setsOf(sample), sets),
    kindOf,
  };
}

function typeOf(unit: Buffer): number {
  return (unit[0] ?? 0) & 0x1f;
}

function setsOf(sample: Buffer): Buffer[] {
  return setsIn(sample, {
    isSet: (unit) => typeOf(unit) === sequence || typeOf(unit) === picture,
    isSlice: (unit) => typeOf(unit) >= slice && typeOf(unit) <= idrSlice,
  });
}

/** @param earlier parameter sets: those of the pictures stay when only that of the sequence is sent again. */
function recordOf(sets: readonly Buffer[], earlier: readonly Buffer[]): Buffer | undefined {
  const of = (type: number, units: readonly Buffer[]) => units.filter((unit) => typeOf(unit) === type);
  const sequences = of(sequence, sets).slice(0, maxSets);
  const [first] = sequences;
  if (first === undefined || first.length < 4) return undefined;
  const own = of(picture, sets);
  const pictures = (own.length > 0 ? own : of(picture, earlier)).slice(0, maxSets);
  const listed = (units: readonly Buffer[]) =>
    units.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]);
  return Buffer.concat([
    Buffer.from([1, first[1] ?? 0, first[2] ?? 0, first[3] ?? 0, 0xff, 0xe0 | sequences.length]),
    ...listed(sequences),
    Buffer.from([pictures.length]),
    ...listed(pictures),
    ...formatOf(first),
  ]);
}

/** Only the high profiles state colours and depth (ISO/IEC 14496-15, 5.3.3.1.2), which stand at the start of their set. */
function formatOf(sps: Buffer): Buffer[] {
  if (![100, 110, 122, 144, 244].includes(sps[1] ?? 0)) return [];
  const bits = new BitReader(withoutEmulation(sps.subarray(4)));
  bits.golomb();
  const chroma = bits.golomb();
  if (chroma === 3) bits.skip(1);
  const [luma, other] = [bits.golomb(), bits.golomb()];
  return [Buffer.from([0xfc | (chroma & 3), 0xf8 | (luma & 7), 0xf8 | (other & 7), 0])];
}

/** An IDR picture, or one with a message that says how many pictures later it is whole (H.264, D.1.8). */
function kindOf(sample: Buffer): PictureKind {
  let frames: number | undefined;
  for (const unit of unitsIn(sample)) {
    const type = typeOf(unit);
    if (type === idrSlice) return 'start';
    if (type === sei) frames ??= readRecovery(unit);
    if (type < slice || type > idrSlice) continue;
    if (frames !== undefined) return frames === 0 ? 'recovery-point' : 'refresh';
    return (unit[0] ?? 0) & 0x60 ? 'other' : 'disposable';
  }
  return 'other';
}

const recoveryPoint = 6;

function readRecovery(unit: Buffer): number | undefined {
  const bytes = withoutEmulation(unit.subarray(1, 256));
  for (let at = 0; at + 2 < bytes.length; ) {
    const [type, typeEnd] = readExtended(bytes, at);
    const [size, start] = readExtended(bytes, typeEnd);
    if (type === recoveryPoint) return new BitReader(bytes.subarray(start)).golomb();
    at = start + size;
  }
  return undefined;
}

/** H.264, 7.3.2.3.1: bytes of 255 count on. */
function readExtended(bytes: Buffer, start: number): [value: number, end: number] {
  let [value, at] = [0, start];
  while (bytes[at] === 255) {
    value += 255;
    at += 1;
  }
  return [value + (bytes[at] ?? 0), at + 1];
}

/** The picture after cropping, from a sequence parameter set (H.264, 7.3.2.1.1). */
function readPicture(sps: Buffer): Picture | undefined {
  const bits = new BitReader(withoutEmulation(sps.subarray(1)));
  const profile = bits.read(8);
  bits.read(16);
  bits.golomb();
  let chroma = 1;
  if ([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134].includes(profile)) {
    chroma = bits.golomb();
    if (chroma === 3) bits.read(1);
    bits.golomb();
    bits.golomb();
    bits.read(1);
    if (bits.read(1)) skipScalingLists(bits, chroma === 3 ? 12 : 8);
  }
  bits.golomb();
  skipPictureOrder(bits);
  bits.golomb();
  bits.read(1);
  const widthInBlocks = bits.golomb() + 1;
  const heightInUnits = bits.golomb() + 1;
  const framesOnly = bits.read(1);
  if (!framesOnly) bits.read(1);
  bits.read(1);
  const crop = bits.read(1) ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const cropX = chroma === 1 || chroma === 2 ? 2 : 1;
  const cropY = (chroma === 1 ? 2 : 1) * (2 - framesOnly);
  const width = widthInBlocks * 16 - (left + right) * cropX;
  const height = heightInUnits * 16 * (2 - framesOnly) - (top + bottom) * cropY;
  if (bits.isOver) return undefined;
  return pictureOf({ width, height }, bits.read(1) ? readUsability(bits) : { range: 'SDR' });
}

function skipPictureOrder(bits: BitReader) {
  const type = bits.golomb();
  if (type === 0) bits.golomb();
  if (type !== 1) return;
  bits.read(1);
  bits.golomb();
  bits.golomb();
  const count = bits.golomb();
  for (let index = 0; index < count && !bits.isOver; index += 1) bits.golomb();
}

function skipScalingLists(bits: BitReader, count: number) {
  for (let list = 0; list < count; list += 1) {
    if (!bits.read(1)) continue;
    let [last, next] = [8, 8];
    for (let index = 0; index < (list < 6 ? 16 : 64); index += 1) {
      if (next !== 0) next = (last + bits.signedGolomb() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}
