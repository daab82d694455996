/**
 * Taps that the server has not confirmed. They wait in this browser, also over a reload, and are sent in their order: a tap is
 * lost only when the server says no to it.
 */
import { isProblem } from '../../../api/problem.ts';
import { createStore } from '../../../store.ts';
import type { Ring } from './bell.queries.ts';

export interface Tap extends Ring {
  boutId: string;
}

const none: readonly Tap[] = [];
const retryMs = 2_000;
const keyOf = (eventId: string) => `ringside.taps.${eventId}`;

interface Options {
  send: (tap: Tap) => Promise<unknown>;
  /** The server has refused it; it is not sent again. */
  onRefused: (tap: Tap, error: unknown) => void;
}

export class UnsentTaps {
  readonly #eventId: string;
  readonly #options: Options;
  readonly #taps;
  #isSending = false;
  #isClosed = false;
  #timer: number | undefined;

  constructor(eventId: string, options: Options) {
    this.#eventId = eventId;
    this.#options = options;
    this.#taps = createStore(read(eventId));
  }

  get = () => this.#taps.get();
  subscribe = (listener: () => void) => this.#taps.subscribe(listener);

  add(tap: Tap) {
    this.#keep([...this.#taps.get(), tap]);
    void this.flush();
  }

  /** Sends what waits, one after the other. */
  async flush() {
    if (this.#isSending) return;
    this.#isSending = true;
    window.clearTimeout(this.#timer);
    for (let tap = this.#taps.get()[0]; tap && !this.#isClosed; tap = this.#taps.get()[0]) {
      try {
        await this.#options.send(tap);
      } catch (error) {
        if (!isRefusal(error)) break;
        this.#options.onRefused(tap, error);
      }
      const { id } = tap;
      this.#keep(this.#taps.get().filter((each) => each.id !== id));
    }
    this.#isSending = false;
    if (this.#taps.get().length > 0 && !this.#isClosed)
      this.#timer = window.setTimeout(() => void this.flush(), retryMs);
  }

  close() {
    this.#isClosed = true;
    window.clearTimeout(this.#timer);
  }

  #keep(taps: readonly Tap[]) {
    this.#taps.set(taps.length === 0 ? none : taps);
    try {
      if (taps.length === 0) localStorage.removeItem(keyOf(this.#eventId));
      else localStorage.setItem(keyOf(this.#eventId), JSON.stringify(taps));
    } catch {
      // A browser without storage keeps them as long as the page is open.
    }
  }
}

function read(eventId: string): readonly Tap[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(eventId)) ?? '[]');
    return Array.isArray(stored) && stored.length > 0 ? (stored as Tap[]) : none;
  } catch {
    return none;
  }
}

/** What will not be better later: the network, a sign-in that has ended and a busy server will. */
function isRefusal(error: unknown): boolean {
  return isProblem(error) && [400, 403, 404, 409, 413].includes(error.status);
}
