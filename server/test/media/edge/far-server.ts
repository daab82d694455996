/** A relay in front of a server, as if it were far away: each direction takes its time, and it can go away. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export interface Relay extends AsyncDisposable {
  port: number;
  /** Cuts what is open and refuses what comes. */
  leave(): Promise<void>;
}

export async function relayTo(originPort: number, oneWayMs: number): Promise<Relay> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const origin = connect(originPort, '127.0.0.1');
    for (const socket of [client, origin]) {
      open.add(socket);
      socket.setNoDelay(true).on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        origin.destroy();
      });
    }
    client.pipe(late(oneWayMs)).pipe(origin);
    origin.pipe(late(oneWayMs)).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const leave = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of open) socket.destroy();
    await once(server, 'close');
  };
  return { port, leave, [Symbol.asyncDispose]: leave };
}

function late(ms: number): Transform {
  return new Transform({
    async transform(chunk, _encoding, done) {
      await wait(ms);
      done(null, chunk);
    },
  });
}
