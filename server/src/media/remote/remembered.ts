/**
 * Answers of an outside system: one request serves all callers that wait. Kept while fresh, and longer while the system is away.
 * A refusal is kept as well, so that ten thousand viewers who wait for a picture ask once a second together.
 */
interface Entry<T> {
  answer: T | undefined;
  answeredMs: number;
  failure: unknown;
  failedMs: number;
  loading: Promise<T> | undefined;
}

export interface RememberOptions<T> {
  load: (key: string) => Promise<T>;
  freshMs: (answer: T) => number;
  /** How old an answer may be while the system is away. */
  oldestMs: (answer: T) => number;
  /** Whether the failure says that the system is away; any other one ends the answer. */
  isAway: (error: unknown) => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

const failureMs = 1_000;
const mostEntries = 1_000;

export class Remembered<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #options: RememberOptions<T>;

  constructor(options: RememberOptions<T>) {
    this.#options = options;
  }

  /** @throws what `load` throws. */
  async get(key: string): Promise<T> {
    const { freshMs, oldestMs, isAway, now } = this.#options;
    const entry = this.#entries.get(key) ?? this.#add(key);
    const { answer, answeredMs } = entry;
    if (answer !== undefined && now() - answeredMs < freshMs(answer)) return answer;
    try {
      if (entry.failure !== undefined && now() - entry.failedMs < failureMs) throw entry.failure;
      entry.loading ??= this.#load(key, entry);
      return await entry.loading;
    } catch (error) {
      if (answer !== undefined && isAway(error) && now() - answeredMs < oldestMs(answer)) return answer;
      throw error;
    }
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  async #load(key: string, entry: Entry<T>): Promise<T> {
    const { load, now } = this.#options;
    const askedMs = now();
    try {
      const answer = await load(key);
      Object.assign(entry, { answer, answeredMs: askedMs, failure: undefined });
      return answer;
    } catch (error) {
      Object.assign(entry, { failure: error, failedMs: now() });
      throw error;
    } finally {
      entry.loading = undefined;
    }
  }

  #add(key: string): Entry<T> {
    // The oldest goes first; it is asked for again if somebody still watches it.
    if (this.#entries.size >= mostEntries) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    const entry = { answer: undefined, answeredMs: 0, failure: undefined, failedMs: 0, loading: undefined };
    this.#entries.set(key, entry);
    return entry;
  }
}
