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

export type EventStream = ReturnType<typeof openEventStream>;

export function openEventStream(parts: StreamParts) {
  const { connect, onEvent, poll, isPlaying = () => false, random = Math.random } = parts;
  const connection = createStore<Connection>('connecting');
  const listening = new AbortController();
  let current: AbortController | undefined;
  let attempt = 0;
  let askedMs: number | undefined;
  let lastEventId: string | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  async function run() {
    clearTimeout(retryTimer);
    const own = new AbortController();
    current = own;
    let waitMs: number | undefined;
    try {
      const response = await connect(own.signal, lastEventId);
      if (response.ok && response.body) await read(response.body, own);
      else if (current === own) waitMs = waitAfter(response);
      void response.body?.cancel().catch(() => {});
    } catch {
      // A lost connection ends like a stream that the server closes.
    }
    if (current !== own) return;
    current = undefined;
    retryAfter(waitMs);
  }

  async function read(body: ReadableStream<Uint8Array>, own: AbortController) {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ event = 'message', id, data }) => {
        lastEventId = id ?? lastEventId;
        receive(event, data);
      },
      onRetry: (ms) => {
        askedMs = Math.min(ms, longestAskedMs);
      },
    });
    const reader = body.getReader();
    while (current === own) {
      const { done, value } = await reader.read();
      if (done || current !== own) return;
      heard();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  function receive(event: string, text: string) {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      // Half an answer of a proxy is no event; the next one holds the whole state.
      return;
    }
    if (onEvent({ event, data }) === true) stop('ended');
  }

  /** A 4xx is an answer, not a fault: until it passes, also a 429 for too many streams, the state is polled. */
  function waitAfter({ status, headers }: Response) {
    const isRefusal = status >= 400 && status < 500;
    if (isRefusal) startPolling();
    const askedS = Number(headers.get('Retry-After'));
    if (askedS > 0) return Math.min(askedS * 1000, longestAskedMs);
    return isRefusal ? refusedRetryMs : undefined;
  }

  function heard() {
    attempt = 0;
    clearTimeout(pollTimer);
    pollTimer = undefined;
    connection.set('live');
    expectBytes();
  }

  function expectBytes() {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(onSilence, silenceMs);
  }

  function onSilence() {
    startPolling();
    if (!current) return;
    drop();
    retryAfter();
  }

  function startPolling() {
    connection.set('polling');
    if (pollTimer === undefined) void pollAgain();
  }

  async function pollAgain() {
    pollTimer = setTimeout(() => void pollAgain(), pollEveryMs * (0.9 + 0.2 * random()));
    // A failed poll is reported by its own caller; the next one tries again.
    await poll().catch(() => {});
  }

  function drop() {
    current?.abort();
    current = undefined;
  }

  /** Everybody loses a restarting server at the same time, so everybody waits for another time. */
  function retryAfter(waitMs?: number) {
    if (connection.get() === 'live') connection.set('reconnecting');
    const ownMs = Math.min(firstRetryMs * 2 ** attempt, longestRetryMs);
    attempt += 1;
    retryTimer = setTimeout(() => void run(), (waitMs ?? Math.max(ownMs, askedMs ?? 0)) * (1 + random() / 2));
  }

  function clearTimers() {
    for (const timer of [retryTimer, silenceTimer, pollTimer, hiddenTimer]) clearTimeout(timer);
    pollTimer = undefined;
  }

  function start() {
    attempt = 0;
    expectBytes();
    void run();
  }

  function stop(state: Connection) {
    clearTimers();
    drop();
    connection.set(state);
  }

  function onVisibility() {
    clearTimeout(hiddenTimer);
    if (connection.get() === 'ended') return;
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(restIfHidden, hiddenRestsAfterMs);
    else if (connection.get() === 'resting') {
      connection.set('reconnecting');
      start();
    }
  }

  function restIfHidden() {
    if (isPlaying()) hiddenTimer = setTimeout(restIfHidden, hiddenRestsAfterMs);
    else stop('resting');
  }

  /** The network is back: nobody waits for the rest of the back-off. */
  function onOnline() {
    if (current || connection.get() === 'resting' || connection.get() === 'ended') return;
    attempt = 0;
    void run();
  }

  document.addEventListener('visibilitychange', onVisibility, { signal: listening.signal });
  window.addEventListener('online', onOnline, { signal: listening.signal });
  start();
  onVisibility();

  return {
    connection: { get: connection.get, subscribe: connection.subscribe },
    close() {
      listening.abort();
      stop('ended');
    },
  };
}
