/** An encoder in a few lines, for what real ones never do: it speaks RTMP over a socket and sends what it is told. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { writeAmf } from '../../src/ingest/rtmp/amf0.ts';
import { type RtmpMessage, writeMessage } from '../../src/ingest/rtmp/rtmp-chunks.ts';

const flv = readFileSync(fileURLToPath(new URL('../../assets/slate/slate.flv', import.meta.url)));

/** Two seconds of real H.264 and AAC: what an encoder would send. */
export const capture: RtmpMessage[] = [];
for (let at = 13; at + 11 <= flv.length; ) {
  const length = flv.readUIntBE(at + 1, 3);
  const [type = 0, timestamp, payload] = [
    flv[at],
    flv.readUIntBE(at + 4, 3),
    flv.subarray(at + 11, at + 11 + length),
  ];
  if (type !== 18) capture.push({ type, streamId: 1, timestamp, payload });
  at += 15 + length;
}

const command = (...values: Parameters<typeof writeAmf>) =>
  writeMessage(3, { type: 20, streamId: 0, timestamp: 0, payload: writeAmf(...values) });

/** Everything before the media, as one piece. */
export function opening(streamKey: string): Buffer {
  return Buffer.concat([
    Buffer.from([3]),
    Buffer.alloc(2 * 1536),
    command('connect', 1, { app: 'live', tcUrl: 'rtmp://localhost/live' }),
    command('createStream', 4, null),
    command('publish', 5, null, streamKey, 'live'),
  ]);
}

export function mediaBytes(messages: readonly RtmpMessage[]): Buffer {
  return Buffer.concat(messages.map((message) => writeMessage(4, message)));
}

export interface RawEncoder extends Disposable {
  socket: Socket;
  send(bytes: Buffer): Promise<void>;
  /** What the server sent so far. */
  received(): Buffer;
  closed: Promise<void>;
}

/** @param localAddress of the loopback: to the server each is a network of its own. */
export async function connectEncoder(port: number, localAddress = '127.0.0.1'): Promise<RawEncoder> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => chunks.push(bytes));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), closed]);
  return {
    socket,
    closed,
    received: () => Buffer.concat(chunks),
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** Publishes, and waits until the server has answered. */
export async function publish(
  key: { rtmpUrl: string; streamKey: string },
  localAddress?: string,
): Promise<RawEncoder> {
  const encoder = await connectEncoder(portOf(key.rtmpUrl), localAddress);
  await encoder.send(opening(key.streamKey));
  const deadline = Date.now() + 5_000;
  const isAnswered = () => /NetStream\.Publish\.(Start|BadName)/.test(encoder.received().toString('latin1'));
  while (!isAnswered() && !encoder.socket.destroyed && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return encoder;
}

export function portOf(rtmpUrl: string): number {
  return Number(new URL(rtmpUrl).port);
}

/** The capture, over and over in real time, from this timestamp on. @returns a function that ends it. */
export function film(encoder: RawEncoder, from = 0, write = mediaBytes, media = capture): () => void {
  const [configs, frames] = [media.filter(isConfig), media.filter((message) => !isConfig(message))];
  void encoder.send(write(configs));
  const began = performance.now();
  let [round, index] = [0, 0];
  const timer = setInterval(() => {
    for (;;) {
      const message = frames[index] as RtmpMessage;
      const ms = round * 2_000 + message.timestamp;
      if (ms > performance.now() - began) return;
      void encoder.send(write([{ ...message, timestamp: (from + ms) >>> 0 }]));
      index += 1;
      if (index < frames.length) continue;
      [index, round] = [0, round + 1];
    }
  }, 40);
  return () => clearInterval(timer);
}

function isConfig({ type, payload }: RtmpMessage): boolean {
  const [first = 0, second] = payload;
  // Of enhanced RTMP the configuration of a video is packet 0 with the highest bit.
  return type === 9 && first & 0x80 ? (first & 0x0f) === 0 : second === 0;
}
