/** The begin of a slice header of H.264 (ITU-T H.264, 7.3.1, 7.3.2.2 and 7.3.3). */
import { BitReader } from '../bit-reader.ts';
import { headerOf, type SliceReader } from './slice-reader.ts';

const [slice, keySlice, pictureSet] = [1, 5, 8];
/** Level 6.2, table A-1. */
const mostBlocks = 139_264;
const [mostPictureSets, mostSequenceSets] = [256, 32];
/** Table 7-6. */
const mostSliceTypes = 10;
const isBidirectional = (sliceType: number) => sliceType % 5 === 1;
const isIntra = (sliceType: number) => [2, 4].includes(sliceType % 5);

export class H264Slices implements SliceReader {
  readonly #pictureSets = new Set<number>();
  #hasBidirectional = false;

  onParameterSet(unit: Buffer) {
    if (typeOf(unit) !== pictureSet) return;
    const bits = new BitReader(headerOf(unit, 1));
    const [id, sequence] = [bits.golomb(), bits.golomb()];
    if (id < mostPictureSets && sequence < mostSequenceSets && !bits.isOver) this.#pictureSets.add(id);
  }

  kindOf(unit: Buffer, isFirst: boolean) {
    const [header = 0] = unit;
    const type = typeOf(unit);
    if (header & 0x80) return 'damaged';
    if (type === pictureSet) return 'parameter-set';
    if (type !== slice && type !== keySlice) return 'other';
    // A key frame is a reference.
    if (type === keySlice && !(header & 0x60)) return 'damaged';
    const bits = new BitReader(headerOf(unit, 1));
    const [firstBlock, sliceType, id] = [bits.golomb(), bits.golomb(), bits.golomb()];
    const isReadable =
      !bits.isOver &&
      (isFirst ? firstBlock === 0 : firstBlock < mostBlocks) &&
      sliceType < mostSliceTypes &&
      (type === slice || isIntra(sliceType)) &&
      this.#pictureSets.has(id);
    if (isReadable && isBidirectional(sliceType)) this.#hasBidirectional = true;
    return isReadable ? 'slice' : 'damaged';
  }

  /** Without pictures in both directions, a decoder takes the one before in the place of one that is missing. */
  isNeeded([header = 0]: Buffer) {
    return this.#hasBidirectional && (header & 0x60) !== 0;
  }
}

const typeOf = (unit: Buffer) => (unit[0] ?? 0) & 0x1f;
