/** Reads what a player must know of an H.264 stream from its configuration record (ISO/IEC 14496-15, 5.3.3.1). */
import { BitReader, withoutEmulation } from './bit-reader.ts';
import { isShownSize, withLengths } from './nal-units.ts';
import type { VideoConfig } from './video-config.ts';

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
  const size = readSize(sets[0] as Buffer);
  if (size === undefined) return undefined;
  const codec = `avc1.${record.toString('hex', 1, 4)}`;
  return {
    entry: 'avc1',
    recordBox: 'avcC',
    record: Buffer.from(record),
    codec,
    ...size,
    parameterSets: withLengths(sets),
    hasParameterSets,
  };
}

/** Whether a sample begins with its own parameter sets. */
function hasParameterSets(nalUnits: Buffer): boolean {
  let at = 0;
  while (at + 5 <= nalUnits.length) {
    const type = (nalUnits[at + 4] ?? 0) & 0x1f;
    if (type === 7) return true;
    if (type === 5 || type === 1) return false;
    at += 4 + nalUnits.readUInt32BE(at);
  }
  return false;
}

/** Width and height after cropping, from a sequence parameter set (H.264, 7.3.2.1.1). */
function readSize(sps: Buffer): { width: number; height: number } | undefined {
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
  return bits.isOver || !isShownSize(width, height) ? undefined : { width, height };
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
