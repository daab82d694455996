/**
 * One caller of SRT whose key fits: ffmpeg behind the door, the packets of both on their way, and the publication that its
 * media become. The newest caller with media takes the broadcast over, as with RTMP.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { FlvTag } from '../ffmpeg/flv.ts';
import { RateLimit } from '../rtmp/rate-limit.ts';
import type { Encoder, Publication, RtmpServerOptions } from '../rtmp/rtmp-server.ts';
import { inductionOf, readHandshake, shutdown, withCookie } from './srt-packets.ts';
import { SrtProcess } from './srt-process.ts';

export interface SrtSessionOptions {
  ingestId: string;
  /** The conclusion of its handshake. */
  conclusion: Buffer;
  socketId: number;
  passphrase: string;
  /** To the caller. */
  send: (packet: Buffer) => void;
  /** @returns undefined: the key is no longer valid. */
  publish: (encoder: Encoder) => Promise<Publication | undefined>;
  /** @param hadMedia whether anything came that can be published. */
  onClose: (reason: string, hadMedia: boolean) => void;
  log: RtmpServerOptions['log'];
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
    this.#open().catch((error) => this.close(String(error)));
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
    if (readHandshake(packet)?.kind === 'conclusion') {
      this.#conclusion = packet;
      this.#conclude();
    } else if (this.#cookie !== undefined) this.#inside?.send(packet);
  }

  close(reason: string) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#silence);
    clearInterval(this.#hello);
    this.#process?.[Symbol.dispose]();
    this.#inside?.close();
    this.#options.send(shutdown(this.#options.socketId));
    this.#publication?.disconnect();
    this.#options.onClose(reason, this.hasMedia);
  }

  async #open() {
    const { passphrase, conclusion } = this.#options;
    const port = await freePort();
    if (this.#isClosed) return;
    const inside = createSocket('udp4');
    this.#inside = inside;
    // Nobody listens yet.
    inside.on('error', () => {});
    inside.on('message', (packet) => this.#onInside(packet));
    inside.connect(port, '127.0.0.1');
    await once(inside, 'connect');
    if (this.#isClosed) return;
    this.#process = new SrtProcess({
      ...{ port, passphrase },
      onTag: (tag) => this.#onTag(tag),
      onExit: (reason) => this.close(`ffmpeg ended: ${reason}`),
    });
    const hello = inductionOf(conclusion);
    this.#hello = setInterval(() => inside.send(hello), helloEveryMs).unref();
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
    this.#publish().catch((error) => {
      this.#options.log.warn({ err: error }, 'a key could not be checked');
      this.close('its key could not be checked');
    });
  }

  async #publish() {
    const encoder: Encoder = {
      cut: (reason) => this.close(reason),
      setPaused: (isPaused) => {
        this.#isPaused = isPaused;
        this.#flow();
      },
    };
    const publication = await this.#options.publish(encoder);
    if (this.#isClosed) return publication?.disconnect();
    if (publication === undefined) return this.close('the key is no longer valid');
    this.#publication = publication;
    clearTimeout(this.#silence);
    this.#silence = this.#silentAfter(silentMs);
    this.#options.log.info({ broadcast: publication.id }, 'an encoder publishes by SRT');
    publication.feed.onMetadata({ encoder: encoderName });
    for (const tag of this.#waiting.splice(0)) this.#take(tag);
    this.#flow();
  }

  #take({ type, ms, body }: FlvTag) {
    if (type !== 8 && type !== 9) return;
    try {
      this.#publication?.feed.onMedia({ type, timestamp: ms, payload: body, streamId: 1 });
    } catch (error) {
      const { ingestId: broadcast, log } = this.#options;
      log.warn({ err: error, broadcast }, 'a message of an encoder failed');
      this.close('it failed');
    }
  }

  #flow() {
    this.#process?.setPaused(this.#isPaused || (this.#isAsking && this.#publication === undefined));
  }

  #silentAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#onSilence(), ms).unref();
  }

  #onSilence() {
    // A feed that is slowed down is silent because nobody reads it.
    if (this.#isPaused) this.#silence.refresh();
    else this.close(this.hasMedia ? 'it was silent' : 'it sent no picture in time');
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
