/**
 * A network with faults between the browser and the server: a proxy that answers in place of the server, answers late, or
 * is silent. What was under way when it fell silent never gets an answer, as after a change from Wi-Fi to a phone network.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What happens to one request; undefined: nothing. `change` is given the whole body of the answer. */
type Fault = { status: number } | { lateMs: number } | { change: (body: Buffer) => Buffer } | undefined;

export interface FaultyNetwork extends AsyncDisposable {
  url: string;
  /** Is asked for each request. */
  judge: (path: string) => Fault;
  /** From now on no request gets an answer, also not when the network is back. */
  beSilent: () => void;
  /** Ends the silence. Connections that nothing waits on are closed; the others stay silent for ever. */
  beBack: () => void;
}

export async function openFaultyNetwork(target: string): Promise<FaultyNetwork> {
  const sockets = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  const busy = new WeakSet<Socket>();
  let isSilent = false;
  const server = createServer(onRequest);
  server.on('connection', (socket) => {
    sockets.add(socket);
    if (isSilent) dead.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const network: FaultyNetwork = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    judge: () => undefined,
    beSilent() {
      isSilent = true;
      for (const socket of sockets) dead.add(socket);
    },
    beBack() {
      isSilent = false;
      for (const socket of sockets) if (dead.has(socket) && !busy.has(socket)) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function onRequest(asked: IncomingMessage, answer: ServerResponse) {
    const { socket } = asked;
    busy.add(socket);
    answer.on('finish', () => busy.delete(socket));
    if (dead.has(socket)) return;
    const fault = network.judge(asked.url ?? '');
    if (fault && 'status' in fault) return void answer.writeHead(fault.status).end();
    if (fault && 'lateMs' in fault) setTimeout(() => forward(asked, answer), fault.lateMs);
    else forward(asked, answer, fault?.change);
  }

  function forward(asked: IncomingMessage, answer: ServerResponse, change?: (body: Buffer) => Buffer) {
    const { socket } = asked;
    const { hostname, port } = new URL(target);
    const options = { hostname, port, path: asked.url, method: asked.method, headers: asked.headers };
    const onward = request(options, (reply) => {
      if (dead.has(socket)) return void reply.resume();
      if (change && reply.statusCode === 200) return void sendChanged(reply, answer, change);
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.on('data', (chunk) => {
        if (!dead.has(socket)) answer.write(chunk);
      });
      reply.on('end', () => {
        if (!dead.has(socket)) answer.end();
      });
      reply.on('error', () => {
        if (!dead.has(socket)) answer.destroy();
      });
    });
    onward.on('error', () => {
      if (!dead.has(socket)) socket.destroy();
    });
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }

  return network;
}

/** Of the same length, so that the headers hold. */
async function sendChanged(reply: IncomingMessage, answer: ServerResponse, change: (body: Buffer) => Buffer) {
  const body = Buffer.concat(await reply.toArray());
  answer.writeHead(200, reply.rawHeaders).end(change(body));
}
