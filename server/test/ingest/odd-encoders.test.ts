/**
 * Encoders with habits of their own: how they cut their messages, and what they say of themselves, never costs the picture.
 * ffmpeg reads the replay of each.
 *
 * @tier all
 * @engine one
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { writeAmf } from '../../src/ingest/rtmp/amf0.ts';
import { messageType, type RtmpMessage, writeMessage } from '../../src/ingest/rtmp/rtmp-chunks.ts';
import { startApi } from '../harness.ts';
import { itWith } from '../tools.ts';
import { connectEncoder, film, mediaBytes, opening, portOf } from './encoder.ts';
import { setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();
const origin = api.app.listen({ host: '127.0.0.1', port: 0 });

interface Habit {
  /** After the key. */
  greeting?: Buffer;
  from?: number;
  write?: (messages: readonly RtmpMessage[]) => Buffer;
  encoder?: string | null;
  open?: (streamKey: string) => Buffer;
}

const uint = (value: number, bytes: number) => {
  const out = Buffer.alloc(bytes);
  out.writeUIntBE(value, 0, bytes);
  return out;
};
const text = (value: string) => Buffer.concat([uint(value.length, 2), Buffer.from(value)]);
const field = Buffer.concat([text('encoder'), writeAmf('odd')]);
const end = Buffer.from([0, 0, 9]);
const metadata = (...fields: Buffer[]): Habit => ({
  greeting: writeMessage(5, {
    type: messageType.data,
    streamId: 1,
    timestamp: 0,
    payload: Buffer.concat([writeAmf('@setDataFrame', 'onMetaData'), ...fields]),
  }),
});
const array = Buffer.from([8, 0, 0, 0, 1]);

/** @param format of the first header: 1 leaves out the message stream, 2 its length too. */
function chunked(
  { type, timestamp, payload }: RtmpMessage,
  { size, format = 0, repeatsTime = true }: { size: number; format?: 0 | 1; repeatsTime?: boolean },
): Buffer {
  const isExtended = timestamp >= 0xffffff;
  const time = isExtended ? uint(timestamp, 4) : Buffer.alloc(0);
  const header: Buffer[] = [
    Buffer.from([(format << 6) | 4]),
    uint(Math.min(timestamp, 0xffffff), 3),
    uint(payload.length, 3),
    Buffer.from([type]),
    Buffer.from(format === 0 ? [1, 0, 0, 0] : []),
    time,
  ];
  for (let at = 0; at < payload.length; at += size) {
    if (at > 0) header.push(Buffer.from([0xc4]), repeatsTime ? time : Buffer.alloc(0));
    header.push(payload.subarray(at, at + size));
  }
  return Buffer.concat(header);
}

const each =
  (write: (message: RtmpMessage) => Buffer): Habit['write'] =>
  (messages) =>
    Buffer.concat(messages.map(write));

let isFirst = true;
const firstWithoutStream = each((message) => {
  const format = isFirst ? 1 : 0;
  isFirst = false;
  return chunked(message, { size: 128, format });
});

const together: Habit['write'] = (messages) => {
  const tags = messages.map(({ type, timestamp, payload }) =>
    Buffer.concat([
      Buffer.from([type]),
      uint(payload.length, 3),
      uint(timestamp, 3),
      Buffer.alloc(4),
      payload,
      uint(11 + payload.length, 4),
    ]),
  );
  const payload = Buffer.concat(tags);
  const { timestamp = 0 } = messages[0] ?? {};
  return writeMessage(4, { type: messageType.aggregate, streamId: 1, timestamp, payload });
};

const amf3 = (...values: Parameters<typeof writeAmf>) =>
  writeMessage(3, {
    type: messageType.commandOfAmf3,
    streamId: 0,
    timestamp: 0,
    payload: Buffer.concat([Buffer.from([0]), writeAmf(...values)]),
  });
const setChunkSize = (size: number) =>
  writeMessage(2, { type: messageType.setChunkSize, streamId: 0, timestamp: 0, payload: uint(size, 4) });

const habits: Array<[string, Habit]> = [
  ['metadata whose array has no end', { ...metadata(array, field), encoder: 'odd' }],
  [
    'metadata with an unsupported value',
    { ...metadata(array, text('x'), Buffer.from([13]), field, end), encoder: 'odd' },
  ],
  [
    'metadata as a typed object',
    { ...metadata(Buffer.from([16]), text('Meta'), field, end), encoder: 'odd' },
  ],
  ['metadata in AMF 3', { ...metadata(Buffer.from([17, 10, 11, 1, 1])), encoder: null }],
  ['a first header without its stream', { write: firstWithoutStream }],
  [
    'chunks of 2 MB',
    { greeting: setChunkSize(2_000_000), write: each((message) => chunked(message, { size: 2_000_000 })) },
  ],
  [
    'commands in AMF 3',
    {
      open: (key) =>
        Buffer.concat([
          Buffer.from([3]),
          Buffer.alloc(2 * 1536),
          amf3('connect', 1, { app: 'live', objectEncoding: 3 }),
          amf3('createStream', 4, null),
          amf3('publish', 5, null, key, 'live'),
        ]),
    },
  ],
  ['several messages in one', { write: together }],
  // 2 s before the time needs its longer field.
  [
    'long times that are not repeated',
    {
      from: 0xffffff - 2_000,
      write: each((message) => chunked(message, { size: 128, repeatsTime: false })),
    },
  ],
  ['long times that are repeated', { from: 0xffffff - 2_000, write: mediaBytes }],
];

describe.concurrent('an encoder with', () => {
  for (const [name, { greeting, from = 0, write = mediaBytes, encoder, open = opening }] of habits) {
    itWith(
      'ffmpeg',
      `${name} is live, and its replay is read without an error (28.80)`,
      async () => {
        const venue = await setUpVenue(api);
        using camera = await connectEncoder(portOf(venue.key.rtmpUrl));
        await camera.send(open(venue.key.streamKey));
        await until(
          async () => camera.received().includes('Publish.Start'),
          (isAccepted) => isAccepted,
        );
        if (greeting) await camera.send(greeting);
        const stop = film(camera, from, write);
        const { health } = await until(
          () => stateOf(venue),
          ({ recording }) => recording.seconds >= 4,
        );
        expect(camera.socket.destroyed).toBe(false);
        expect(health.jumps).toBe(0);
        if (encoder !== undefined) expect(health.encoder).toBe(encoder);
        stop();
        await venue.organiser.request(`POST ${venue.path}/end`);
        const { path: master } = await watch(venue);
        const { stderr } = await promisify(execFile)('ffmpeg', [
          '-v',
          'error',
          '-xerror',
          '-i',
          `${await origin}${master}`,
          '-f',
          'null',
          '-',
        ]);
        expect(stderr).toBe('');
      },
      60_000,
    );
  }
});
