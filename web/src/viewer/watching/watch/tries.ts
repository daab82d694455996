/** The tries of a watch to get a picture: one at a time, or a timer that leads to the next. */
export class Tries {
  #current = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last one began, in milliseconds since 1970. */
  startedAt = 0;

  /** Aborts when what the last try has led to is over. */
  get signal() {
    return this.#current.signal;
  }

  /** @returns a signal that aborts when the outcome of this try is of no use any more. */
  start(): AbortSignal {
    this.cancel();
    this.startedAt = Date.now();
    return this.signal;
  }

  startAfter(ms: number, start: () => void) {
    this.#timer = setTimeout(start, ms);
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#current.abort();
    this.#current = new AbortController();
  }
}
