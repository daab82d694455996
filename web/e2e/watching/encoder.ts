/** An encoder at the venue: a few lines of RTMP that loop a short feed. It is lost without a word when it is killed. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { writeAmf } from '../../../server/src/ingest/rtmp/amf0.ts';
import { type RtmpMessage, writeMessage } from '../../../server/src/ingest/rtmp/rtmp-chunks.ts';

export interface Encoder extends Disposable {
  kill(): void;
}

export interface StreamKey {
  rtmpUrl: string;
  streamKey: string;
}

/** `mono`: 320x180 with one channel of sound at 44.1 kHz; the others have two at 48 kHz. */
type FeedName = '640x360' | '320x180' | 'mono';

const feedMs = 4000;
const handshakeBytes = 1536;

/** Publishes in real time until it is killed. */
export async function publish(key: StreamKey, name: FeedName): Promise<Encoder> {
  const kill = await publishFeed(key, name);
  return { kill, [Symbol.dispose]: kill };
}

async function publishFeed({ rtmpUrl, streamKey }: StreamKey, name: FeedName) {
  const { hostname, port } = new URL(rtmpUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const command = (...values: Parameters<typeof writeAmf>) =>
    writeMessage(3, { type: 20, streamId: 0, timestamp: 0, payload: writeAmf(...values) });
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * handshakeBytes)]));
  socket.write(command('connect', 1, { app: 'live', tcUrl: rtmpUrl }));
  socket.write(command('createStream', 2, null));
  socket.write(command('publish', 3, null, streamKey, 'live'));
  await isAccepted(socket);

  const messages = messagesOf(await readFile(new URL(`feeds/${name}.flv`, import.meta.url)));
  const isConfig = ({ payload }: RtmpMessage) => payload[1] === 0;
  for (const config of messages.filter(isConfig)) socket.write(writeMessage(4, config));
  const frames = messages.filter((message) => !isConfig(message));
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (;;) {
      const frame = frames[sent % frames.length] as RtmpMessage;
      const timestamp = frame.timestamp + Math.floor(sent / frames.length) * feedMs;
      if (timestamp > performance.now() - began) return;
      socket.write(writeMessage(4, { ...frame, timestamp }));
      sent += 1;
    }
  }, 40);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}

async function isAccepted(socket: Socket): Promise<void> {
  let received = '';
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    received += bytes.toString('latin1');
    if (received.includes('NetStream.Publish.Start')) return void socket.resume();
  }
  throw new Error('The server took no feed');
}

/** The audio and video of an FLV file, without its metadata. */
function messagesOf(flv: Buffer): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  const [headBytes, tagHeadBytes, tailBytes, metadata] = [13, 11, 4, 18];
  for (let at = headBytes; at + tagHeadBytes <= flv.length; ) {
    const length = flv.readUIntBE(at + 1, 3);
    const payload = flv.subarray(at + tagHeadBytes, at + tagHeadBytes + length);
    const type = flv.readUInt8(at);
    if (type !== metadata)
      messages.push({ type, streamId: 1, timestamp: flv.readUIntBE(at + 4, 3), payload });
    at += tagHeadBytes + length + tailBytes;
  }
  return messages;
}
