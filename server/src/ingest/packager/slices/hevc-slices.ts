/** The begin of a slice header of HEVC (ITU-T H.265, 7.3.1.2, 7.3.2.3 and 7.3.6.1). */
import { BitReader } from '../bit-reader.ts';
import { headerOf, type SliceReader } from './slice-reader.ts';

/** Types of units: those of key frames, the first that is no picture, and the set of a picture's parameters. */
const [firstKey, lastKey, firstOther, pictureSet] = [16, 23, 32, 34];
/** Between the pictures of table 7-1 and its key frames, and behind them, nothing is defined yet. */
const isSlice = (type: number) => type <= 9 || (type >= firstKey && type <= 21);
const isKeySlice = (type: number) => type >= firstKey && type <= lastKey;
const [mostPictureSets, mostSequenceSets] = [64, 16];
const [intra, mostSliceTypes] = [2, 3];

export class HevcSlices implements SliceReader {
  /** How many bits stand before the type of a slice, by the number of the set. */
  readonly #extraBits = new Map<number, number>();

  onParameterSet(unit: Buffer) {
    if (typeOf(unit) !== pictureSet) return;
    const bits = new BitReader(headerOf(unit, 2));
    const [id, sequence] = [bits.golomb(), bits.golomb()];
    bits.skip(2);
    const extra = bits.read(3);
    if (id < mostPictureSets && sequence < mostSequenceSets && !bits.isOver) this.#extraBits.set(id, extra);
  }

  kindOf(unit: Buffer, isFirst: boolean) {
    const [header = 0, layer = 0] = unit;
    const type = typeOf(unit);
    if (header & 0x80 || (layer & 7) === 0) return 'damaged';
    // Players show the first layer alone.
    if (header & 1 || layer >> 3) return 'other';
    if (type === pictureSet) return 'parameter-set';
    if (!isSlice(type)) return 'other';
    return this.#isReadable(new BitReader(headerOf(unit, 2)), isKeySlice(type), isFirst)
      ? 'slice'
      : 'damaged';
  }

  #isReadable(bits: BitReader, isKey: boolean, isFirst: boolean): boolean {
    const isFirstOfPicture = bits.read(1) === 1;
    if (isKey) bits.skip(1);
    const extra = this.#extraBits.get(bits.golomb());
    if (extra === undefined || bits.isOver || (isFirst && !isFirstOfPicture)) return false;
    // Where another slice begins depends on the size of the picture.
    if (!isFirstOfPicture) return true;
    bits.skip(extra);
    const sliceType = bits.golomb();
    return !bits.isOver && (isKey ? sliceType === intra : sliceType < mostSliceTypes);
  }

  /** Table 7-1: the even types below 16 are referred to by no picture of their layer. */
  isNeeded(unit: Buffer) {
    const type = typeOf(unit);
    return type < firstOther && (type >= firstKey || type % 2 === 1);
  }
}

const typeOf = (unit: Buffer) => ((unit[0] ?? 0) >> 1) & 0x3f;
