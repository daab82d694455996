/**
 * The audio frames that wait for their part. Time is counted in samples, because timestamps of milliseconds would make
 * the sound crackle; only a difference that people would notice moves the count.
 */
import { aacFrameSamples } from './aac.ts';
import type { Run } from './fmp4-writer.ts';

const toleratedMs = 60;
/** Audio without video goes nowhere: no more than this waits for it. */
const maxWaiting = 1_000;
/** No frame of AAC is longer, with eight channels (ISO/IEC 14496-3, 4.5.1.1). */
const maxFrameBytes = (8 * 6144) / 8;

export class AudioQueue {
  readonly #sampleRate: number;
  #next: number | undefined;
  #frames: Array<{ time: number; bytes: Buffer }> = [];

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  push(ms: number, bytes: Buffer) {
    if (bytes.length > maxFrameBytes) return;
    const heard = Math.round((ms * this.#sampleRate) / 1000);
    const tolerated = (toleratedMs * this.#sampleRate) / 1000;
    const difference = this.#next === undefined ? tolerated + 1 : heard - this.#next;
    // The count never runs back: sound from the past is dropped.
    if (this.#next !== undefined && difference < -tolerated) return;
    const time = difference > tolerated ? heard : (this.#next ?? heard);
    this.#frames.push({ time, bytes });
    if (this.#frames.length > maxWaiting) this.#frames.shift();
    this.#next = time + aacFrameSamples;
  }

  /** Takes the frames that begin before this time. */
  takeUntil(ms: number): Run {
    const end = (ms * this.#sampleRate) / 1000;
    const index = this.#frames.findIndex(({ time }) => time >= end);
    const taken = this.#frames.splice(0, index < 0 ? this.#frames.length : index);
    const samples = taken.map(({ time, bytes }, at) => ({
      bytes,
      compositionOffset: 0,
      isKey: true,
      duration: (taken[at + 1]?.time ?? time + aacFrameSamples) - time,
    }));
    return { decodeTime: taken[0]?.time ?? 0, samples };
  }
}
