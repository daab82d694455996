/**
 * Writes a picture of H.264 that repeats the one before it: a slice in which every block is skipped (H.264, 7.3.4). Where a
 * film has lost a picture that others refer to, it takes its place, because browsers give up at a missing one.
 */
import { BitReader, withoutEmulation } from '../packager/bit-reader.ts';
import { withLengths } from '../packager/nal-units.ts';
import { BitWriter, skippedBlocks } from './bit-writer.ts';

/** What the headers of a stream say of its slices. */
export interface SliceFormat {
  frameNumberBits: number;
  /** undefined: the order of pictures is that of decoding. */
  orderBits: number | undefined;
  blocks: number;
  /** All blocks skipped, with arithmetic coding; the same for every slice. */
  skipped: readonly number[] | undefined;
  picture: PictureSet;
}

interface PictureSet {
  id: number;
  isArithmetic: boolean;
  hasBottomOrder: boolean;
  isWeighted: boolean;
  qp: number;
  hasDeblocking: boolean;
  hasRedundant: boolean;
}

export interface SliceHeader {
  isIdr: boolean;
  isReference: boolean;
  frameNumber: number;
  order: number;
}

/** @param sequence and picture: the first parameter set of each. @returns undefined: with fields, or something as rare. */
export function readSliceFormat(sequence: Buffer, picture: Buffer): SliceFormat | undefined {
  const bits = new BitReader(withoutEmulation(sequence.subarray(1)));
  const profile = bits.read(8);
  bits.skip(16);
  bits.golomb();
  if (profile >= 100) {
    // Only 4:2:0 with 8 bits and without scaling lists: anything else is refused, or rare.
    if (bits.golomb() !== 1 || bits.golomb() !== 0 || bits.golomb() !== 0) return undefined;
    bits.skip(1);
    if (bits.read(1)) return undefined;
  }
  const frameNumberBits = bits.golomb() + 4;
  const orderType = bits.golomb();
  const orderBits = orderType === 0 ? bits.golomb() + 4 : undefined;
  bits.golomb();
  bits.skip(1);
  const blocks = (bits.golomb() + 1) * (bits.golomb() + 1);
  const isProgressive = bits.read(1) === 1;
  const set = readPictureSet(picture);
  const isKnown = !bits.isOver && orderType !== 1 && isProgressive && set !== undefined;
  if (!isKnown || blocks > mostBlocks) return undefined;
  const skipped = set.isArithmetic ? skippedBlocks(blocks) : undefined;
  return { frameNumberBits, orderBits, blocks, skipped, picture: set };
}

function readPictureSet(bytes: Buffer): PictureSet | undefined {
  const bits = new BitReader(withoutEmulation(bytes.subarray(1)));
  const id = bits.golomb();
  bits.golomb();
  const isArithmetic = bits.read(1) === 1;
  const hasBottomOrder = bits.read(1) === 1;
  if (bits.golomb() > 0) return undefined;
  bits.golomb();
  bits.golomb();
  const isWeighted = bits.read(1) === 1;
  bits.skip(2);
  const qp = 26 + bits.signedGolomb();
  bits.signedGolomb();
  bits.signedGolomb();
  const [hasDeblocking, , hasRedundant] = [bits.read(1) === 1, bits.read(1), bits.read(1) === 1];
  return bits.isOver
    ? undefined
    : { id, isArithmetic, hasBottomOrder, isWeighted, qp, hasDeblocking, hasRedundant };
}

/** @param unit a slice. */
export function readSliceHeader(unit: Buffer, { frameNumberBits, orderBits }: SliceFormat): SliceHeader {
  const first = unit[0] ?? 0;
  const isIdr = (first & 0x1f) === 5;
  const bits = new BitReader(withoutEmulation(unit.subarray(1, 64)));
  for (let field = 0; field < 3; field += 1) bits.golomb();
  const frameNumber = bits.read(frameNumberBits);
  if (isIdr) bits.golomb();
  return {
    isIdr,
    isReference: (first & 0x60) > 0,
    frameNumber,
    order: orderBits === undefined ? 0 : bits.read(orderBits),
  };
}

/** Of a picture of 8192 x 8192. */
const mostBlocks = 512 * 512;
const [predicted, lowestQuality] = [5, 51];

/** @returns a sample that refers to the reference before it, and is one. */
export function repeatedPicture(
  { frameNumberBits, orderBits, blocks, picture, skipped }: SliceFormat,
  { frameNumber, order }: { frameNumber: number; order: number },
): Buffer {
  const bits = new BitWriter();
  bits.golomb(0);
  bits.golomb(predicted);
  bits.golomb(picture.id);
  bits.write(frameNumber, frameNumberBits);
  if (orderBits !== undefined) {
    bits.write(order, orderBits);
    if (picture.hasBottomOrder) bits.golomb(0);
  }
  if (picture.hasRedundant) bits.golomb(0);
  // One reference, in its usual place, with its usual weight.
  bits.write(1, 1);
  bits.golomb(0);
  bits.write(0, 1);
  if (picture.isWeighted) {
    bits.golomb(0);
    bits.golomb(0);
    bits.write(0, 2);
  }
  bits.write(0, 1);
  if (picture.isArithmetic) bits.golomb(0);
  bits.signedGolomb(lowestQuality - picture.qp);
  if (picture.hasDeblocking) bits.golomb(1);
  if (skipped) bits.endWith(skipped);
  else {
    bits.golomb(blocks);
    bits.end();
  }
  return withLengths([Buffer.concat([Buffer.from([0x41]), bits.withEmulation()])]);
}
