/**
 * Listens for encoders, by RTMP and by RTMPS. Until its key was accepted a connection gets a place at the door, five seconds and
 * little memory, the handshake of TLS included.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Door } from '../door/door.ts';
import { takeProxyHeader } from '../door/proxy-protocol.ts';
import type { Attempt, Refused } from '../door/refusal.ts';
import type { Certificate } from './certificate.ts';
import type { Encoder, IngestLog, Publication } from './publication.ts';
import { expelMs, RtmpConnection } from './rtmp-connection.ts';

export interface RtmpServerOptions {
  host: string;
  port: number;
  /** Where encrypted connections come in; undefined: nowhere. */
  tls: { port: number; certificate: Certificate } | undefined;
  door: Door;
  /** Whether connections of this address begin with a header of the PROXY protocol. */
  isProxy: (address: string) => boolean;
  publish(key: string, encoder: Encoder): Promise<Publication | Refused>;
  onTurnedAway: (attempt: Attempt) => void;
  log: IngestLog;
}

export interface RtmpServer extends AsyncDisposable {
  port: number;
  tlsPort: number | undefined;
}

const mostTurnedAway = 200;

/** @throws Node's error for an address that is not available, such as EADDRINUSE. */
export async function listenForEncoders(options: RtmpServerOptions): Promise<RtmpServer> {
  const { host, tls, log } = options;
  const sockets = new Set<Socket>();
  await using life = new AsyncDisposableStack();
  const open = async (port: number, connectionOf: (socket: Socket) => Socket) => {
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      receive(socket, connectionOf, options).catch((error) => {
        log.warn({ err: error, remote: socket.remoteAddress }, 'the connection of an encoder failed');
        socket.destroy();
      });
    });
    await listening(server, host, port);
    // Without a descriptor for one more connection, for example.
    server.on('error', (error) => log.warn({ err: error }, 'an encoder could not connect'));
    life.defer(async () => void (await new Promise((resolve) => server.close(resolve))));
    const address = server.address();
    return typeof address === 'object' && address ? address.port : port;
  };
  const port = await open(options.port, (socket) => socket);
  const tlsPort = tls && (await open(tls.port, (socket) => encrypted(socket, tls.certificate)));
  const opened = life.move();
  return {
    port,
    tlsPort,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await opened.disposeAsync();
    },
  };
}

async function receive(
  socket: Socket,
  connectionOf: (socket: Socket) => Socket,
  { door, isProxy, publish, onTurnedAway, log }: RtmpServerOptions,
) {
  const { remoteAddress = '' } = socket;
  const header = isProxy(remoteAddress) ? await takeProxyHeader(socket) : undefined;
  if (socket.destroyed) return;
  const remote = header?.address ?? remoteAddress;
  const place = door.enter(remote);
  if (place === undefined) {
    onTurnedAway({ ingestId: undefined, remote, protocol: 'rtmp', refusal: 'too-many-connections' });
    return turnAway(socket);
  }
  const bytesRead = () => socket.bytesRead - (header?.length ?? 0);
  try {
    // The limits come before the handshake of TLS, which costs the most.
    new RtmpConnection(connectionOf(socket), { remote, bytesRead, place, publish, onTurnedAway, log });
  } catch (error) {
    place.leave(false);
    throw error;
  }
}

let turnedAway = 0;

/** Reads nothing of it, and closes it a moment later. */
function turnAway(socket: Socket) {
  if (turnedAway >= mostTurnedAway) return socket.destroy();
  turnedAway += 1;
  socket.once('close', () => {
    turnedAway -= 1;
  });
  socket.pause();
  setTimeout(() => socket.destroy(), expelMs).unref();
}

function encrypted(socket: Socket, certificate: Certificate): Socket {
  const secure = new TLSSocket(socket, { isServer: true, secureContext: certificate.context() });
  socket.on('close', () => secure.destroy());
  secure.on('error', () => secure.destroy());
  return secure;
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
