/** Reads what a player must know of an HEVC stream from its configuration record (ISO/IEC 14496-15, 8.3.3.1). */
import { BitReader, withoutEmulation } from './bit-reader.ts';
import { skipToUsability } from './hevc-sequence.ts';
import { readUsability, setsIn, unitsIn, withLengths } from './nal-units.ts';
import { type Picture, type PictureKind, pictureOf, type VideoConfig } from './video-config.ts';

/** The types of NAL units: all below 32 are pictures. */
const [video, sequence, picture] = [32, 33, 34];
/** The record of a real encoder has one of each, and a note or two. */
const maxUnits = 16;

/** @returns undefined when it is no record of HEVC with lengths of four bytes, which all encoders use. */
export function readHevcConfig(record: Buffer): VideoConfig | undefined {
  if (record.length < 23 || record[0] !== 1 || ((record[21] ?? 0) & 3) !== 3) return undefined;
  const sets = unitsOf(record)?.filter((unit) => [video, sequence, picture].includes(typeOf(unit)));
  const sps = sets?.find((unit) => typeOf(unit) === sequence);
  const shown = sps && readPicture(sps);
  if (sets === undefined || shown === undefined) return undefined;
  return {
    entry: 'hvc1',
    recordBox: 'hvcC',
    record: Buffer.from(record),
    codec: codecOf(record),
    ...shown,
    parameterSets: withLengths(sets),
    hasParameterSets: (sample) => setsOf(sample).some((unit) => typeOf(unit) === sequence),
    recordIn: (sample) => recordOf(setsOf(sample), sets),
    kindOf,
  };
}

/** @returns undefined when one does not fit. */
function unitsOf(record: Buffer): Buffer[] | undefined {
  const units: Buffer[] = [];
  let at = 23;
  for (let array = 0; array < (record[22] ?? 0); array += 1) {
    if (at + 3 > record.length) return undefined;
    const count = record.readUInt16BE(at + 1);
    at += 3;
    if (units.length + count > maxUnits) return undefined;
    for (let index = 0; index < count; index += 1) {
      if (at + 2 > record.length) return undefined;
      const length = record.readUInt16BE(at);
      if (length < 3 || at + 2 + length > record.length) return undefined;
      units.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return units;
}

function typeOf(unit: Buffer): number {
  return ((unit[0] ?? 0) >> 1) & 0x3f;
}

/** Annex E.3: profile, the flags of compatible profiles from the last to the first, tier and level, constraints. */
function codecOf(record: Buffer): string {
  const general = record[1] ?? 0;
  const space = ['', 'A', 'B', 'C'][general >> 6];
  let compatible = 0;
  for (let bit = 0; bit < 32; bit += 1) compatible = compatible * 2 + ((record.readUInt32BE(2) >>> bit) & 1);
  const constraints = [...record.subarray(6, 12)];
  while (constraints.at(-1) === 0) constraints.pop();
  return [
    'hvc1',
    `${space}${general & 0x1f}`,
    compatible.toString(16).toUpperCase(),
    `${general & 0x20 ? 'H' : 'L'}${record[12]}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.');
}

/** The picture after cropping, from a sequence parameter set (H.265, 7.3.2.2.1). */
function readPicture(sps: Buffer): Picture | undefined {
  const { bits, subLayers, chroma } = readHead(sps);
  const [codedWidth, codedHeight] = [bits.golomb(), bits.golomb()];
  const crop = bits.read(1) ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const width = codedWidth - (left + right) * (chroma === 1 || chroma === 2 ? 2 : 1);
  const height = codedHeight - (top + bottom) * (chroma === 1 ? 2 : 1);
  if (bits.isOver) return undefined;
  skipToUsability(bits, subLayers);
  return pictureOf({ width, height }, bits.read(1) ? readUsability(bits) : { range: 'SDR' });
}

/** A sequence parameter set up to the size of its picture. */
function readHead(sps: Buffer) {
  const bits = new BitReader(withoutEmulation(sps.subarray(2)));
  bits.skip(4);
  const subLayers = bits.read(3);
  bits.skip(1);
  skipProfile(bits, subLayers);
  bits.golomb();
  const chroma = bits.golomb();
  if (chroma === 3) bits.skip(1);
  return { bits, subLayers, chroma };
}

function skipProfile(bits: BitReader, subLayers: number) {
  bits.skip(96);
  const present = Array.from({ length: subLayers }, () => ({ profile: bits.read(1), level: bits.read(1) }));
  if (subLayers > 0) bits.skip(2 * (8 - subLayers));
  for (const { profile, level } of present) bits.skip(profile * 88 + level * 8);
}

function setsOf(sample: Buffer): Buffer[] {
  return setsIn(sample, {
    isSet: (unit) => [video, sequence, picture].includes(typeOf(unit)),
    isSlice: (unit) => typeOf(unit) < video,
  });
}

/** Profile, tier and level stand in a sequence parameter set as they do in a record. */
const [profileAt, profileLength] = [3, 12];

/** @param earlier parameter sets, for those that are not sent again. */
function recordOf(sets: readonly Buffer[], earlier: readonly Buffer[]): Buffer | undefined {
  const sps = sets.find((unit) => typeOf(unit) === sequence);
  if (sps === undefined) return undefined;
  const arrays = [video, sequence, picture].flatMap((type) => {
    const own = sets.filter((unit) => typeOf(unit) === type);
    const units = own.length > 0 ? own : earlier.filter((unit) => typeOf(unit) === type);
    return [
      Buffer.from([0x80 | type, 0, units.length]),
      ...units.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]),
    ];
  });
  const profile = withoutEmulation(sps.subarray(0, 64)).subarray(profileAt, profileAt + profileLength);
  const { chroma, depth } = readFormat(sps);
  // No order of tiles, parallelism and frame rate is stated.
  return Buffer.concat([
    Buffer.from([1]),
    profile,
    Buffer.from([0xf0, 0, 0xfc, 0xfc | chroma, 0xf8 | depth.luma, 0xf8 | depth.chroma, 0, 0, 0x0f, 3]),
    ...arrays,
  ]);
}

function readFormat(sps: Buffer) {
  const { bits, chroma } = readHead(sps);
  bits.golomb();
  bits.golomb();
  if (bits.read(1)) for (let side = 0; side < 4; side += 1) bits.golomb();
  return { chroma: chroma & 3, depth: { luma: bits.golomb() & 7, chroma: bits.golomb() & 7 } };
}

/** H.265, table 7-1: a player can begin at each of these; what is shown before it and needs more is left out by decoders. */
const [firstStart, lastStart] = [16, 21];

function kindOf(sample: Buffer): PictureKind {
  for (const unit of unitsIn(sample)) {
    const type = typeOf(unit);
    if (type < video) return type >= firstStart && type <= lastStart ? 'start' : 'other';
  }
  return 'other';
}
