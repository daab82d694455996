/** What the codecs made of NAL units share: H.264 and HEVC. */
import type { VideoRange } from '../../media/origin/master-playlist.ts';
import type { BitReader } from './bit-reader.ts';
import type { PixelAspect } from './video-config.ts';

/** The units as they stand in a sample, each with its length before it. */
export function withLengths(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}

/** The units of a sample, without those that do not fit. */
export function* unitsIn(sample: Buffer): Generator<Buffer> {
  for (let at = 0; at + 5 <= sample.length; ) {
    const end = at + 4 + sample.readUInt32BE(at);
    if (end > sample.length) return;
    if (end > at + 4) yield sample.subarray(at + 4, end);
    at = end;
  }
}

/** The parameter sets that a sample begins with. @param isSet and whether a unit is a slice, by its type. */
export function setsIn(
  sample: Buffer,
  { isSet, isSlice }: { isSet(unit: Buffer): boolean; isSlice(unit: Buffer): boolean },
): Buffer[] {
  const sets: Buffer[] = [];
  for (const unit of unitsIn(sample)) {
    if (isSlice(unit)) break;
    if (isSet(unit)) sets.push(unit);
  }
  return sets;
}

/** The shapes of pixels that have a number (H.264, table E-1; the same in HEVC). */
const knownAspects = [
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
] as const;
const ownAspect = 255;

/** The first fields of a VUI (H.264, E.1.1), which HEVC has too (H.265, E.2.1). A VUI that ends early says nothing. */
export function readUsability(bits: BitReader): { pixelAspect?: PixelAspect; range: VideoRange } {
  const nothing = { range: 'SDR' } as const;
  let pixelAspect: PixelAspect | undefined;
  if (bits.read(1)) {
    const number = bits.read(8);
    const [width, height] =
      number === ownAspect ? [bits.read(16), bits.read(16)] : (knownAspects[number - 1] ?? [1, 1]);
    pixelAspect = { width, height };
  }
  if (bits.read(1)) bits.skip(1);
  let transfer = 0;
  if (bits.read(1)) {
    bits.skip(4);
    if (bits.read(1)) {
      bits.skip(8);
      transfer = bits.read(8);
      bits.skip(8);
    }
  }
  if (bits.isOver) return nothing;
  return { ...(pixelAspect ? { pixelAspect } : {}), range: rangeOf(transfer) };
}

/** @param transfer characteristics (ITU-T H.273, table 3). */
export function rangeOf(transfer: number): VideoRange {
  return transfer === 16 ? 'PQ' : transfer === 18 ? 'HLG' : 'SDR';
}
