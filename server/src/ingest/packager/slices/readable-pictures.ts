/**
 * Leaves out pictures whose slice headers no decoder can read (docs/product.md, 28.44): a player ends at one, while it
 * conceals one that is missing. What is damaged behind the header passes, because decoders conceal that too.
 */
import type { VideoConfig, VideoFourCc } from '../video-config.ts';
import { H264Slices } from './h264-slices.ts';
import { HevcSlices } from './hevc-slices.ts';
import type { SliceReader } from './slice-reader.ts';

const readers: Partial<Record<VideoFourCc, new () => SliceReader>> = { avc1: H264Slices, hvc1: HevcSlices };

/** A longer wait for the next key frame would be worse than pictures with traces of the missing one. */
const longestWaitMs = 3000;

export class ReadablePictures {
  #entry: VideoFourCc | undefined;
  #reader: SliceReader | undefined;
  /** The time of the last key frame, and between it and the one before. */
  #keyMs: number | undefined;
  #keyDistanceMs = Number.POSITIVE_INFINITY;
  /** What comes now refers to a picture that was left out. */
  #waitsForKey = false;

  /** Encoders repeat their configuration, or change it. */
  configure({ entry, parameterSets }: Pick<VideoConfig, 'entry' | 'parameterSets'>) {
    const Reader = readers[entry];
    if (this.#entry !== entry) this.#reader = Reader && new Reader();
    this.#entry = entry;
    for (const set of unitsOf(parameterSets) ?? []) this.#reader?.onParameterSet(set);
  }

  /** @returns false for a picture to leave out. */
  take({ nalUnits, isKey, ms }: { nalUnits: Buffer; isKey: boolean; ms: number }): boolean {
    const reader = this.#reader;
    if (reader === undefined) return true;
    if (isKey) this.#onKey(ms);
    const units = unitsOf(nalUnits);
    if (units === undefined || !isReadable(reader, units)) {
      const isNeeded = units?.some((unit) => reader.isNeeded(unit)) ?? true;
      this.#waitsForKey ||= isKey || (isNeeded && this.#keyDistanceMs <= longestWaitMs);
      return false;
    }
    if (isKey) this.#waitsForKey = false;
    return !this.#waitsForKey;
  }

  #onKey(ms: number) {
    if (this.#keyMs !== undefined) this.#keyDistanceMs = ms - this.#keyMs;
    this.#keyMs = ms;
  }
}

function isReadable(reader: SliceReader, units: readonly Buffer[]): boolean {
  let isFirst = true;
  for (const unit of units) {
    const kind = reader.kindOf(unit, isFirst);
    if (kind === 'damaged') return false;
    if (kind === 'slice') isFirst = false;
    // The slices behind them refer to these.
    if (kind === 'parameter-set') reader.onParameterSet(unit);
  }
  return true;
}

/** @returns undefined when the lengths do not fill the sample. */
function unitsOf(sample: Buffer): Buffer[] | undefined {
  const units: Buffer[] = [];
  let at = 0;
  while (at + 4 <= sample.length) {
    const end = at + 4 + sample.readUInt32BE(at);
    if (end > at + 4) units.push(sample.subarray(at + 4, end));
    at = end;
  }
  return at === sample.length ? units : undefined;
}
