/**
 * All open streams of a server: how many there may be, their heartbeat, and their end when the server stops. A stream is
 * a connection too, so it also counts in `http/connections.ts`.
 */
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { problem } from '../http/problems.ts';
import { attempt } from '../ingest/attempt.ts';
import { retryAfter } from './event-frame.ts';
import { EventStream } from './event-stream.ts';
import type { Subscription } from './feed.ts';

/** Shorter than the silence after which connections are cut (`http/time-limits.ts`), and than that of most proxies. */
const heartbeatMs = 20_000;
const slice = 250;
/** A connection to the database can be dead without a word; after this long the callers are checked on another one. */
const stuckMs = 60_000;

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Nginx would hold events back until its buffer is full.
  'x-accel-buffering': 'no',
};

export interface StreamLimits {
  most: number;
  mostPerAddress: number;
}

/** The place of a stream that is about to open. */
export interface Place {
  free(): void;
}

/** Whether the caller may still follow the stream. */
type Recheck = () => Promise<boolean>;

export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #streams = new Map<EventStream, Recheck | undefined>();
  readonly #perAddress = new Map<string, number>();
  readonly #busySockets = new WeakSet<Socket>();
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;
  /** When the round of checks that runs now began. */
  #recheckBegan = Number.NEGATIVE_INFINITY;

  readonly #onError: (error: unknown) => void;

  /** @param onError of one stream: it is closed, and the others go on. */
  constructor(limits: StreamLimits, onError: (error: unknown) => void = () => {}) {
    this.#limits = limits;
    this.#onError = onError;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Called before anything is read for the stream. @throws problem 429 or 503 when there is no place. */
  takePlace({ ip, raw: { socket } }: FastifyRequest): Place {
    const refuse = (code: 'too-many-requests' | 'service-unavailable', detail: string, seconds: number) =>
      problem(code, { detail, headers: { 'retry-after': String(seconds) } });
    if (this.#isClosing) throw refuse('service-unavailable', 'The server is shutting down.', 1);
    // Requests that a client sends behind a stream on the same connection are answered after it: never.
    if (this.#busySockets.has(socket))
      throw refuse('too-many-requests', 'This connection has an open stream already.', 30);
    const address = networkOf(ip);
    const count = this.#perAddress.get(address) ?? 0;
    if (count >= this.#limits.mostPerAddress)
      throw refuse('too-many-requests', 'There are too many open streams from your address.', 30);
    if (this.#taken >= this.#limits.most)
      throw refuse('service-unavailable', 'There are too many open streams.', 30);
    this.#taken++;
    this.#perAddress.set(address, count + 1);
    this.#busySockets.add(socket);
    return { free: once(() => this.#freePlace(address, socket)) };
  }

  /** Takes the answer over from Fastify. @param recheck is asked at each heartbeat; false ends the stream. */
  open(reply: FastifyReply, place: Place, subscription: Subscription, recheck?: Recheck): void {
    const response = reply.raw;
    // The client has gone meanwhile, and nothing would ever end the stream.
    if (response.destroyed) {
      subscription.release();
      place.free();
      return;
    }
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    reply.hijack();
    response.writeHead(200, streamHeaders);
    const stream = new EventStream(response);
    this.#streams.set(stream, recheck);
    const detach = subscription.attach(stream);
    response.on('close', () => {
      this.#streams.delete(stream);
      detach();
      place.free();
    });
    // The stop began while the handler was reading.
    if (this.#isClosing) stream.end(retryAfter(1_000, 5_000));
    else this.#timer ??= setInterval(() => this.#tick(), heartbeatMs).unref();
  }

  /** Ends every stream, and asks the clients to come back soon, each at its own time. */
  close(): void {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const stream of this.#streams.keys()) stream.end(retryAfter(1_000, 5_000));
  }

  #tick(): void {
    this.#beat().catch(this.#onError);
    this.#recheckAll().catch(this.#onError);
  }

  async #beat(): Promise<void> {
    let count = 0;
    for (const stream of [...this.#streams.keys()]) {
      attempt(
        () => stream.beat(performance.now()),
        (error) => {
          this.#onError(error);
          stream.cut();
        },
      );
      if (++count % slice === 0) await setImmediate();
    }
  }

  /** Its client comes back, and is checked then. */
  readonly #undecided = (error: unknown) => {
    this.#onError(error);
    return false;
  };

  /** Apart from the heartbeats: while a database does not answer, no stream may fall silent. */
  async #recheckAll(): Promise<void> {
    const began = performance.now();
    if (began - this.#recheckBegan < stuckMs) return;
    this.#recheckBegan = began;
    for (const [stream, recheck] of [...this.#streams])
      if (recheck && this.#streams.has(stream) && !(await recheck().catch(this.#undecided)))
        stream.end(retryAfter(1_000, 2_000));
    this.#recheckBegan = Number.NEGATIVE_INFINITY;
  }

  #freePlace(address: string, socket: Socket): void {
    this.#taken--;
    this.#busySockets.delete(socket);
    const left = (this.#perAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
    if (this.#taken > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
