/**
 * The connection of OBS Studio, byte for byte as its librtmp makes it: the order of its commands, their fields, chunks of
 * 4096 bytes, and short headers wherever they are allowed. It waits for each answer as OBS does.
 */
import { writeAmf } from '../../src/ingest/rtmp/amf0.ts';
import type { RtmpMessage } from '../../src/ingest/rtmp/rtmp-chunks.ts';
import { connectEncoder, portOf, type RawEncoder } from './encoder.ts';
import { until } from './venue.ts';

const chunkBytes = 4096;
const encoderName = 'obs-output module (libobs version 30.2.3)';

/** @param format 0 has all fields of the header; 1 leaves out the id of the stream. */
function packet(format: 0 | 1, channel: number, { type, streamId, timestamp, payload }: RtmpMessage): Buffer {
  const header = Buffer.alloc(format === 0 ? 12 : 8);
  header[0] = (format << 6) | channel;
  header.writeUIntBE(timestamp, 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header[7] = type;
  if (format === 0) header.writeUInt32LE(streamId, 8);
  const chunks: Buffer[] = [header];
  for (let at = 0; at < payload.length; at += chunkBytes) {
    if (at > 0) chunks.push(Buffer.from([0xc0 | channel]));
    chunks.push(payload.subarray(at, at + chunkBytes));
  }
  return Buffer.concat(chunks);
}

const command = (format: 0 | 1, ...values: Parameters<typeof writeAmf>) =>
  packet(format, 3, { type: 20, streamId: 0, timestamp: 0, payload: writeAmf(...values) });

const name = (text: string) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]);

/** An ECMA array, with the fields that OBS writes and in its order. */
function metadata(): Buffer {
  const numbers = {
    duration: 0,
    fileSize: 0,
    width: 320,
    height: 180,
    videocodecid: 7,
    videodatarate: 2500,
    framerate: 25,
    audiocodecid: 10,
    audiodatarate: 160,
    audiosamplerate: 48_000,
    audiosamplesize: 16,
    audiochannels: 2,
  };
  const layouts = { stereo: 1, '2.1': 0, '3.1': 0, '4.0': 0, '4.1': 0, '5.1': 0, '7.1': 0 };
  const count = Buffer.from([8, 0, 0, 0, 20]);
  return Buffer.concat([
    writeAmf('@setDataFrame', 'onMetaData'),
    count,
    ...Object.entries(numbers).flatMap(([field, value]) => [name(field), writeAmf(value)]),
    ...Object.entries(layouts).flatMap(([field, value]) => [name(field), Buffer.from([1, value])]),
    name('encoder'),
    writeAmf(encoderName),
    Buffer.from([0, 0, 9]),
  ]);
}

/** The fields of the dialog "Stream" as an organiser filled them in. */
export interface ObsSettings {
  server: string;
  streamKey: string;
}

export async function publishAsObs({ server, streamKey }: ObsSettings): Promise<RawEncoder> {
  const encoder = await connectEncoder(portOf(server));
  const hasAnswer = (text: string) =>
    until(
      async () => encoder.received().toString('latin1'),
      (received) => received.includes(text) || encoder.socket.destroyed,
      5_000,
    );
  const version = Buffer.from([3]);
  const c1 = Buffer.alloc(1536, 0x5a);
  c1.fill(0, 4, 8);
  await encoder.send(Buffer.concat([version, c1]));
  await until(
    async () => encoder.received().length,
    (length) => length >= 1 + 2 * 1536,
    5_000,
  );
  await encoder.send(encoder.received().subarray(1, 1 + 1536));

  const size = Buffer.alloc(4);
  size.writeUInt32BE(chunkBytes);
  const app = new URL(server).pathname.slice(1);
  await encoder.send(packet(0, 2, { type: 1, streamId: 0, timestamp: 0, payload: size }));
  await encoder.send(
    command(0, 'connect', 1, {
      app,
      type: 'nonprivate',
      flashVer: 'FMLE/3.0 (compatible; FMSc/1.0)',
      swfUrl: server,
      tcUrl: server,
    }),
  );
  await hasAnswer('NetConnection.Connect.Success');
  await encoder.send(command(1, 'releaseStream', 2, null, streamKey));
  await encoder.send(command(1, 'FCPublish', 3, null, streamKey));
  await encoder.send(command(1, 'createStream', 4, null));
  // The answer to createStream: `_result`, 4, null, 1.
  await hasAnswer(writeAmf('_result', 4, null, 1).toString('latin1'));
  const publish = writeAmf('publish', 5, null, streamKey, 'live');
  await encoder.send(packet(0, 4, { type: 20, streamId: 1, timestamp: 0, payload: publish }));
  await hasAnswer('NetStream.Publish.');
  await encoder.send(packet(0, 4, { type: 18, streamId: 1, timestamp: 0, payload: metadata() }));
  return encoder;
}

export const obsName = encoderName;

/**
 * Media of OBS: after the first message the headers leave out the id of the stream, and their time is the step since the
 * message before.
 */
export function obsMedia(): (messages: readonly RtmpMessage[]) => Buffer {
  let before: number | undefined;
  return (messages) =>
    Buffer.concat(
      messages.map((message) => {
        const step = message.timestamp - (before ?? message.timestamp);
        const isFirst = before === undefined || step < 0;
        before = message.timestamp;
        return isFirst ? packet(0, 4, message) : packet(1, 4, { ...message, timestamp: step });
      }),
    );
}

/** "Stop streaming". */
export function obsEnd(streamKey: string): Buffer {
  return Buffer.concat([
    command(1, 'FCUnpublish', 6, null, streamKey),
    command(1, 'deleteStream', 7, null, 1),
  ]);
}
