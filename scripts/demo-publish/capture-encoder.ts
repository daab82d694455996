/** An encoder for machines without ffmpeg: it sends a recorded test picture over and over, with times that go on. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { writeAmf } from '../../server/src/ingest/rtmp/amf0.ts';
import { type RtmpMessage, writeMessage } from '../../server/src/ingest/rtmp/rtmp-chunks.ts';
import { cutOff, type DemoEncoder, type StreamKey } from './demo-encoder.ts';

const file = fileURLToPath(new URL('capture.flv', import.meta.url));
const loopMs = 8_000;
const tickMs = 40;
const answerWithinMs = 5_000;
const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);

type AmfArguments = Parameters<typeof writeAmf>;

export async function publishCapture({ rtmpUrl, streamKey }: StreamKey): Promise<DemoEncoder> {
  const { hostname, port, pathname } = new URL(rtmpUrl);
  const socket = connect(Number(port || 1935), hostname.replace(/^\[|\]$/g, ''));
  let failure = cutOff;
  socket.on('error', ({ message }) => {
    if (socket.connecting) failure = message;
  });
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(failure)));
  await Promise.race([once(socket, 'connect').catch(() => {}), ended]);
  const app = pathname.slice(1);
  socket.write(handshake);
  socket.write(command('connect', 1, { app, tcUrl: rtmpUrl }));
  socket.write(command('createStream', 2, null));
  socket.write(command('publish', 3, null, streamKey, 'live'));
  if (!(await isAccepted(socket))) failure = 'the server does not take the key.';
  const stopFilm = film(socket);
  void ended.then(stopFilm);
  return {
    name: 'a recorded test picture (with ffmpeg it is larger)',
    ended,
    async stop() {
      stopFilm();
      if (socket.destroyed) return;
      socket.end(command('deleteStream', 4, null, 1));
      await ended;
    },
  };
}

function command(...values: AmfArguments): Buffer {
  return writeMessage(3, { type: 20, streamId: 0, timestamp: 0, payload: writeAmf(...values) });
}

/** The answer is one line of text in a message that nothing follows, so it need not be taken apart. */
function isAccepted(socket: Socket): Promise<boolean> {
  let received = '';
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), answerWithinMs);
    const done = (isStarted: boolean) => {
      clearTimeout(timer);
      resolve(isStarted);
    };
    socket.once('close', () => done(false));
    socket.on('data', (bytes) => {
      received = (received + bytes.toString('latin1')).slice(-1_000);
      if (received.includes('NetStream.Publish.Start')) done(true);
    });
  });
}

/** @returns a function that ends it. */
function film(socket: Socket): () => void {
  const messages = [...messagesOf(readFileSync(file))];
  const isConfig = ({ payload }: RtmpMessage) => payload[1] === 0;
  const frames = messages.filter((message) => !isConfig(message) && message.timestamp < loopMs);
  for (const message of messages.filter(isConfig)) socket.write(writeMessage(4, message));
  const began = performance.now();
  let [round, index] = [0, 0];
  const timer = setInterval(() => {
    for (;;) {
      const message = frames[index] as RtmpMessage;
      const timestamp = round * loopMs + message.timestamp;
      if (timestamp > performance.now() - began) return;
      socket.write(writeMessage(4, { ...message, timestamp }));
      index = (index + 1) % frames.length;
      if (index === 0) round += 1;
    }
  }, tickMs);
  return () => clearInterval(timer);
}

/** FLV, annex E.3: a header of 13 bytes, then tags, each with the size of the one before it. */
function* messagesOf(flv: Buffer): Generator<RtmpMessage> {
  for (let at = 13; at + 11 <= flv.length; ) {
    const length = flv.readUIntBE(at + 1, 3);
    const type = flv[at] ?? 0;
    const payload = flv.subarray(at + 11, at + 11 + length);
    if (type === 8 || type === 9) yield { type, streamId: 1, timestamp: flv.readUIntBE(at + 4, 3), payload };
    at += 15 + length;
  }
}
