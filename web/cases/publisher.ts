/** Publishes an FLV file by RTMP in real time, as odd encoders do. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { amf, ChunkWriter, isHeader, type Message, messageType, readFlv } from './rtmp.ts';

/** What is sent in the place of a message. @param seconds since the start. */
export type Change = (message: Message & { seconds: number }) => Message[];

export interface PublishOptions {
  url: string;
  key: string;
  file: string;
  seconds: number;
  /** The timestamp at which it begins. */
  startMs?: number;
  change?: Change[];
  chunkBytes?: number;
  repeatsTime?: boolean;
  /** Of the first chunk of media. */
  firstFormat?: 0 | 1;
  commandsInAmf3?: boolean;
  metadata?: Buffer;
}

export interface Feed {
  /** Why it was refused; undefined: it was taken. */
  refused: string | undefined;
  /** All of it was sent, or the server has closed the connection. */
  done: Promise<void>;
  isClosed(): boolean;
  stop(): void;
}

export const metadataOf = (...values: Buffer[]) =>
  Buffer.concat([amf.text('@setDataFrame'), amf.text('onMetaData'), ...values]);
const plain = metadataOf(amf.ecmaArray({ encoder: 'case', duration: 0 }));

export async function publish(options: PublishOptions): Promise<Feed> {
  const {
    url,
    key,
    chunkBytes = 4_096,
    repeatsTime = true,
    commandsInAmf3 = false,
    metadata = plain,
  } = options;
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port) || 1935, hostname.replace('localhost', '127.0.0.1'));
  socket.setNoDelay(true);
  socket.on('error', () => {});
  let received = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    if (received.length < 65_536) received = Buffer.concat([received, bytes]);
  });
  let isClosed = false;
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      isClosed = true;
      resolve();
    }),
  );
  const answered = async (isThere: () => boolean) => {
    for (const end = performance.now() + 5_000; !isThere() && !isClosed && performance.now() < end; )
      await wait(10);
    return isThere();
  };
  const feed = { isClosed: () => isClosed, stop: () => void socket.destroy() };
  const refused = (why: string): Feed => {
    socket.destroy();
    return { ...feed, refused: why, done: Promise.resolve() };
  };

  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536, 7)]));
  if (!(await answered(() => received.length >= 3_073))) return refused('no handshake');
  socket.write(Buffer.alloc(1536));
  const chunks = new ChunkWriter(repeatsTime);
  const command = (streamId: number, ...values: Buffer[]) => {
    const body = Buffer.concat(values);
    const message = commandsInAmf3
      ? { type: messageType.command3, body: Buffer.concat([Buffer.from([0]), body]) }
      : { type: messageType.command, body };
    socket.write(chunks.write({ chunkStream: 3, streamId, ...message }));
  };
  socket.write(chunks.setChunkBytes(chunkBytes));
  const app = { app: pathname.slice(1), type: 'nonprivate', flashVer: 'FMLE/3.0', tcUrl: url };
  command(0, amf.text('connect'), amf.number(1), amf.object(app));
  if (!(await answered(() => received.includes('Connect.Success')))) return refused('no answer to connect');
  command(0, amf.text('createStream'), amf.number(4), amf.nothing);
  command(1, amf.text('publish'), amf.number(5), amf.nothing, amf.text(key), amf.text('live'));
  if (!(await answered(() => received.includes('Publish.Start'))))
    return refused(
      /[\w -]*(?:key|broadcast|encoder)[\w -]*/.exec(received.toString('latin1'))?.[0] ??
        'no answer to publish',
    );
  socket.write(chunks.write({ chunkStream: 5, type: messageType.data, streamId: 1, body: metadata }));
  const send = (message: Message, format: 0 | 1) =>
    socket.write(chunks.write({ chunkStream: 4, streamId: 1, ...message, time: message.time >>> 0, format }));
  return { ...feed, refused: undefined, done: sendMedia(options, { send, closed, isClosed: feed.isClosed }) };
}

interface Sender {
  send(message: Message, format: 0 | 1): void;
  closed: Promise<void>;
  isClosed(): boolean;
}

async function sendMedia(
  { file, seconds, startMs = 0, change = [], firstFormat = 0 }: PublishOptions,
  { send, closed, isClosed }: Sender,
): Promise<void> {
  const tags = readFlv(file);
  const headers = tags.filter(isHeader).slice(0, 2);
  const frames = tags.filter((tag) => !headers.includes(tag));
  const loopMs = (frames.at(-1)?.time ?? 0) + 33;
  let format = firstFormat;
  const pass = ({ type, body }: Message, ms: number) => {
    let list: Message[] = [{ type, body, time: startMs + ms }];
    for (const one of change) list = list.flatMap((message) => one({ ...message, seconds: ms / 1_000 }));
    for (const message of list) {
      send(message, format);
      format = 0;
    }
  };
  for (const header of headers) pass(header, 0);
  const began = performance.now();
  for (let sent = 0; !isClosed(); sent += 1) {
    const frame = frames[sent % frames.length] as Message;
    const ms = Math.floor(sent / frames.length) * loopMs + frame.time;
    if (ms > seconds * 1_000) return;
    const early = ms - (performance.now() - began);
    if (early > 4) await Promise.race([wait(early), closed]);
    if (!isClosed()) pass(frame, ms);
  }
}
