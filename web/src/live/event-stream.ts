/**
 * A stream of server-sent events over fetch, with a fall-back. `EventSource` gives up for ever after a 503 and takes no
 * header; this client backs off and comes back. Terms: the stream is *heard* when any byte arrives, the heartbeat
 * included; without one for 45 s it is *silent*, and the state is *polled* until it is heard again. It *rests* while its
 * page has been hidden for 30 s, unless a video plays (docs/product.md, 2.10). Each event holds the whole state of its
 * type and a stream begins with one of each, so nothing has to be replayed.
 */
import { createParser } from 'eventsource-parser';
import { createStore } from '../store.ts';

/** `connecting`: the first connection. `polling`: no stream; the state is asked for instead. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'resting' | 'ended';

interface StreamEvent {
  event: string;
  data: unknown;
}

export interface StreamParts {
  /** Opens the stream; resolves with whatever the server answers. */
  connect: (signal: AbortSignal, lastEventId: string | undefined) => Promise<Response>;
  /** Returns true after the last event: the stream is not opened again. */
  onEvent: (event: StreamEvent) => unknown;
  /** Reads the state without the stream; rejects when that fails. */
  poll: () => Promise<unknown>;
  /** A hidden page whose video plays keeps its stream. */
  isPlaying?: () => boolean;
  /** 0 to 1. */
  random?: () => number;
}

const silenceMs = 45_000;
const pollEveryMs = 20_000;
const hiddenRestsAfterMs = 30_000;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;
/** The server may ask for more patience than our own back-off, within reason. */
const longestAskedMs = 5 * 60_000;
/** A refusal (404, 403) rarely passes soon. */
const refusedRetryMs = 60_000;

export class EventStream {
  readonly #parts: Required<StreamParts>;
  readonly #connection = createStore<Connection>('connecting');
  readonly #listening = new AbortController();
  /** The request that holds the stream; undefined while there is none. */
  #current: AbortController | undefined;
  #attempt = 0;
  #askedMs: number | undefined;
  #lastEventId: string | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #pollTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  readonly connection = { get: this.#connection.get, subscribe: this.#connection.subscribe };

  constructor({ isPlaying = () => false, random = Math.random, ...parts }: StreamParts) {
    this.#parts = { ...parts, isPlaying, random };
    const { signal } = this.#listening;
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal });
    window.addEventListener('online', () => this.#onOnline(), { signal });
    this.#start();
    this.#onVisibility();
  }

  close() {
    this.#listening.abort();
    this.#stop('ended');
  }

  async #run() {
    clearTimeout(this.#retryTimer);
    const own = new AbortController();
    this.#current = own;
    let waitMs: number | undefined;
    try {
      const response = await this.#parts.connect(own.signal, this.#lastEventId);
      if (response.ok && response.body) await this.#read(response.body, own);
      else if (this.#current === own) waitMs = this.#waitAfter(response);
      void response.body?.cancel().catch(() => {});
    } catch {
      // A lost connection ends like a stream that the server closes.
    }
    if (this.#current !== own) return;
    this.#current = undefined;
    this.#retryAfter(waitMs);
  }

  async #read(body: ReadableStream<Uint8Array>, own: AbortController) {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ event = 'message', id, data }) => {
        this.#lastEventId = id ?? this.#lastEventId;
        this.#receive(event, data);
      },
      onRetry: (ms) => {
        this.#askedMs = Math.min(ms, longestAskedMs);
      },
    });
    const reader = body.getReader();
    while (this.#current === own) {
      const { done, value } = await reader.read();
      if (done || this.#current !== own) return;
      this.#heard();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  #receive(event: string, text: string) {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      // Half an answer of a proxy is no event; the next one holds the whole state.
      return;
    }
    if (this.#parts.onEvent({ event, data }) === true) this.#stop('ended');
  }

  /** A 4xx is an answer, not a fault: until it passes, also a 429 for too many streams, the state is polled. */
  #waitAfter({ status, headers }: Response) {
    const isRefusal = status >= 400 && status < 500;
    if (isRefusal) this.#startPolling();
    const askedS = Number(headers.get('Retry-After'));
    if (askedS > 0) return Math.min(askedS * 1000, longestAskedMs);
    return isRefusal ? refusedRetryMs : undefined;
  }

  #heard() {
    this.#attempt = 0;
    clearTimeout(this.#pollTimer);
    this.#pollTimer = undefined;
    this.#connection.set('live');
    this.#expectBytes();
  }

  #expectBytes() {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#onSilence(), silenceMs);
  }

  #onSilence() {
    this.#startPolling();
    if (!this.#current) return;
    this.#drop();
    this.#retryAfter();
  }

  #startPolling() {
    this.#connection.set('polling');
    if (this.#pollTimer === undefined) void this.#pollAgain();
  }

  async #pollAgain() {
    const { poll, random } = this.#parts;
    this.#pollTimer = setTimeout(() => void this.#pollAgain(), pollEveryMs * (0.9 + 0.2 * random()));
    // A failed poll is reported by its own caller; the next one tries again.
    await poll().catch(() => {});
  }

  #drop() {
    this.#current?.abort();
    this.#current = undefined;
  }

  /** Everybody loses a restarting server at the same time, so everybody waits for another time. */
  #retryAfter(waitMs?: number) {
    if (this.#connection.get() === 'live') this.#connection.set('reconnecting');
    const ownMs = Math.min(firstRetryMs * 2 ** this.#attempt, longestRetryMs);
    this.#attempt += 1;
    const leastMs = waitMs ?? Math.max(ownMs, this.#askedMs ?? 0);
    this.#retryTimer = setTimeout(() => void this.#run(), leastMs * (1 + this.#parts.random() / 2));
  }

  #start() {
    this.#attempt = 0;
    this.#expectBytes();
    void this.#run();
  }

  #stop(state: 'resting' | 'ended') {
    for (const timer of [this.#retryTimer, this.#silenceTimer, this.#pollTimer, this.#hiddenTimer])
      clearTimeout(timer);
    this.#pollTimer = undefined;
    this.#drop();
    this.#connection.set(state);
  }

  #onVisibility() {
    clearTimeout(this.#hiddenTimer);
    if (this.#connection.get() === 'ended') return;
    if (document.visibilityState === 'hidden') this.#restLater();
    else if (this.#connection.get() === 'resting') {
      this.#connection.set('reconnecting');
      this.#start();
    }
  }

  #restLater() {
    this.#hiddenTimer = setTimeout(() => {
      if (this.#parts.isPlaying()) this.#restLater();
      else this.#stop('resting');
    }, hiddenRestsAfterMs);
  }

  /** The network is back: nobody waits for the rest of the back-off. */
  #onOnline() {
    const state = this.#connection.get();
    if (this.#current || state === 'resting' || state === 'ended') return;
    this.#attempt = 0;
    void this.#run();
  }
}
