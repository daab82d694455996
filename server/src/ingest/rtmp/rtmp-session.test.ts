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
