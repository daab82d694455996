/**
 * Measures how fast the clock of an encoder runs. Frames themselves say how long they last, those of sound by their samples. A
 * network that is slow delays them; a clock that is slow says less of each than it lasts.
 */

/** Of sound, four seconds: timestamps are rounded to milliseconds. */
const framesMeasured = 200;
/** Frames that were left out, and pauses, say nothing. */
const [shortest, longest] = [0.7, 1.3];
/** What the count of samples evens out. */
const tolerated = 0.01;

export class MediaClock {
  #timestamp: number | undefined;
  #frames = 0;
  #timestampMs = 0;
  #mediaMs = 0;
  #wallMs = 0;
  #lastWallMs = 0;
  /** Milliseconds of media in a millisecond of timestamps. */
  rate = 1;

  /**
   * @param nominalMs how long a frame lasts. @param isDeclared only the encoder says so: its frames must come just as fast.
   */
  add(
    timestamp: number,
    { nominalMs, wallMs, isDeclared }: { nominalMs: number; wallMs: number; isDeclared: boolean },
  ) {
    const step = this.#timestamp === undefined ? 0 : (timestamp - this.#timestamp) | 0;
    const passedMs = wallMs - this.#lastWallMs;
    this.#timestamp = timestamp;
    this.#lastWallMs = wallMs;
    if (step < shortest * nominalMs || step > longest * nominalMs) return;
    this.#frames += 1;
    this.#timestampMs += step;
    this.#mediaMs += nominalMs;
    this.#wallMs += passedMs;
    if (this.#frames < framesMeasured) return;
    const [byMedia, byWall] = [this.#mediaMs / this.#timestampMs, this.#wallMs / this.#timestampMs];
    if (Math.abs(byMedia - 1) < tolerated) this.rate = 1;
    else if (isDeclared ? Math.abs(byMedia - byWall) < 2 * tolerated : (byWall - 1) / (byMedia - 1) > 0.5)
      this.rate = byMedia;
    [this.#frames, this.#timestampMs, this.#mediaMs, this.#wallMs] = [0, 0, 0, 0];
  }
}
