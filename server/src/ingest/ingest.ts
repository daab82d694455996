/**
 * Live ingest as the server starts and stops it. The port is opened by `RTMP_PORT`, by an ingest that exists, or by the
 * first one that is created: a server without any has no further door.
 */
import type { Db } from '../db/database.ts';
import { uuid } from '../db/uuid.ts';
import { Failures, type Part } from '../failures.ts';
import { addressRanges } from '../http/address-ranges.ts';
import { hashSecret } from '../identity/one-time-secret.ts';
import { type Loop, type LoopOptions, startLoop } from '../loop.ts';
import type { ObjectBucket } from '../media/object-bucket.ts';
import { createRelayClient } from '../media/relay/relay-client.ts';
import { Attempts } from './attempts/attempts.ts';
import { Broadcasts } from './broadcasts.ts';
import { Door } from './door/door.ts';
import { hasFfmpeg, hasFfmpegWithSrt } from './ffmpeg/has-ffmpeg.ts';
import { Films } from './films/films.ts';
import { ForgottenBroadcasts } from './forgotten-broadcasts.ts';
import { findIngestById, hasIngests } from './ingest.repository.ts';
import { RecordingStore } from './recordings/recording-store.ts';
import { RemoteInputs, type RemoteInputsOptions } from './remote/remote-inputs.ts';
import { Certificate, type CertificateFiles } from './rtmp/certificate.ts';
import type { IngestLog } from './rtmp/publication.ts';
import { listenForEncoders, type RtmpServer, type RtmpServerOptions } from './rtmp/rtmp-server.ts';
import { latencyMicroseconds } from './srt/latency.ts';
import { passphraseOf } from './srt/srt-key.ts';
import { listenForSrt, type SrtServer, type SrtStream } from './srt/srt-server.ts';

export interface IngestOptions {
  db: Db;
  now: () => Date;
  /** Milliseconds that never step. */
  steady: () => number;
  recordingDir: string;
  /** Takes the recordings as well; undefined: they are on the disk alone. */
  bucket?: ObjectBucket | undefined;
  /** With it servers sign what they ask of each other. */
  mediaKey: Buffer;
  /** Smaller pictures are made by ffmpeg, for slower networks. */
  hasLadder?: boolean;
  /** How far viewers can go back in a live broadcast. */
  dvrMinutes: number;
  host: string;
  /** undefined: 1935, once there is an ingest. */
  port: number | undefined;
  /** Encoders may come encrypted; undefined: they cannot. */
  tls?: (CertificateFiles & { port: number }) | undefined;
  /** The balancers that send the PROXY protocol to both ports, as addresses and CIDR ranges. */
  rtmpProxies?: string[] | undefined;
  /** Encoders may come by SRT; undefined: they cannot. */
  srtPort?: number | undefined;
  /** Where encoders reach this server; undefined: the host of the request. */
  publicUrl: string | undefined;
  log: ConstructorParameters<typeof Failures>[0];
  failures?: Failures;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: LoopOptions['isPaused'];
  /** Takes the encoders of new ingests; undefined: this server does. */
  provider?: RemoteInputsOptions['provider'] | undefined;
}

export interface IngestFacts {
  /** undefined: it does not listen. */
  port: number | undefined;
  tlsPort: number | undefined;
  /** `missing`: there is no ffmpeg for it. */
  ladder: 'on' | 'off' | 'missing';
  /** The port; `missing`: there is no ffmpeg for it. */
  srt: number | 'off' | 'missing';
}

const usualPort = 1935;
/** Encoders leave out the port of addresses that begin with rtmps:// only if it is this one. */
const usualTlsPort = 443;
const sweepEveryMs = 5_000;

export class Ingest implements AsyncDisposable {
  readonly broadcasts: Broadcasts;
  readonly films: Films;
  /** undefined: there is no provider. */
  readonly remote: RemoteInputs | undefined;
  readonly #store: RecordingStore | undefined;
  readonly #options: IngestOptions;
  readonly #door = new Door();
  readonly #forgotten: ForgottenBroadcasts;
  readonly #encoderLog: IngestLog;
  readonly #failed: (part: Part) => (error: unknown, message: string) => void;
  readonly #attempts: Attempts;
  #server: Promise<RtmpServer> | undefined;
  #srt: SrtServer | undefined;
  #port: number | undefined;
  #tlsPort: number | undefined;
  #certificate: Certificate | undefined;
  #sweeping: Loop | undefined;

  constructor(options: IngestOptions) {
    const { db, now, steady, recordingDir, dvrMinutes, mediaKey, bucket, log, provider, isPaused } = options;
    const hasLadder = options.hasLadder === true && hasFfmpeg();
    this.#options = options;
    const { failures = new Failures(log) } = options;
    this.#encoderLog = failures.logOf('connection');
    const failed = (part: Part) => (error: unknown, message: string) => failures.report(part, error, message);
    this.#failed = failed;
    this.remote =
      provider && new RemoteInputs({ db, now, log: failures.logOf('provider'), isPaused, provider });
    this.#store = bucket && new RecordingStore({ db, bucket, recordingDir, onError: failed('recording') });
    this.#forgotten = new ForgottenBroadcasts({ db, now });
    this.broadcasts = new Broadcasts({
      db,
      now,
      steady,
      recordingDir,
      dvrMinutes,
      hasLadder,
      relay: createRelayClient({ signingKey: mediaKey, now: () => now().getTime() }),
      store: this.#store,
      onError: (error, message) => log.warn({ err: error }, message),
      failed,
    });
    this.#attempts = new Attempts({
      db,
      now,
      onError: (error) => log.warn({ err: error }, 'an encoder that was turned away could not be noted'),
    });
    this.films = new Films({
      db,
      now,
      recordingDir,
      store: this.#store,
      log: failures.logOf('film'),
      isPaused,
      onApplied: (id) => this.broadcasts.refresh(id),
    });
  }

  /** @throws Node's error for a port of `RTMP_PORT` that is not available, CertificateError. */
  async start(): Promise<void> {
    this.remote?.start();
    this.films.start();
    this.#store?.uploads
      .resume()
      .catch((error) =>
        this.#failed('recording')(error, 'recordings could not be compared with the object store'),
      );
    this.#readCertificate();
    await this.#openSrt();
    if (this.#options.port !== undefined) return this.open();
    if (await hasIngests(this.#options.db)) await this.openIfFree();
  }

  /** Listens, unless it does already. */
  async open(): Promise<void> {
    const { broadcasts } = this;
    const { host, port: wantedPort = usualPort } = this.#options;
    this.#server ??= listenForEncoders({
      host,
      port: wantedPort,
      log: this.#encoderLog,
      tls: this.#readCertificate(),
      door: this.#door,
      isProxy: addressRanges(this.#options.rtmpProxies ?? []),
      publish: (key, encoder) => broadcasts.publish(hashSecret(key), encoder),
      onTurnedAway: (attempt) => this.#attempts.note(attempt),
    });
    try {
      const { port, tlsPort } = await this.#server;
      this.#port = port;
      this.#tlsPort = tlsPort;
    } catch (error) {
      this.#server = undefined;
      throw error;
    }
    this.#sweep();
  }

  #sweep() {
    const { log, isPaused } = this.#options;
    this.#sweeping ??= startLoop({
      run: () => this.#forgotten.sweep(),
      pauseMs: sweepEveryMs,
      log,
      failure: 'broadcasts could not be looked after',
      isPaused,
      startsWithPause: true,
    });
  }

  /** @returns whether it listens. */
  async openIfFree(): Promise<boolean> {
    try {
      await this.open();
      return true;
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the port for encoders is not available');
      return false;
    }
  }

  get isListening(): boolean {
    return this.#port !== undefined;
  }

  /** For the page of the system. */
  get facts(): IngestFacts {
    const ladder = this.#options.hasLadder ? (hasFfmpeg() ? 'on' : 'missing') : 'off';
    const srt = this.#srt?.port ?? (this.#options.srtPort === undefined ? 'off' : 'missing');
    return { port: this.#port, tlsPort: this.#tlsPort, ladder, srt };
  }

  /** @param serverUrl where other servers reach this one. */
  reachableAt(serverUrl: string) {
    this.broadcasts.serverUrl = serverUrl;
  }

  /** @param hostname at which the caller reached the server. */
  rtmpUrl(hostname: string): string {
    const { publicUrl, tls, port = usualPort } = this.#options;
    if (publicUrl !== undefined) return publicUrl;
    const [scheme, shown, usual] = tls
      ? ['rtmps', this.#tlsPort ?? tls.port, usualTlsPort]
      : ['rtmp', this.#port ?? port, usualPort];
    return `${scheme}://${hostname}${shown === usual ? '' : `:${shown}`}/live`;
  }

  /**
   * @param ingest with its key, or without. @param hostname at which the caller reached the server.
   * @returns null: encoders cannot come by SRT.
   */
  srtUrl(hostname: string, { id, keyHash }: { id: string; keyHash?: string }): string | null {
    const { publicUrl, mediaKey } = this.#options;
    if (this.#srt === undefined) return null;
    const host = publicUrl === undefined ? hostname : new URL(publicUrl).hostname;
    const key = keyHash === undefined ? '' : `&passphrase=${passphraseOf(mediaKey, keyHash)}`;
    return `srt://${host}:${this.#srt.port}?streamid=${id}&latency=${latencyMicroseconds}${key}`;
  }

  async #openSrt(): Promise<void> {
    const { srtPort: port, host, log } = this.#options;
    if (port === undefined) return;
    if (!(await hasFfmpegWithSrt()))
      return log.warn({}, 'SRT_PORT is set, but the PATH has no ffmpeg with SRT: encoders cannot come by it');
    this.#srt = await listenForSrt({
      host,
      port,
      log: this.#encoderLog,
      door: this.#door,
      find: (id) => this.#findStream(id),
      refusalOf: (id, keyHash) => this.broadcasts.refusalOf(id, keyHash),
      publish: (keyHash, encoder) => this.broadcasts.publish(keyHash, encoder),
      onTurnedAway: (attempt) => this.#attempts.note(attempt),
      onRefusedCodec: (id, codec) => {
        this.broadcasts
          .nameRefusedCodec(id, codec)
          .catch((error) => log.warn({ err: error }, 'a codec that was refused could not be named'));
      },
    });
    this.#sweep();
  }

  async #findStream(id: string): Promise<SrtStream | undefined> {
    if (!uuid.test(id)) return undefined;
    const { db, mediaKey } = this.#options;
    const row = await findIngestById(db, id);
    if (row === undefined || row.remoteVideoId !== null) return undefined;
    const { keyHash, replacedKeyHashes, endedAt } = row;
    return {
      keyHash,
      passphrase: passphraseOf(mediaKey, keyHash),
      replacedPassphrases: replacedKeyHashes.map((old) => passphraseOf(mediaKey, old)),
      hasEnded: endedAt !== null,
    };
  }

  #readCertificate(): RtmpServerOptions['tls'] {
    const { tls, log } = this.#options;
    if (tls === undefined) return undefined;
    this.#certificate ??= new Certificate(tls, (error) =>
      log.warn({ err: error }, 'the certificate of RTMPS could not be read again: the old one stays'),
    );
    return { port: tls.port, certificate: this.#certificate };
  }

  #ended: Promise<unknown> | undefined;

  /** A job that is slow to end delays no recording. */
  async [Symbol.asyncDispose]() {
    const jobs = [this.#sweeping, this.remote, this.films];
    this.#ended ??= Promise.all([...jobs.map((job) => job?.[Symbol.asyncDispose]()), this.#endBroadcasts()]);
    await this.#ended;
  }

  async #endBroadcasts() {
    const server = await this.#server?.catch(() => undefined);
    await server?.[Symbol.asyncDispose]();
    await this.#srt?.[Symbol.asyncDispose]();
    await this.#attempts[Symbol.asyncDispose]();
    await this.broadcasts.close();
  }
}
