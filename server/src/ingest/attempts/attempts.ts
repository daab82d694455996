/**
 * Writes down which encoders were turned away, and why. What is alike becomes one row with a count. Strangers must not fill the
 * database with it: each stream, and all attempts without a stream together, begin a few rows a minute; the rest is counted
 * in rows without network and program.
 */
import type { Db } from '../../db/database.ts';
import type { Attempt } from '../door/refusal.ts';
import { printable } from '../printable.ts';
import { type NewAttempt, saveAttempt } from './attempt.repository.ts';
import { shownNetwork } from './shown-network.ts';

interface Options {
  db: Db;
  now: () => Date;
  onError: (error: unknown) => void;
}

/** The desk shows the first one at once. */
const [firstMs, nextMs] = [200, 2_000];
const windowMs = 60_000;
/** That begin a row, of one stream in a minute. */
const mostKinds = 20;
/** Texts of encoders go into the database and onto pages. */
const maxTextLength = 80;

export class Attempts implements AsyncDisposable {
  readonly #options: Options;
  readonly #pending = new Map<string, NewAttempt>();
  /** What has begun a row in this minute, by stream. */
  readonly #kinds = new Map<string, Set<string>>();
  #windowEndsMs = 0;
  #flushedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Never throws, and waits for nothing. */
  note(attempt: Attempt) {
    const kind = this.#kindOf(attempt);
    const key = JSON.stringify(Object.values(kind));
    const at = this.#options.now().toISOString();
    const count = (this.#pending.get(key)?.count ?? 0) + 1;
    this.#pending.set(key, { ...kind, at, count });
    const waitMs = Math.max(firstMs, this.#flushedAtMs + nextMs - performance.now());
    this.#timer ??= setTimeout(() => this.#flush(), waitMs).unref();
  }

  async [Symbol.asyncDispose]() {
    clearTimeout(this.#timer);
    this.#flush();
    await this.#flushing;
  }

  #kindOf({ ingestId, remote, protocol, program, refusal, detail }: Attempt) {
    const kind = {
      ingestId: ingestId ?? null,
      network: shownNetwork(remote),
      protocol,
      program: shown(program),
      refusal,
      detail: shown(detail),
    };
    const nowMs = performance.now();
    if (nowMs >= this.#windowEndsMs) {
      this.#kinds.clear();
      this.#windowEndsMs = nowMs + windowMs;
    }
    const kinds = this.#kinds.get(ingestId ?? '') ?? new Set();
    this.#kinds.set(ingestId ?? '', kinds);
    const key = JSON.stringify(Object.values(kind));
    if (kinds.has(key)) return kind;
    if (kinds.size >= mostKinds) return { ...kind, network: null, program: null, detail: null };
    kinds.add(key);
    return kind;
  }

  #flush() {
    this.#timer = undefined;
    this.#flushedAtMs = performance.now();
    const attempts = [...this.#pending.values()];
    this.#pending.clear();
    const { db, onError } = this.#options;
    this.#flushing = this.#flushing.then(async () => {
      for (const attempt of attempts) await saveAttempt(db, attempt).catch(onError);
    });
  }
}

function shown(text: string | undefined): string | null {
  const clean = text && printable(text);
  return clean?.slice(0, maxTextLength).trim() || null;
}
