/**
 * Listens for encoders that come by SRT, all on one UDP port. It reads the handshake itself: the name of the stream, and whether the
 * caller knows its passphrase. Only then an ffmpeg is started for it, and packets are passed on to that. Before its
 * key was proved, a caller costs an answer that is no longer than its question.
 * One listening ffmpeg for each stream would run all day and take one caller, and publishing back by RTMP needs the
 * key, which is stored as a hash. The price: some 400 lines, a process for each caller, and a passphrase that the
 * servers can derive.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { attempt } from '../attempt.ts';
import type { Door } from '../door/door.ts';
import type { Attempt, Refused } from '../door/refusal.ts';
import type { Encoder, IngestLog, Publication } from '../rtmp/publication.ts';
import { Backoff } from './backoff.ts';
import { opensKeyMaterial } from './srt-key.ts';
import { answerInduction, readHandshake, rejectConclusion, rejections } from './srt-packets.ts';
import { SrtSession } from './srt-session.ts';

/** What a caller must know, and what it publishes with. */
export interface SrtStream {
  keyHash: string;
  passphrase: string;
  /** Of the keys before. */
  replacedPassphrases: string[];
  hasEnded: boolean;
}

export interface SrtServerOptions {
  host: string;
  port: number;
  door: Door;
  /** @returns undefined: no stream that takes encoders here has this id. */
  find: (ingestId: string) => Promise<SrtStream | undefined>;
  /** Asked before anything is started for a caller. @returns undefined: it may publish. */
  refusalOf: (ingestId: string, keyHash: string) => Promise<Refused | undefined>;
  publish: (keyHash: string, encoder: Encoder) => Promise<Publication | Refused>;
  /** An encoder with the key of this stream sends a codec that is not taken. */
  onRefusedCodec: (ingestId: string, codec: string) => void;
  onTurnedAway: (attempt: Attempt) => void;
  log: IngestLog;
}

export interface SrtServer extends AsyncDisposable {
  port: number;
}

/** The conclusion of a handshake, with a cookie that this server has given to its sender. */
interface Call {
  packet: Buffer;
  handshake: NonNullable<ReturnType<typeof readHandshake>>;
  peer: RemoteInfo;
  /** Of the sender. */
  name: string;
}

const [mostSessions, mostChecks] = [50, 100];
const cookieMs = 60_000;
/** A key frame in 4K is larger than what the system keeps by itself. */
const receiveBytes = 2 * 1024 * 1024;

/** @throws Node's error for an address that is not available, such as EADDRINUSE. */
export async function listenForSrt(options: SrtServerOptions): Promise<SrtServer> {
  const { host, port, log } = options;
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: receiveBytes });
  socket.bind(port, host);
  await once(socket, 'listening');
  socket.on('error', (error) => log.warn({ err: error }, 'a packet of SRT was lost'));
  let isOpen = true;
  const callers = new Callers(options, (packet, peer) => {
    // Without a callback, an address that cannot be reached would be an error of the socket.
    if (isOpen) socket.send(packet, peer.port, peer.address, () => {});
  });
  socket.on('message', (packet, peer) =>
    attempt(
      () => callers.onPacket(packet, peer),
      (error) => log.warn({ err: error, remote: peer.address }, 'a packet of an encoder failed'),
    ),
  );
  return {
    port: socket.address().port,
    async [Symbol.asyncDispose]() {
      callers.close();
      isOpen = false;
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

class Callers {
  readonly #options: SrtServerOptions;
  readonly #send: (packet: Buffer, peer: RemoteInfo) => void;
  readonly #sessions = new Map<string, SrtSession>();
  readonly #checks = new Set<string>();
  readonly #backoff = new Backoff(() => performance.now());
  /** Of streams whose encoder sent one last. */
  readonly #refusedCodecs = new Map<string, string>();
  readonly #cookieSecret = randomBytes(32);
  #isClosed = false;

  constructor(options: SrtServerOptions, send: (packet: Buffer, peer: RemoteInfo) => void) {
    this.#options = options;
    this.#send = send;
  }

  onPacket(packet: Buffer, peer: RemoteInfo) {
    const name = `${peer.address} ${peer.port}`;
    const session = this.#sessions.get(name);
    const handshake = readHandshake(packet);
    if (handshake === undefined) return session?.forward(packet);
    if (handshake.kind === 'induction')
      return this.#send(answerInduction(packet, this.#cookieOf(name, 0)), peer);
    // Only who has received an answer here has one of these: no address can be forged.
    if (![0, 1].some((age) => this.#cookieOf(name, age) === handshake.cookie)) return;
    if (session?.socketId === handshake.socketId) return session.forward(packet);
    if (this.#checks.has(name) || this.#checks.size >= mostChecks) return;
    this.#checks.add(name);
    this.#check({ packet, handshake, peer, name })
      .catch((error) => this.#options.log.warn({ err: error }, 'a key could not be checked'))
      .finally(() => this.#checks.delete(name));
  }

  close() {
    this.#isClosed = true;
    for (const session of this.#sessions.values()) session.close('the server stops');
  }

  async #check(call: Call) {
    const { packet, handshake, peer } = call;
    const place = this.#options.door.enter(peer.address);
    // It asks again, four times a second.
    if (place === undefined)
      return this.#turnedAway(peer, { refusal: 'too-many-connections', ingestId: undefined });
    let isWrong = false;
    try {
      const answer = await this.#streamOf(handshake);
      if (!('refusal' in answer)) return this.#open(call, answer);
      isWrong = answer.refusal === 'wrong-key';
      const { refusal, ingestId: broadcast } = answer;
      this.#options.log.warn({ remote: peer.address, refusal, broadcast }, 'an encoder was refused by SRT');
      this.#turnedAway(peer, answer);
      this.#send(rejectConclusion(packet, rejections[refusal]), peer);
    } finally {
      place.leave(isWrong);
    }
  }

  /** What its passphrase opens. */
  async #streamOf({ streamId: ingestId, keyMaterial }: Call['handshake']): Promise<SrtStream | Refused> {
    const stream = ingestId === undefined ? undefined : await this.#options.find(ingestId);
    if (stream === undefined || ingestId === undefined) return { refusal: 'wrong-key', ingestId: undefined };
    if (keyMaterial === undefined) return { refusal: 'wrong-key', ingestId };
    if (await opensKeyMaterial(keyMaterial, stream.passphrase)) {
      if (stream.hasEnded) return { refusal: 'broadcast-ended', ingestId };
      return (await this.#options.refusalOf(ingestId, stream.keyHash)) ?? stream;
    }
    for (const replaced of stream.replacedPassphrases)
      if (await opensKeyMaterial(keyMaterial, replaced)) return { refusal: 'replaced-key', ingestId };
    return { refusal: 'wrong-key', ingestId };
  }

  #open({ packet, handshake: { streamId = '', socketId }, peer, name }: Call, stream: SrtStream) {
    const { publish, log } = this.#options;
    const isWaiting = this.#backoff.isWaiting(streamId);
    if (isWaiting) this.#nameRefusedCodec(streamId);
    if (isWaiting || this.#sessions.size >= mostSessions)
      return this.#send(rejectConclusion(packet, rejections.overloaded), peer);
    if (this.#isClosed) return;
    this.#sessions.get(name)?.close('its encoder began anew');
    for (const other of this.#sessions.values())
      if (other.ingestId === streamId && !other.hasMedia) other.close('another encoder came');
    const session: SrtSession = new SrtSession({
      ingestId: streamId,
      conclusion: packet,
      socketId,
      passphrase: stream.passphrase,
      log,
      send: (answer) => this.#send(answer, peer),
      remote: peer.address,
      onTurnedAway: (why) => this.#turnedAway(peer, { ...why, ingestId: streamId }),
      publish: (encoder) => publish(stream.keyHash, encoder),
      onClose: (reason, { hadMedia, refusedCodec }) => {
        if (this.#sessions.get(name) === session) this.#sessions.delete(name);
        if (hadMedia) this.#backoff.succeeded(streamId);
        else this.#backoff.failed(streamId);
        if (refusedCodec === undefined) this.#refusedCodecs.delete(streamId);
        else this.#refusedCodecs.set(streamId, refusedCodec);
        this.#nameRefusedCodec(streamId);
        log.info({ remote: peer.address, broadcast: streamId, reason }, 'an encoder was disconnected');
      },
    });
    this.#sessions.set(name, session);
  }

  #turnedAway({ address: remote }: RemoteInfo, why: Pick<Attempt, 'refusal' | 'detail' | 'ingestId'>) {
    this.#options.onTurnedAway({ remote, protocol: 'srt', ...why });
  }

  /** Again and again, as long as its encoder comes. */
  #nameRefusedCodec(ingestId: string) {
    const codec = this.#refusedCodecs.get(ingestId);
    if (codec !== undefined) this.#options.onRefusedCodec(ingestId, codec);
  }

  /** Of an address, and of this minute or of one before. */
  #cookieOf(name: string, age: number): number {
    const minute = Math.floor(performance.now() / cookieMs) - age;
    return createHmac('sha256', this.#cookieSecret).update(`${name} ${minute}`).digest().readUInt32BE(0);
  }
}
