/** Reads what a player must know of an HEVC stream from its configuration record (ISO/IEC 14496-15, 8.3.3.1). */
import { BitReader, withoutEmulation } from './bit-reader.ts';
import { isShownSize, withLengths } from './nal-units.ts';
import type { VideoConfig } from './video-config.ts';

/** The types of NAL units: all below 32 are pictures. */
const [video, sequence, picture] = [32, 33, 34];
/** The record of a real encoder has one of each, and a note or two. */
const maxUnits = 16;

/** @returns undefined when it is no record of HEVC with lengths of four bytes, which all encoders use. */
export function readHevcConfig(record: Buffer): VideoConfig | undefined {
  if (record.length < 23 || record[0] !== 1 || ((record[21] ?? 0) & 3) !== 3) return undefined;
  const sets = unitsOf(record)?.filter((unit) => [video, sequence, picture].includes(typeOf(unit)));
  const sps = sets?.find((unit) => typeOf(unit) === sequence);
  const size = sps && readSize(sps);
  if (sets === undefined || size === undefined) return undefined;
  return {
    entry: 'hvc1',
    recordBox: 'hvcC',
    record: Buffer.from(record),
    codec: codecOf(record),
    ...size,
    parameterSets: withLengths(sets),
    hasParameterSets,
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

/** Width and height after cropping, from a sequence parameter set (H.265, 7.3.2.2.1). */
function readSize(sps: Buffer): { width: number; height: number } | undefined {
  const bits = new BitReader(withoutEmulation(sps.subarray(2)));
  bits.skip(4);
  const subLayers = bits.read(3);
  bits.skip(1);
  skipProfile(bits, subLayers);
  bits.golomb();
  const chroma = bits.golomb();
  if (chroma === 3) bits.skip(1);
  const [codedWidth, codedHeight] = [bits.golomb(), bits.golomb()];
  const crop = bits.read(1) ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const width = codedWidth - (left + right) * (chroma === 1 || chroma === 2 ? 2 : 1);
  const height = codedHeight - (top + bottom) * (chroma === 1 ? 2 : 1);
  return bits.isOver || !isShownSize(width, height) ? undefined : { width, height };
}

function skipProfile(bits: BitReader, subLayers: number) {
  bits.skip(96);
  const present = Array.from({ length: subLayers }, () => ({ profile: bits.read(1), level: bits.read(1) }));
  if (subLayers > 0) bits.skip(2 * (8 - subLayers));
  for (const { profile, level } of present) bits.skip(profile * 88 + level * 8);
}

function hasParameterSets(sample: Buffer): boolean {
  let at = 0;
  while (at + 5 <= sample.length) {
    const type = typeOf(sample.subarray(at + 4));
    if (type === sequence) return true;
    if (type < video) return false;
    at += 4 + sample.readUInt32BE(at);
  }
  return false;
}
