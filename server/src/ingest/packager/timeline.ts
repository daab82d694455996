/**
 * Places the timestamps of an encoder on the time of the stream: milliseconds since its first frame, by the wall clock,
 * over all reconnects. It never runs back. A step that no feed makes is a jump: the time goes on where the wall clock is,
 * whatever the encoder says.
 */

/** More than a buffered encoder catches up with; a feed that is silent for this long is interrupted. */
const longestStepMs = 3_000;
/** Where the time goes on after a jump, at least. */
const jumpMs = 40;

export class Timeline {
  #timestamp: number | undefined;
  /** The place of `#timestamp`. */
  #place: number;
  #latest: number;
  jumps = 0;

  /** @param startMs the place of the first timestamp. */
  constructor(startMs: number) {
    this.#place = startMs;
    this.#latest = startMs;
  }

  get latestMs(): number {
    return this.#latest;
  }

  /** @param wallMs the time of the stream by the wall clock. */
  place(timestamp: number, wallMs: number): { ms: number; isJump: boolean } {
    // As signed 32 bits, so that the wrap after 49 days is a step like any other.
    const step = this.#timestamp === undefined ? 0 : (timestamp - this.#timestamp) | 0;
    const isJump = Math.abs(step) > longestStepMs;
    if (isJump) this.jumps += 1;
    this.#place = isJump ? Math.max(this.#latest + jumpMs, wallMs) : this.#place + step;
    this.#timestamp = timestamp;
    this.#latest = Math.max(this.#latest, this.#place);
    return { ms: this.#place, isJump };
  }
}
