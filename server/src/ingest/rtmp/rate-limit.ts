/** Slows down what is faster than any encoder should be, so that a feed cannot fill the memory of the server. */

/** Twice the bitrate of a good picture in 4K. */
const bytesPerSecond = 50_000_000 / 8;
/** An encoder that was held up sends the seconds that it has kept. */
const burstBytes = 4 * bytesPerSecond;

export class RateLimit {
  readonly #now: () => number;
  #spent = 0;
  #atMs: number;

  /** @param now milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#atMs = now();
  }

  /** @returns the milliseconds for which nothing more should be read. */
  take(bytes: number): number {
    const nowMs = this.#now();
    this.#spent = Math.max(0, this.#spent - ((nowMs - this.#atMs) * bytesPerSecond) / 1000) + bytes;
    this.#atMs = nowMs;
    return Math.max(0, ((this.#spent - burstBytes) * 1000) / bytesPerSecond);
  }
}
