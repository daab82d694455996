/**
 * One channel for each subject that somebody follows. Its state is read once when the first stream opens and once per
 * change, so a stream costs no statement. Without streams it is forgotten.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Channel } from './channel.ts';
import type { EventFrame } from './event-frame.ts';
import type { EventStream } from './event-stream.ts';

/** Changes within this time are read and sent together. */
const settleMs = 250;
const retryMs = 1_000;

export interface FeedOptions {
  /** @returns the present state; undefined: the subject does not exist, or no longer. */
  load: (id: string) => Promise<EventFrame[] | undefined>;
  log: { warn: (fields: object, text: string) => void };
  onForgotten?: (id: string) => void;
}

interface Entry {
  channel: Channel;
  loaded: Promise<boolean>;
  /** Subscriptions that have not become a stream yet. */
  pending: number;
  isReading: boolean;
  /** Something has changed since the reading began. */
  isStale: boolean;
}

/** The right to open one stream. */
export interface Subscription {
  /** @returns a function that removes the stream. */
  attach(stream: EventStream): () => void;
  /** For a caller that opens no stream. */
  release(): void;
}

export class Feed {
  readonly #entries = new Map<string, Entry>();
  readonly #options: FeedOptions;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  readonly #onError = (error: unknown) =>
    this.#options.log.warn({ err: error }, 'a change was not sent to all streams that follow it');

  /** How many subjects are followed. */
  get size(): number {
    return this.#entries.size;
  }

  /** @returns undefined when there is no such subject. @throws what the reading throws. */
  async subscribe(id: string): Promise<Subscription | undefined> {
    const entry = this.#entries.get(id) ?? this.#add(id);
    entry.pending++;
    const release = () => {
      entry.pending--;
      this.#forgetUnused(id, entry);
    };
    const exists = await entry.loaded.catch((error) => {
      release();
      throw error;
    });
    // It may have gone while this caller waited.
    if (!exists || this.#entries.get(id) !== entry) {
      release();
      return undefined;
    }
    return {
      attach: (stream) => {
        entry.channel.add(stream);
        entry.pending--;
        return () => {
          entry.channel.remove(stream);
          this.#forgetUnused(id, entry);
        };
      },
      release,
    };
  }

  /** The subject may have changed. */
  changed(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    if (entry.isReading) entry.isStale = true;
    else this.#read(id, entry).catch(this.#onError);
  }

  /** Anything may have changed. */
  changedAll(): void {
    for (const id of this.#entries.keys()) this.changed(id);
  }

  #add(id: string): Entry {
    const entry: Entry = {
      channel: new Channel(),
      pending: 0,
      isReading: true,
      isStale: false,
      loaded: Promise.resolve(false),
    };
    this.#entries.set(id, entry);
    entry.loaded = this.#load(id, entry).finally(() => {
      entry.isReading = false;
      if (entry.isStale) this.changed(id);
    });
    return entry;
  }

  async #read(id: string, entry: Entry): Promise<void> {
    entry.isReading = true;
    do {
      entry.isStale = false;
      const [outcome] = await Promise.allSettled([this.#load(id, entry)]);
      if (outcome.status === 'rejected') {
        this.#options.log.warn(
          { err: outcome.reason },
          'a stream could not be read again: it is tried again soon',
        );
        entry.isStale = true;
      }
      await wait(outcome.status === 'rejected' ? retryMs : settleMs, undefined, { ref: false });
    } while (entry.isStale && this.#entries.get(id) === entry);
    entry.isReading = false;
  }

  /** @returns whether the subject exists. */
  async #load(id: string, entry: Entry): Promise<boolean> {
    const frames = await this.#options.load(id);
    if (frames === undefined) {
      this.#forget(id, entry);
      entry.channel.endGone().catch(this.#onError);
      return false;
    }
    entry.channel.publish(frames).catch(this.#onError);
    return true;
  }

  #forgetUnused(id: string, entry: Entry): void {
    if (entry.pending === 0 && entry.channel.size === 0) this.#forget(id, entry);
  }

  #forget(id: string, entry: Entry): void {
    if (this.#entries.get(id) !== entry) return;
    this.#entries.delete(id);
    this.#options.onForgotten?.(id);
  }
}
