import { describe, expect, it } from 'vitest';
import { writeAmf } from './amf0.ts';
import { messageType, writeMessage } from './rtmp-chunks.ts';
import { RtmpError } from './rtmp-error.ts';
import { RtmpSession } from './rtmp-session.ts';

const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);
const message = (type: number, payload: Buffer) =>
  writeMessage(3, { type, streamId: 0, timestamp: 0, payload });
const command = (...values: Parameters<typeof writeAmf>) => message(messageType.command, writeAmf(...values));

function openSession(bytesBeforeKey?: number): RtmpSession {
  const session = new RtmpSession(() => {}, bytesBeforeKey);
  session.push(handshake);
  return session;
}

function publishing(): RtmpSession {
  const session = openSession();
  expect(session.push(command('publish', 5, null, 'key', 'live'))).toEqual([{ kind: 'publish', key: 'key' }]);
  session.accept();
  return session;
}

describe('before its key an encoder', () => {
  it.each([
    ['bytes', undefined, Array.from({ length: 9 }, () => message(messageType.data, Buffer.alloc(8_000)))],
    ['bytes, where fewer are allowed', 8_000, [message(messageType.data, Buffer.alloc(5_000))]],
    [
      'messages',
      undefined,
      Array.from({ length: 65 }, () => message(messageType.userControl, Buffer.alloc(6))),
    ],
    ['values', undefined, [message(messageType.command, Buffer.alloc(201, 5))]],
    // The header alone: the body would come later.
    ['in one message', undefined, [Buffer.from([3, 0, 0, 0, 1, 0, 1, messageType.data, 0, 0, 0, 0])]],
  ])('may not send too many %s (28.7)', (_, bytesBeforeKey, pieces) => {
    const session = openSession(bytesBeforeKey);
    expect(() => {
      for (const piece of pieces) session.push(piece);
    }).toThrow(RtmpError);
  });

  it('is not limited by it afterwards', () => {
    const session = publishing();
    const frame = message(messageType.video, Buffer.alloc(100_000));
    expect(Array.from({ length: 100 }, () => session.push(frame)).flat()).toHaveLength(100);
  });
});

describe('an encoder of another kind', () => {
  const amf3 = (type: number, payload: Buffer) => message(type, Buffer.concat([Buffer.from([0]), payload]));

  it('sends its commands and data as AMF 3', () => {
    const sent: Buffer[] = [];
    const session = new RtmpSession((bytes) => sent.push(bytes));
    session.push(handshake);
    session.push(amf3(messageType.commandOfAmf3, writeAmf('connect', 1, { app: 'live', objectEncoding: 3 })));
    expect(Buffer.concat(sent).includes('NetConnection.Connect.Success')).toBe(true);
    const publish = amf3(messageType.commandOfAmf3, writeAmf('publish', 5, null, 'key', 'live'));
    expect(session.push(publish)).toEqual([{ kind: 'publish', key: 'key' }]);
    session.accept();
    expect(
      session.push(amf3(messageType.dataOfAmf3, writeAmf('onMetaData', { encoder: 'x' }))),
    ).toMatchObject([{ kind: 'metadata', fields: { encoder: 'x' } }]);
  });

  it('sends several messages in one, whose times begin at that of the whole', () => {
    const tag = (type: number, time: number, body: Buffer) => {
      const header = Buffer.alloc(11);
      header[0] = type;
      header.writeUIntBE(body.length, 1, 3);
      header.writeUIntBE(time & 0xffffff, 4, 3);
      header[7] = time >>> 24;
      return Buffer.concat([header, body, Buffer.alloc(4)]);
    };
    const time = 0xffffff - 10;
    const payload = Buffer.concat([
      tag(9, time, Buffer.from([1])),
      tag(20, time, writeAmf('publish', 6, null, 'other')),
      tag(22, time, Buffer.from([3])),
      tag(8, time + 20, Buffer.from([2])),
      tag(18, time + 20, writeAmf('onMetaData', { encoder: 'x' })),
      tag(9, time + 40, Buffer.alloc(9)).subarray(0, 15),
    ]);
    const session = publishing();
    const before = session.cost;
    expect(
      session.push(writeMessage(3, { type: messageType.aggregate, streamId: 1, timestamp: 500, payload })),
    ).toMatchObject([
      { kind: 'media', message: { type: 9, timestamp: 500, payload: Buffer.from([1]) } },
      { kind: 'media', message: { type: 8, timestamp: 520, payload: Buffer.from([2]) } },
      { kind: 'metadata' },
    ]);
    expect(session.cost - before).toBeGreaterThan(4 * 500);
    // Before its key nothing of it is read.
    expect(openSession().push(message(messageType.aggregate, payload))).toEqual([]);
  });

  it('is known by its metadata alone, as far as they can be read', () => {
    const session = publishing();
    const data = (payload: Buffer) => session.push(message(messageType.data, payload));
    expect(data(writeAmf('@setDataFrame', 'onMetaData', { encoder: 'x' }))).toHaveLength(1);
    expect(data(writeAmf('onMetaData', { encoder: 'x' }))).toHaveLength(1);
    for (const name of ['onTextData', 'onCaptionInfo', 'onFI', '|RtmpSampleAccess'])
      expect(data(writeAmf(name, { encoder: 'none' }))).toEqual([]);
    const cut = writeAmf('@setDataFrame', 'onMetaData', { encoder: 'x', more: 'y' }).subarray(0, -5);
    expect(data(cut)).toMatchObject([{ fields: { encoder: 'x' } }]);
    expect(data(Buffer.from([0x11, 1, 2, 3]))).toEqual([]);
    expect(() => session.push(message(messageType.command, Buffer.from([0x11, 1])))).toThrow(RtmpError);
  });
});

describe('what reading costs', () => {
  const costOf = (bytes: Buffer) => {
    const session = publishing();
    const before = session.cost;
    session.push(bytes);
    return (session.cost - before) / bytes.length;
  };

  it('is the bytes of media, and many times the bytes of what is small or has to be understood (28.7)', () => {
    expect(costOf(message(messageType.video, Buffer.alloc(50_000)))).toBeLessThan(1.1);
    // Messages of one byte, without a body.
    const empty = Buffer.concat([message(messageType.audio, Buffer.alloc(0)), Buffer.alloc(5_000, 0xc3)]);
    expect(costOf(empty)).toBeGreaterThan(400);
    expect(costOf(message(messageType.data, writeAmf('onTextData', { text: 'x' })))).toBeGreaterThan(100);
    expect(costOf(message(messageType.abort, Buffer.alloc(4)))).toBeGreaterThan(20);
  });
});
