/**
 * Listens for encoders, by RTMP and by RTMPS. Until its key was accepted a connection gets five seconds and little memory,
 * the handshake of TLS included.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';
import { Door, type Guest } from './door.ts';
import { RateLimit } from './rate-limit.ts';
import { RtmpError } from './rtmp-error.ts';
import { RtmpSession, type SessionEvent } from './rtmp-session.ts';

/** The connection of an encoder. */
export interface Encoder {
  cut(reason: string): void;
  /** Nothing is read of it while it is paused. */
  setPaused(isPaused: boolean): void;
}

/** What a connection becomes once its key was accepted. */
export interface Publication {
  id: string;
  feed: { onMetadata(fields: Metadata): void; onMedia(message: Media): void };
  disconnect(): void;
}
type Metadata = Extract<SessionEvent, { kind: 'metadata' }>['fields'];
type Media = Extract<SessionEvent, { kind: 'media' }>['message'];

export interface RtmpServerOptions {
  host: string;
  port: number;
  /** Where encrypted connections come in; undefined: nowhere. */
  tls: { port: number; certificate: Certificate } | undefined;
  /** @returns undefined: the key is wrong. */
  publish(key: string, encoder: Encoder): Promise<Publication | undefined>;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export interface RtmpServer extends AsyncDisposable {
  port: number;
  tlsPort: number | undefined;
}

const setupMs = 5_000;
/** An encoder that sends nothing for this long may be half open. */
const cutOffMs = 10_000;
const farewellMs = 1_000;
/** An encoder that reads none of its few answers does not wait for more. */
const mostUnreadBytes = 64 * 1024;

/** @throws Node's error for an address that is not available, such as EADDRINUSE. */
export async function listenForEncoders(options: RtmpServerOptions): Promise<RtmpServer> {
  const { host, tls } = options;
  const door = new Door();
  await using life = new AsyncDisposableStack();
  const open = async (port: number, connectionOf: (socket: Socket) => Socket) => {
    // The limits come before the handshake of TLS, which costs the most.
    const server = createServer({ noDelay: true }, (socket) => {
      const guest = door.admit(socket);
      if (guest) serve(connectionOf(socket), options, guest);
    });
    await listening(server, host, port);
    life.defer(async () => void (await new Promise((resolve) => server.close(resolve))));
    const address = server.address();
    return typeof address === 'object' && address ? address.port : port;
  };
  const port = await open(options.port, (socket) => socket);
  const tlsPort = tls && (await open(tls.port, (socket) => encrypted(socket, tls.certificate)));
  const opened = life.move();
  return {
    ...{ port, tlsPort },
    async [Symbol.asyncDispose]() {
      door.close();
      await opened.disposeAsync();
    },
  };
}

function encrypted(socket: Socket, certificate: Certificate): Socket {
  const secure = new TLSSocket(socket, { isServer: true, secureContext: certificate.context() });
  socket.on('close', () => secure.destroy());
  secure.on('error', () => secure.destroy());
  return secure;
}

function serve(socket: Socket, { publish, log }: RtmpServerOptions, { onKnown, onWrongKey }: Guest) {
  const session = new RtmpSession((bytes) => {
    socket.write(bytes);
    if (socket.writableLength > mostUnreadBytes) close('it reads no answers');
  });
  let publication: Publication | undefined;
  let [isAsking, isPaused, isTooFast] = [false, false, false];
  const rate = new RateLimit(() => performance.now());
  const remote = socket.remoteAddress;
  const flow = () => (isAsking || isPaused || isTooFast ? socket.pause() : socket.resume());
  const close = (reason: string) => {
    if (!socket.destroyed)
      log.info({ remote, reason, broadcast: publication?.id }, 'an encoder was disconnected');
    socket.destroy();
  };
  const encoder: Encoder = {
    cut: close,
    setPaused(value) {
      if (value === isPaused) return;
      isPaused = value;
      flow();
    },
  };
  const setup = setTimeout(() => close('it did not publish in time'), setupMs);
  socket.setTimeout(cutOffMs, () => {
    // A feed that is slowed down is silent because nobody reads it.
    if (!isPaused && !isTooFast) close('it was silent');
  });
  socket.on('close', () => {
    clearTimeout(setup);
    publication?.disconnect();
  });

  const ask = async (key: string) => {
    isAsking = true;
    flow();
    const accepted = await publish(key, encoder);
    if (socket.destroyed) return accepted?.disconnect();
    if (accepted === undefined) {
      onWrongKey();
      session.refuse('The key is wrong, or its broadcast has ended.');
      log.warn({ remote }, 'an encoder came with a wrong key');
      socket.end(() => socket.destroy());
      return;
    }
    clearTimeout(setup);
    onKnown();
    publication = accepted;
    log.info({ remote, broadcast: accepted.id }, 'an encoder publishes');
    session.accept();
    isAsking = false;
    flow();
  };

  /** The encoder closes first: cut off in the middle of its farewell, GStreamer reports a failure. */
  const leave = () => {
    if (publication === undefined) return;
    log.info({ remote, broadcast: publication.id }, 'an encoder ended its feed');
    publication.disconnect();
    publication = undefined;
    setTimeout(() => socket.destroy(), farewellMs).unref();
  };
  const take = (event: SessionEvent) => {
    if (event.kind === 'publish') {
      ask(event.key).catch((error) => {
        log.warn({ err: error, remote }, 'a key could not be checked');
        close('its key could not be checked');
      });
    } else if (event.kind === 'metadata') publication?.feed.onMetadata(event.fields);
    else if (event.kind === 'media') publication?.feed.onMedia(event.message);
    else leave();
  };

  const slowDown = (ms: number) => {
    if (ms === 0 || isTooFast) return;
    isTooFast = true;
    flow();
    setTimeout(() => {
      isTooFast = false;
      flow();
    }, ms).unref();
  };
  socket.on('data', (bytes) => {
    const before = session.cost;
    try {
      for (const event of session.push(bytes)) if (!socket.destroyed) take(event);
      slowDown(rate.take(session.cost - before));
    } catch (error) {
      if (!(error instanceof RtmpError))
        log.warn({ err: error, remote, broadcast: publication?.id }, 'a message of an encoder failed');
      close(error instanceof RtmpError ? error.message : 'it failed');
    }
  });
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
