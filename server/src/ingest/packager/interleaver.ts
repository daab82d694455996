/**
 * Writes parts in their order, each with the sound of its time. Sound that an encoder sends later than its picture is awaited for as
 * long as it comes; players stand still where a track ends, and what is late for all of them is only latency.
 */
import type { AudioQueue } from './audio-queue.ts';
import { fragment, type Run } from './fmp4-writer.ts';

export interface Part {
  kind: 'part';
  bytes: Buffer;
  seconds: number;
  isIndependent: boolean;
}

interface WaitingPart {
  kind: 'waiting-part';
  audio: AudioQueue;
  video: Run;
  endMs: number;
  seconds: number;
  /** Nothing comes after it in these tracks. */
  isLast: boolean;
}

/** What waits at most, some seconds of a fat feed. */
const maxWaitingBytes = 48 * 1024 * 1024;

/** What is not a part keeps its place among them. */
export class Interleaver<Other extends { kind: 'init' | 'segment' }> {
  readonly #emit: (event: Part | Other) => void;
  #waiting: Array<WaitingPart | Other> = [];
  #bytes = 0;
  #sequence = 0;

  constructor(emit: (event: Part | Other) => void) {
    this.#emit = emit;
  }

  /** @param pictureMs the time of the newest picture. */
  add(entry: Omit<WaitingPart, 'kind'> | Other, pictureMs: number) {
    if ('kind' in entry) this.#waiting.push(entry);
    else {
      this.#bytes += sizeOf(entry);
      this.#waiting.push({ kind: 'waiting-part', ...entry });
      // What comes behind it has another format: this one gets no more.
      if (entry.isLast) return this.finish(pictureMs);
    }
    this.drain(pictureMs);
  }

  /** Writes what is ready. */
  drain(pictureMs: number) {
    this.#write(
      pictureMs,
      ({ audio, endMs }) => this.#bytes < maxWaitingBytes && audio.isAwaited(endMs, pictureMs),
    );
  }

  /** Writes all of it. */
  finish(pictureMs: number) {
    this.#write(pictureMs, () => false);
  }

  #write(pictureMs: number, isAwaited: (part: WaitingPart) => boolean) {
    for (;;) {
      const [entry] = this.#waiting;
      if (entry === undefined || (entry.kind === 'waiting-part' && isAwaited(entry))) return;
      this.#waiting.shift();
      if (entry.kind === 'waiting-part') this.#writePart(entry, pictureMs);
      else this.#emit(entry);
    }
  }

  #writePart(part: WaitingPart, pictureMs: number) {
    const { audio, video, endMs, seconds, isLast } = part;
    this.#bytes -= sizeOf(part);
    this.#sequence += 1;
    const bytes = fragment(this.#sequence, video, audio.takeUntil(endMs, { pictureMs, isLast }));
    this.#emit({ kind: 'part', bytes, seconds, isIndependent: video.samples[0]?.isKey ?? false });
  }
}

function sizeOf({ video }: Pick<WaitingPart, 'video'>): number {
  return video.samples.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
