/** What fails again and again has to wait: longer each time, in memory. */
const [shortestMs, longestMs] = [1_000, 30_000];

export class Backoff {
  readonly #now: () => number;
  readonly #failures = new Map<string, { pauseMs: number; untilMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isWaiting(name: string): boolean {
    return this.#now() < (this.#failures.get(name)?.untilMs ?? 0);
  }

  failed(name: string) {
    const before = this.#failures.get(name)?.pauseMs ?? shortestMs / 2;
    const pauseMs = Math.min(longestMs, 2 * before);
    this.#failures.set(name, { pauseMs, untilMs: this.#now() + pauseMs });
  }

  succeeded(name: string) {
    this.#failures.delete(name);
  }
}
