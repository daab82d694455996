/**
 * The connection of one encoder, from its first byte to its end. Whatever fails in it, in an event or in a timer, ends it and
 * nothing else.
 */
import type { Socket } from 'node:net';
import { attempt } from '../attempt.ts';
import type { Place } from '../door/door.ts';
import { type Attempt, type Refused, refusalWords } from '../door/refusal.ts';
import type { Encoder, IngestLog, Publication } from './publication.ts';
import { RateLimit } from './rate-limit.ts';
import { RtmpError } from './rtmp-error.ts';
import { RtmpSession, type SessionEvent } from './rtmp-session.ts';

export interface RtmpConnectionOptions {
  publish(key: string, encoder: Encoder): Promise<Publication | Refused>;
  onTurnedAway: (attempt: Attempt) => void;
  log: IngestLog;
  place: Place;
  /** The address of the encoder. */
  remote: string;
  /** How many bytes have come of it, encrypted or not. */
  bytesRead: () => number;
}

/** Until its key is accepted, the handshake of TLS included. */
const setupMs = 5_000;
/** An encoder that sends nothing for this long may be half open. */
const cutOffMs = 10_000;
const farewellMs = 1_000;
/** A refused connection would return at once: it stays open for this long, unread, and keeps its place. */
export const expelMs = 500;
/** An encoder that reads none of its few answers does not wait for more. */
const mostUnreadBytes = 64 * 1024;

export class RtmpConnection {
  readonly #socket: Socket;
  readonly #options: RtmpConnectionOptions;
  readonly #session: RtmpSession;
  readonly #rate = new RateLimit(() => performance.now());
  readonly #setup: NodeJS.Timeout;
  #publication: Publication | undefined;
  #isAsking = false;
  #isPaused = false;
  #isTooFast = false;
  #isExpelled = false;
  /** Its end has been told, or needs no words. */
  #isTold = false;

  constructor(socket: Socket, options: RtmpConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#session = new RtmpSession((bytes) => this.#send(bytes), options.place.mostBytes);
    this.#setup = setTimeout(
      this.#within(() => this.close('it did not publish in time')),
      setupMs,
    );
    socket.setTimeout(
      cutOffMs,
      this.#within(() => this.#onSilence()),
    );
    socket.on(
      'close',
      this.#within(() => this.#onClose()),
    );
    socket.on(
      'data',
      this.#within((bytes: Buffer) => this.#onData(bytes)),
    );
    // A header before the first byte has left it paused.
    this.#flow();
  }

  /** Ends it. */
  close(reason: string) {
    const { log, remote } = this.#options;
    if (!this.#socket.destroyed)
      log.info({ remote, reason, broadcast: this.#publication?.id }, 'an encoder was disconnected');
    this.#socket.destroy();
  }

  #within<Args extends unknown[]>(act: (...args: Args) => void) {
    return (...args: Args) =>
      attempt(
        () => act(...args),
        (error) => this.#fail(error),
      );
  }

  #fail(error: unknown) {
    if (error instanceof RtmpError) return this.#expel(error.message);
    const { log, remote } = this.#options;
    const fields = { err: error, remote, broadcast: this.#publication?.id };
    log.warn(fields, 'the connection of an encoder failed: it ended, and all others go on');
    this.close('it failed');
  }

  #expel(reason: string) {
    this.#turnedAway({ refusal: 'not-understood', detail: reason, ingestId: this.#publication?.id });
    if (this.#publication !== undefined) return this.close(reason);
    this.#isExpelled = true;
    this.#flow();
    setTimeout(
      this.#within(() => this.close(reason)),
      expelMs,
    ).unref();
  }

  /** Once for a connection. */
  #turnedAway(why: Pick<Attempt, 'refusal' | 'detail' | 'ingestId'>) {
    if (!this.#isTold || this.#publication !== undefined) this.#note(why);
    this.#isTold = true;
  }

  #note(why: Pick<Attempt, 'refusal' | 'detail' | 'ingestId'>) {
    const { remote, onTurnedAway } = this.#options;
    onTurnedAway({ remote, protocol: 'rtmp', program: this.#session.program, ...why });
  }

  #send(bytes: Buffer) {
    this.#socket.write(bytes);
    if (this.#socket.writableLength > mostUnreadBytes) this.close('it reads no answers');
  }

  #flow() {
    if (this.#isAsking || this.#isPaused || this.#isTooFast || this.#isExpelled) this.#socket.pause();
    else this.#socket.resume();
  }

  #onData(bytes: Buffer) {
    if (this.#isExpelled) return;
    const before = this.#session.cost;
    for (const event of this.#session.push(bytes)) if (!this.#socket.destroyed) this.#take(event);
    this.#slowDown(this.#rate.take(this.#session.cost - before));
  }

  #onSilence() {
    // A feed that is slowed down is silent because nobody reads it.
    if (!this.#isPaused && !this.#isTooFast) this.close('it was silent');
  }

  #onClose() {
    clearTimeout(this.#setup);
    // While its key is checked, the answer decides.
    const hasSent = this.#options.bytesRead() > 0;
    if (!this.#isAsking) this.#options.place.leave(hasSent);
    if (!this.#isAsking && hasSent && !this.#isTold)
      this.#turnedAway({ refusal: 'no-key', ingestId: undefined });
    this.#publication?.disconnect();
  }

  #take(event: SessionEvent) {
    if (event.kind === 'publish') this.#ask(event.key).catch((error) => this.#fail(error));
    else if (event.kind === 'metadata') this.#publication?.feed.onMetadata(event.fields);
    else if (event.kind === 'media') this.#publication?.feed.onMedia(event.message);
    else this.#leave();
  }

  async #ask(key: string): Promise<void> {
    const { publish, place } = this.#options;
    this.#isAsking = true;
    this.#flow();
    try {
      const answer = await publish(key, this.#encoder());
      place.leave('refusal' in answer && answer.refusal === 'wrong-key');
      if ('refusal' in answer) this.#refuse(answer);
      else this.#accept(answer);
    } catch (error) {
      place.leave(false);
      this.#fail(error);
    }
  }

  #accept(publication: Publication) {
    const { log, remote } = this.#options;
    if (this.#socket.destroyed) return publication.disconnect();
    clearTimeout(this.#setup);
    this.#publication = publication;
    this.#isTold = true;
    log.info({ remote, broadcast: publication.id }, 'an encoder publishes');
    this.#session.accept();
    this.#isAsking = false;
    this.#flow();
  }

  #refuse({ refusal, ingestId: broadcast }: Refused) {
    const { log, remote } = this.#options;
    log.warn({ remote, refusal, broadcast }, 'an encoder was refused');
    this.#turnedAway({ refusal, ingestId: broadcast });
    if (this.#socket.destroyed) return;
    this.#session.refuse(refusalWords[refusal]);
    this.#socket.end(() => this.#socket.destroy());
  }

  #encoder(): Encoder {
    return {
      remote: this.#options.remote,
      onRefusedCodec: (detail) =>
        this.#note({ refusal: 'codec-refused', detail, ingestId: this.#publication?.id }),
      cut: this.#within((reason: string) => this.close(reason)),
      setPaused: (isPaused) => {
        if (isPaused === this.#isPaused) return;
        this.#isPaused = isPaused;
        this.#flow();
      },
    };
  }

  /** The encoder closes first: cut off in the middle of its farewell, GStreamer reports a failure. */
  #leave() {
    const publication = this.#publication;
    if (publication === undefined) return;
    const { log, remote } = this.#options;
    log.info({ remote, broadcast: publication.id }, 'an encoder ended its feed');
    this.#publication = undefined;
    setTimeout(() => this.#socket.destroy(), farewellMs).unref();
    publication.disconnect();
  }

  #slowDown(ms: number) {
    if (ms === 0 || this.#isTooFast) return;
    this.#isTooFast = true;
    this.#flow();
    const goOn = this.#within(() => {
      this.#isTooFast = false;
      this.#flow();
    });
    setTimeout(goOn, ms).unref();
  }
}
