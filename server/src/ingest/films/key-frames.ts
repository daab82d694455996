/** At which pictures of a film a segment may begin, as the pictures themselves say. */
import { configAt } from '../packager/read-video-config.ts';
import type { VideoConfig } from '../packager/video-config.ts';
import type { TimedSample } from './edited-samples.ts';
import { FilmError } from './film-error.ts';

/** A player loads and decodes as much to show one picture; phones hold no more in memory. */
const [longestMs, mostBytes] = [120_000, 64 * 1024 * 1024];

export class KeyFrames {
  config: VideoConfig;
  /** When the last one is decoded and shown, and whether the ones behind it may need what came before. */
  #last: { ms: number; shownMs: number; isOpen: boolean } | undefined;
  #bytes = 0;

  constructor(config: VideoConfig) {
    this.config = config;
  }

  /** For each picture. @throws FilmError for a film in which players cannot seek. */
  isOne({ sample, ms, compositionMs, isHidden }: TimedSample, nalUnits: Buffer): boolean {
    const shownMs = ms + compositionMs;
    // A picture from before the key frame that comes after it needs what came before: a seek ends in an error.
    const isBefore = this.#last?.isOpen && !isHidden && shownMs < this.#last.shownMs;
    // The packager leaves it out when nothing refers to it.
    if (isBefore && this.config.kindOf(nalUnits) !== 'disposable') throw new FilmError('open-gop');
    const kind = sample.isKey ? this.config.kindOf(nalUnits) : 'other';
    if (kind === 'refresh') throw new FilmError('open-gop', 'Its pictures are refreshed bit by bit');
    const isKey = kind === 'start' || kind === 'recovery-point';
    if (isKey) {
      this.#follow(nalUnits);
      this.#last = { ms, shownMs, isOpen: kind === 'recovery-point' };
      this.#bytes = 0;
    }
    this.#bytes += nalUnits.length;
    if (this.#last && (ms - this.#last.ms > longestMs || this.#bytes > mostBytes))
      throw new FilmError('key-frames-rare');
    return isKey;
  }

  #follow(nalUnits: Buffer) {
    const config = configAt(this.config, nalUnits);
    if (this.#last && config !== this.config) throw new FilmError('damaged', 'The film changes its format');
    this.config = config;
  }
}
