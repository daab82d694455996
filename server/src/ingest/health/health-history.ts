/**
 * The last minutes of a feed in equal steps, for the charts of organisers. It is held by the server that has the encoder,
 * and written with its heartbeat, so that every server can show it.
 */
import type { HealthHistory } from '../ingest.tables.ts';

export const historyStepSeconds = 5;
/** Five minutes. */
const mostSteps = 60;
const stepMs = historyStepSeconds * 1_000;

export interface Sample {
  bitsPerSecond: number;
  framesPerSecond: number;
  behindSeconds: number;
}

export class HealthRecorder {
  #steps: Array<Sample | null> = [];
  /** The number of the step that is going on. */
  #step: number | undefined;
  /** The same object until a step ends, so that only new ones need to be written. */
  history: HealthHistory | null = null;

  /** @param read the feed over a step that has just ended; undefined: no encoder is connected. */
  tick(nowMs: number, read: () => Sample | undefined): void {
    const step = Math.floor(nowMs / stepMs);
    const before = this.#step ?? step;
    this.#step = step;
    if (step <= before) return;
    // What nobody has measured, because the process stood still, is a gap.
    const missed = Math.min(step - before - 1, mostSteps);
    this.#steps.push(...Array<null>(missed).fill(null), read() ?? null);
    if (this.#steps.length > mostSteps) this.#steps.splice(0, this.#steps.length - mostSteps);
    this.history = this.#describe(step);
  }

  #describe(step: number): HealthHistory {
    const each = (of: (sample: Sample) => number) => this.#steps.map((sample) => sample && of(sample));
    return {
      until: new Date(step * stepMs).toISOString(),
      stepSeconds: historyStepSeconds,
      bitsPerSecond: each((sample) => sample.bitsPerSecond),
      framesPerSecond: each((sample) => sample.framesPerSecond),
      behindSeconds: each((sample) => sample.behindSeconds),
    };
  }
}
