/**
 * One caller of SRT whose key fits: ffmpeg behind the door, the packets of both on their way, and the publication that its
 * media become. The newest caller with media takes the broadcast over, as with RTMP.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { attempt } from '../attempt.ts';
import { type Attempt, type Refused, refusalWords } from '../door/refusal.ts';
import type { FlvTag } from '../ffmpeg/flv.ts';
import type { Encoder, IngestLog, Publication } from '../rtmp/publication.ts';
import { RateLimit } from '../rtmp/rate-limit.ts';
import { PacketLossMeter } from './packet-loss.ts';
import { inductionOf, readHandshake, shutdown, withCookie } from './srt-packets.ts';
import { SrtProcess } from './srt-process.ts';

interface SrtOutcome {
  /** Whether anything came that can be published. */
  hadMedia: boolean;
  /** Why nothing came. */
  refusedCodec: string | undefined;
}

export interface SrtSessionOptions {
  ingestId: string;
  /** The conclusion of its handshake. */
  conclusion: Buffer;
  socketId: number;
  passphrase: string;
  /** To the caller. */
  send: (packet: Buffer) => void;
  /** The address of the caller. */
  remote: string;
  onTurnedAway: (why: Pick<Attempt, 'refusal' | 'detail'>) => void;
  publish: (encoder: Encoder) => Promise<Publication | Refused>;
  onClose: (reason: string, outcome: SrtOutcome) => void;
  log: IngestLog;
}

/** Until the first media, which begin with a key frame. */
const setupMs = 15_000;
/** An encoder that sends nothing for this long may be half open. */
const silentMs = 10_000;
/** ffmpeg takes a moment until it listens. */
const helloEveryMs = 50;
/** MPEG-TS does not say what the encoder is called. */
const encoderName = 'SRT';

export class SrtSession {
  readonly #options: SrtSessionOptions;
  readonly #rate = new RateLimit(() => performance.now());
  readonly #loss = new PacketLossMeter(() => performance.now());
  #silence: NodeJS.Timeout;
  #conclusion: Buffer;
  /** What ffmpeg wants to see in the handshake. */
  #cookie: number | undefined;
  #hello: NodeJS.Timeout | undefined;
  #inside: Socket | undefined;
  #process: SrtProcess | undefined;
  #publication: Publication | undefined;
  #waiting: FlvTag[] = [];
  #isAsking = false;
  #isPaused = false;
  #isClosed = false;

  constructor(options: SrtSessionOptions) {
    this.#options = options;
    this.#conclusion = options.conclusion;
    this.#silence = this.#silentAfter(setupMs);
    this.#open().catch((error) => this.#fail(error));
  }

  get hasMedia(): boolean {
    return this.#isAsking || this.#publication !== undefined;
  }

  get ingestId(): string {
    return this.#options.ingestId;
  }

  get socketId(): number {
    return this.#options.socketId;
  }

  /** A packet of the caller. */
  forward(packet: Buffer) {
    // More than any encoder sends is lost, as on a line that is too small.
    if (this.#rate.take(packet.length) > 0) return;
    this.#loss.onPacket(packet);
    if (readHandshake(packet)?.kind === 'conclusion') {
      this.#conclusion = packet;
      this.#conclude();
    } else if (this.#cookie !== undefined) this.#inside?.send(packet);
  }

  close(reason: string, refusedCodec?: string) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#silence);
    clearInterval(this.#hello);
    // Each step is taken, whatever the others throw.
    const life = new DisposableStack();
    life.defer(() => this.#options.onClose(reason, { hadMedia: this.hasMedia, refusedCodec }));
    life.defer(() => this.#publication?.disconnect());
    life.defer(() => this.#options.send(shutdown(this.#options.socketId)));
    life.defer(() => this.#inside?.close());
    life.defer(() => this.#process?.[Symbol.dispose]());
    attempt(
      () => life.dispose(),
      (error) => this.#log(error),
    );
  }

  #within<Args extends unknown[]>(act: (...args: Args) => void) {
    return (...args: Args) =>
      attempt(
        () => act(...args),
        (error) => this.#fail(error),
      );
  }

  #fail(error: unknown) {
    this.#log(error);
    this.close('it failed');
  }

  #log(error: unknown) {
    const { ingestId: broadcast, log } = this.#options;
    log.warn(
      { err: error, broadcast },
      'the connection of an encoder failed: it ended, and all others go on',
    );
  }

  async #open() {
    const { passphrase, conclusion } = this.#options;
    const port = await freePort();
    if (this.#isClosed) return;
    const inside = createSocket('udp4');
    this.#inside = inside;
    // Nobody listens yet.
    inside.on('error', () => {});
    inside.on(
      'message',
      this.#within((packet: Buffer) => this.#onInside(packet)),
    );
    inside.connect(port, '127.0.0.1');
    await once(inside, 'connect');
    if (this.#isClosed) return;
    this.#process = new SrtProcess({
      port,
      passphrase,
      onTag: this.#within((tag: FlvTag) => this.#onTag(tag)),
      onExit: (reason, refusedCodec) => this.#onExit(reason, refusedCodec),
    });
    const hello = inductionOf(conclusion);
    this.#hello = setInterval(
      this.#within(() => inside.send(hello)),
      helloEveryMs,
    ).unref();
  }

  #onExit(reason: string, refusedCodec: string | undefined) {
    const { onTurnedAway } = this.#options;
    if (refusedCodec !== undefined) onTurnedAway({ refusal: 'codec-refused', detail: refusedCodec });
    else if (!this.hasMedia) onTurnedAway({ refusal: 'no-picture' });
    this.close(`ffmpeg ended: ${reason}`, refusedCodec);
  }

  #onInside(packet: Buffer) {
    if (this.#isClosed) return;
    const handshake = readHandshake(packet);
    if (handshake?.kind !== 'induction') return this.#options.send(packet);
    if (this.#cookie !== undefined) return;
    clearInterval(this.#hello);
    this.#cookie = handshake.cookie;
    this.#conclude();
  }

  /** The caller has the door's cookie, ffmpeg wants its own. */
  #conclude() {
    if (this.#cookie === undefined) return;
    this.#inside?.send(withCookie(this.#conclusion, this.#cookie));
  }

  #onTag(tag: FlvTag) {
    if (this.#publication !== undefined) {
      this.#silence.refresh();
      return this.#take(tag);
    }
    this.#waiting.push(tag);
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#flow();
    this.#publish().catch((error) => this.#fail(error));
  }

  async #publish() {
    const encoder: Encoder = {
      remote: this.#options.remote,
      cut: (reason) => this.close(reason),
      onRefusedCodec: (detail) => this.#options.onTurnedAway({ refusal: 'codec-refused', detail }),
      loss: () => this.#loss.read(),
      setPaused: (isPaused) => {
        this.#isPaused = isPaused;
        this.#flow();
      },
    };
    const publication = await this.#options.publish(encoder);
    if ('refusal' in publication) {
      this.#options.onTurnedAway(publication);
      return this.close(refusalWords[publication.refusal]);
    }
    if (this.#isClosed) return publication.disconnect();
    this.#publication = publication;
    clearTimeout(this.#silence);
    this.#silence = this.#silentAfter(silentMs);
    this.#options.log.info({ broadcast: publication.id }, 'an encoder publishes by SRT');
    publication.feed.onMetadata({ encoder: encoderName });
    for (const tag of this.#waiting.splice(0)) this.#take(tag);
    this.#flow();
  }

  #take({ type, ms, body }: FlvTag) {
    if (type === 8 || type === 9)
      this.#publication?.feed.onMedia({ type, timestamp: ms, payload: body, streamId: 1 });
  }

  #flow() {
    this.#process?.setPaused(this.#isPaused || (this.#isAsking && this.#publication === undefined));
  }

  #silentAfter(ms: number): NodeJS.Timeout {
    return setTimeout(
      this.#within(() => this.#onSilence()),
      ms,
    ).unref();
  }

  #onSilence() {
    // A feed that is slowed down is silent because nobody reads it.
    if (this.#isPaused) this.#silence.refresh();
    else if (this.hasMedia) this.close('it was silent');
    else {
      this.#options.onTurnedAway({ refusal: 'no-picture' });
      this.close('it sent no picture in time');
    }
  }
}

/** @returns a port of the loopback that was free a moment ago. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
