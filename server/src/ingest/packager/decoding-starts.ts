/**
 * Finds the pictures of a feed from which decoding can begin, by what they are: encoders mark others as key frames too. A
 * recovery point is one of them; with pictures behind it that are shown before it (open GOP), browsers fail there. Those are
 * left out where nothing refers to them.
 */
import type { KeyFrameProblem } from '../ingest.tables.ts';
import type { VideoConfig } from './video-config.ts';

export type Taken = 'start' | 'left-out' | 'other';

interface Picture {
  ms: number;
  compositionMs: number;
  /** As the encoder marks it. */
  isKey: boolean;
  nalUnits: Buffer;
}

/** A problem is named for so long after it was seen. */
const memoryMs = 30_000;
/** Viewers can join well enough when a real start comes this often. */
const mostBetweenMs = 6_000;

export class DecodingStarts {
  #latestMs = 0;
  #startMs: number | undefined;
  #refreshMs: number | undefined;
  #openMs: number | undefined;
  /** When the last recovery point is shown; undefined: the last start was another, or pictures refer to what comes before it. */
  #openFromMs: number | undefined;

  /** For each picture, in the order of decoding. */
  take(config: VideoConfig, { ms, compositionMs, isKey, nalUnits }: Picture): Taken {
    const kind = config.kindOf(nalUnits);
    const shownMs = ms + compositionMs;
    this.#latestMs = ms;
    const isStart = isKey && (kind === 'start' || kind === 'recovery-point');
    if (!isStart && this.#openFromMs !== undefined && shownMs < this.#openFromMs) {
      this.#openMs = ms;
      if (kind !== 'disposable') this.#openFromMs = undefined;
      else return 'left-out';
    }
    if (kind === 'refresh') this.#refreshMs = ms;
    if (isStart) {
      this.#startMs = ms;
      this.#openFromMs = kind === 'start' ? undefined : shownMs;
    } else if (isKey && kind !== 'refresh' && this.#isLongAgo) this.#openMs = ms;
    return isStart ? 'start' : 'other';
  }

  get problem(): KeyFrameProblem | null {
    const isRecent = (ms: number | undefined) => ms !== undefined && this.#latestMs - ms < memoryMs;
    if (isRecent(this.#openMs)) return 'open-gop';
    return isRecent(this.#refreshMs) && this.#isLongAgo ? 'intra-refresh' : null;
  }

  get #isLongAgo(): boolean {
    return this.#startMs === undefined || this.#latestMs - this.#startMs > mostBetweenMs;
  }
}
