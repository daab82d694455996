/**
 * Pictures of a film that have no bytes: cameras write them for frames that they dropped. Mostly nothing refers to them, and
 * the one before stands for a moment longer. Where others do, as the numbers of frames tell, a repeated picture takes the place.
 */
import { unitsIn } from '../packager/nal-units.ts';
import type { TimedSample } from './edited-samples.ts';
import {
  readSliceFormat,
  readSliceHeader,
  repeatedPicture,
  type SliceFormat,
  type SliceHeader,
} from './repeated-picture.ts';

interface Shown {
  order: number;
  shownMs: number;
}

/** H.264, A.3.1. */
const mostReferences = 16;

export class LostPictures {
  readonly #format: SliceFormat | undefined;
  #lost: TimedSample[] = [];
  /** The last reference: its number, and its order without the wrap. */
  #reference: (Shown & { frameNumber: number }) | undefined;
  #keyMs = 0;

  /** @param parameterSets of H.264, as they stand in a sample. */
  constructor(parameterSets: Buffer) {
    const sets = [...unitsIn(parameterSets)];
    const [sequence, picture] = [7, 8].map((type) => sets.find((unit) => ((unit[0] ?? 0) & 0x1f) === type));
    this.#format = sequence && picture && readSliceFormat(sequence, picture);
  }

  add(lost: TimedSample) {
    this.#lost.push(lost);
  }

  /** @returns what has to be sent before this picture. */
  before({ ms, compositionMs }: TimedSample, sample: Buffer): Array<{ timed: TimedSample; sample: Buffer }> {
    const format = this.#format;
    const slice = sliceOf(sample);
    const lost = this.#lost.splice(0);
    if (format === undefined || slice === undefined) return [];
    const header = readSliceHeader(slice, format);
    const shown = { order: this.#orderOf(header, format), shownMs: ms + compositionMs };
    const missing = header.isIdr ? [] : this.#missing(lost, header, { format, shown });
    if (header.isIdr) this.#keyMs = shown.shownMs;
    if (header.isReference) this.#reference = { ...shown, frameNumber: header.frameNumber };
    return missing;
  }

  /** H.264, 7.4.3: the number of a frame is one above that of the reference before it. */
  #missing(
    lost: TimedSample[],
    { frameNumber }: SliceHeader,
    { format, shown }: { format: SliceFormat; shown: Shown },
  ) {
    const before = this.#reference;
    if (before === undefined || lost.length === 0) return [];
    const numbers = 2 ** format.frameNumberBits;
    const count = (frameNumber - before.frameNumber - 1 + 2 * numbers) % numbers;
    if (count > Math.min(lost.length, mostReferences)) return [];
    // The order of pictures grows with the time at which they are shown.
    const known = before.order !== 0 ? before : shown;
    const rate = known.order / (known.shownMs - this.#keyMs || 1);
    return lost.slice(0, count).map((timed, index) => {
      const order = Math.round(rate * (timed.ms + timed.compositionMs - this.#keyMs));
      const size = 2 ** (format.orderBits ?? 0);
      const place = {
        frameNumber: (before.frameNumber + 1 + index) % numbers,
        order: ((order % size) + size) % size,
      };
      return { timed, sample: repeatedPicture(format, place) };
    });
  }

  /** H.264, 8.2.1.1. */
  #orderOf({ isIdr, order }: SliceHeader, { orderBits = 0 }: SliceFormat): number {
    if (isIdr) return order;
    const size = 2 ** orderBits;
    const around = this.#reference?.order ?? 0;
    return order + size * Math.round((around - order) / size);
  }
}

function sliceOf(sample: Buffer): Buffer | undefined {
  for (const unit of unitsIn(sample)) if ([1, 5].includes((unit[0] ?? 0) & 0x1f)) return unit;
  return undefined;
}
