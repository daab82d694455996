/** Stands between encoder and server, and notes when the server accepts a publication. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Gate extends Disposable {
  port: number;
  /** Resolves with the moment when the next publication is accepted; milliseconds since 1970. */
  accepted(): Promise<number>;
}

export async function openGate(serverPort: number): Promise<Gate> {
  const waiting: Array<(at: number) => void> = [];
  const sockets = new Set<Socket>();
  const gate = createServer((encoder) => {
    const server = connect(serverPort, '127.0.0.1');
    let isAccepted = false;
    server.on('data', (bytes) => {
      if (isAccepted || !bytes.includes('NetStream.Publish.Start')) return;
      isAccepted = true;
      for (const tell of waiting.splice(0)) tell(Date.now());
    });
    encoder.pipe(server);
    server.pipe(encoder);
    for (const [one, other] of [
      [encoder, server],
      [server, encoder],
    ] as const) {
      sockets.add(one);
      one.setNoDelay();
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    port: (gate.address() as AddressInfo).port,
    accepted: () => new Promise((resolve) => waiting.push(resolve)),
    [Symbol.dispose]() {
      gate.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
