/** The middle of a sequence parameter set of HEVC (H.265, 7.3.2.2.1), which has to be read to find what stands behind it. */
import type { BitReader } from './bit-reader.ts';

/** H.265, 7.4.3.2.1 and 7.4.8. */
const [maxSets, maxPictures] = [64, 16];

/** @param bits behind the conformance window; they stand before `vui_parameters_present_flag` then. */
export function skipToUsability(bits: BitReader, subLayers: number) {
  golombs(bits, 2);
  const orderBits = bits.golomb() + 4;
  golombs(bits, 3 * (bits.read(1) ? subLayers + 1 : 1));
  golombs(bits, 6);
  if (bits.read(1) && bits.read(1)) skipScalingLists(bits);
  bits.skip(2);
  if (bits.read(1)) {
    bits.skip(8);
    golombs(bits, 2);
    bits.skip(1);
  }
  skipReferenceSets(bits, bits.golomb());
  if (bits.read(1)) {
    const count = Math.min(bits.golomb(), 32);
    bits.skip(count * (orderBits + 1));
  }
  bits.skip(2);
}

function skipScalingLists(bits: BitReader) {
  for (let size = 0; size < 4; size += 1) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (bits.read(1)) golombs(bits, Math.min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0));
      else bits.golomb();
    }
  }
}

/** H.265, 7.3.7: a set may be told by its difference to the one before. */
function skipReferenceSets(bits: BitReader, count: number) {
  let pictures = 0;
  for (let set = 0; set < Math.min(count, maxSets) && !bits.isOver; set += 1) {
    if (set > 0 && bits.read(1)) {
      bits.skip(1);
      bits.golomb();
      let kept = 0;
      for (let picture = 0; picture <= pictures; picture += 1) if (bits.read(1) || bits.read(1)) kept += 1;
      pictures = Math.min(kept, maxPictures);
    } else {
      pictures = Math.min(bits.golomb() + bits.golomb(), maxPictures);
      for (let picture = 0; picture < pictures; picture += 1) {
        bits.golomb();
        bits.skip(1);
      }
    }
  }
}

function golombs(bits: BitReader, count: number) {
  for (let index = 0; index < count && !bits.isOver; index += 1) bits.golomb();
}
