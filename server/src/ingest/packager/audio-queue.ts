/**
 * The sound of a broadcast: a track without holes. Frames wait here for their part. Time is counted in samples, because
 * timestamps of milliseconds would make the sound crackle; only a difference that people would notice moves the count.
 * Where no sound comes, silent frames of the same format fill the track: players stand still at the end of any track.
 */
import type { AacConfig } from './aac.ts';
import type { Run } from './fmp4-writer.ts';

const toleratedMs = 60;
/** Audio without video goes nowhere: no more than this waits for it. A picture of a film may last for minutes in silence. */
const [maxWaiting, maxSilence] = [1_000, 60_000];
/** No frame of AAC is longer, with eight channels (ISO/IEC 14496-3, 4.5.1.1). */
const maxFrameBytes = (8 * 6144) / 8;

export class AudioQueue {
  readonly config: AacConfig;
  /** Where the next frame begins that `takeUntil` returns, in samples. */
  #taken: number;
  #frames: Buffer[] = [];
  readonly #lostAfterMs: number;
  /** The next frame follows the last one; otherwise it goes where its time says. */
  #isCounted = false;
  /** The time of the picture when sound came last, and how far the sound was behind it. */
  #heard: { atMs: number; lagMs: number } | undefined;

  /**
   * @param startMs the track begins here, with silence if need be.
   * @param lostAfterMs sound that has not come for so long is not awaited.
   */
  constructor(config: AacConfig, startMs: number, lostAfterMs: number) {
    this.config = config;
    this.#taken = Math.round(this.#samplesOf(startMs));
    this.#lostAfterMs = lostAfterMs;
  }

  /** @param pictureMs the time of the newest picture. */
  push(ms: number, bytes: Buffer, pictureMs: number) {
    if (bytes.length === 0 || bytes.length > maxFrameBytes) return;
    const { frameSamples, silence } = this.config;
    const missing = this.#samplesOf(ms) - this.#end;
    const tolerated = this.#isCounted ? this.#samplesOf(toleratedMs) : frameSamples / 2;
    // The count never runs back: sound from the past is dropped.
    this.#isCounted = missing >= -tolerated;
    if (this.#isCounted) {
      if (missing > tolerated) this.#add(silence, Math.round(missing / frameSamples), maxWaiting);
      this.#add(bytes, 1, maxWaiting);
    }
    this.#heard = { atMs: pictureMs, lagMs: Math.max(0, pictureMs - this.#msOf(this.#end)) };
  }

  /** Whether much of the sound before this time is still on its way. @param pictureMs the time of the newest picture. */
  isAwaited(ms: number, pictureMs: number): boolean {
    return !this.#isLost(pictureMs) && this.#msOf(this.#end) < ms - this.#lostAfterMs;
  }

  /**
   * Takes the frames that begin before this time; silence is in the place of sound that no longer comes.
   * @param pictureMs the time of the newest picture. @param isLast nothing comes after it in this track: it is filled to its end.
   */
  takeUntil(ms: number, { pictureMs = ms, isLast = false } = {}): Run {
    const { frameSamples, silence } = this.config;
    if (isLast || this.#isLost(pictureMs)) {
      // As far behind the picture as the sound was, so that nothing of it is dropped when it comes back.
      const filledMs = isLast ? ms : ms - Math.min(this.#heard?.lagMs ?? 0, this.#lostAfterMs);
      this.#isCounted = false;
      this.#add(silence, Math.round((this.#samplesOf(filledMs) - this.#end) / frameSamples), maxSilence);
    }
    const count = Math.max(0, Math.ceil((this.#samplesOf(ms) - this.#taken) / frameSamples));
    const decodeTime = this.#taken;
    const samples = this.#frames.splice(0, count).map((bytes) => ({
      bytes,
      compositionOffset: 0,
      isKey: true,
      duration: frameSamples,
    }));
    this.#taken += samples.length * frameSamples;
    return { decodeTime, samples };
  }

  #isLost(pictureMs: number): boolean {
    return this.#heard === undefined || pictureMs - this.#heard.atMs > this.#lostAfterMs;
  }

  get #end(): number {
    return this.#taken + this.#frames.length * this.config.frameSamples;
  }

  #add(bytes: Buffer, count: number, most: number) {
    for (let index = 0; index < count && this.#frames.length < most; index += 1) this.#frames.push(bytes);
  }

  #samplesOf(ms: number): number {
    return (ms * this.config.sampleRate) / 1000;
  }

  #msOf(samples: number): number {
    return (samples * 1000) / this.config.sampleRate;
  }
}
