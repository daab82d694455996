/** What is read of the units of a picture, for each codec that has slices. */
import { withoutEmulation } from '../bit-reader.ts';

export interface SliceReader {
  /** A set of parameters that slices refer to. */
  onParameterSet(unit: Buffer): void;
  /** What the unit is for a decoder. @param isFirst the first slice of the picture. */
  kindOf(unit: Buffer, isFirst: boolean): 'parameter-set' | 'slice' | 'damaged' | 'other';
  /** Whether decoders complain of pictures that come without this one. */
  isNeeded(unit: Buffer): boolean;
}

/** The beginning of a slice holds its header, as far as it is read. */
const headerBytes = 32;

export function headerOf(unit: Buffer, from: number): Buffer {
  return withoutEmulation(unit.subarray(from, headerBytes));
}
