/** Clients that cost a server something by what they do not do: they do not read, do not finish, do not leave. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface SlowClient {
  socket: Socket;
  /** What the server has sent so far, if the client reads. */
  received(): string;
}

/** A client that reads, unless its socket is paused. It ignores the end of the server's side and goes on sending. */
export async function openClient(port: number, localAddress = '127.0.0.1'): Promise<SlowClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1').slice(0, 10_000);
  });
  // A server may cut the connection with a reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, received: () => text };
}

/** Sends the text, a few bytes at a time, until the connection ends. */
export async function drip({ socket }: SlowClient, text: string, everyMs: number): Promise<void> {
  for (let at = 0; at < text.length && !socket.destroyed; at += 1) {
    socket.write(text[at] ?? '');
    await wait(everyMs);
  }
}

export const requestOf = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
