import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmf, readSomeAmf, writeAmf } from './amf0.ts';
import { RtmpError } from './rtmp-error.ts';

describe('AMF0', () => {
  it('reads what it writes', () => {
    const sent = ['connect', 1, null, { app: 'live', capabilities: 31 }] as const;
    expect(readAmf(writeAmf(...sent))).toEqual(sent);
  });

  it('reads arrays, booleans and long texts as encoders send them', () => {
    const bytes = Buffer.concat([
      Buffer.from([8, 0, 0, 0, 1, 0, 6]),
      Buffer.from('stereo'),
      Buffer.from([1, 1, 0, 0, 9]),
      Buffer.from([12, 0, 0, 0, 2]),
      Buffer.from('ok'),
      Buffer.from([10, 0, 0, 0, 1, 5, 6]),
    ]);
    expect(readAmf(bytes)).toEqual([{ stereo: true }, 'ok', [null], undefined]);
  });

  it('gives no name of a field a meaning', () => {
    const [fields] = readAmf(writeAmf({ constructor: 'y', ['__proto__']: 'z' }));
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['a text that ends early', [2, 0, 9, 65]],
    ['an unknown type', [77]],
    ['an object without an end', [3, 0, 1, 65, 5]],
    ['an array that only claims to be long', [10, 0xff, 0xff, 0xff, 0xff, 5]],
    ['objects in objects in objects', Array.from({ length: 40 }, () => [3, 0, 1, 65]).flat()],
    [
      'arrays in arrays in arrays',
      Array.from({ length: 40 }, () => [10, 0, 0, 0, 1])
        .flat()
        .concat(5),
    ],
  ])('refuses %s', (_, bytes) => {
    expect(() => readAmf(Buffer.from(bytes))).toThrow(RtmpError);
  });

  it('refuses more values than it may read, those within others too', () => {
    const bytes = writeAmf('connect', 1, { app: 'live', list: ['a', 'b'] });
    expect(readAmf(bytes, 7)).toHaveLength(3);
    expect(() => readAmf(bytes, 6)).toThrow(RtmpError);
  });

  it('refuses any other bytes with an error of its own', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readAmf(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(RtmpError);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('metadata in AMF0', () => {
  const name = Buffer.from([2, 0, 1, 77]);
  const encoder = Buffer.from([0, 3, 101, 110, 99, 2, 0, 1, 120]); // "enc": "x"
  const end = Buffer.from([0, 0, 9]);
  const field = (...value: number[]) => Buffer.from([0, 1, 65, ...value]);
  const array = Buffer.from([8, 0, 0, 0, 1]);

  it.each([
    ['an array without its end', [array, encoder]],
    ['an array that ends early', [array, encoder, Buffer.from([0])]],
    ['an unsupported value', [array, field(13), encoder, end]],
    ['a reference', [array, field(7, 0, 1), encoder, end]],
    ['XML', [array, field(15, 0, 0, 0, 2, 60, 62), encoder, end]],
    ['a typed object', [Buffer.from([16, 0, 2, 77, 77]), encoder, end]],
    ['a typed object within', [array, field(16, 0, 1, 77), encoder, end, end]],
    ['AMF 3 behind the name', [array, encoder, field(17, 10, 11, 1, 1), end]],
    ['an unknown type behind the name', [array, encoder, field(77), end]],
    ['bytes behind it', [array, encoder, end, Buffer.from([77, 1, 2])]],
    ['too many values', [array, encoder, ...Array.from({ length: 200 }, () => field(5)), end]],
  ])('keeps what can be read of %s', (_, parts) => {
    const [message, fields] = readSomeAmf(Buffer.concat([name, ...parts]), 100);
    expect(message).toBe('M');
    const found = JSON.stringify(fields);
    expect(found).toContain('"enc":"x"');
  });

  it('is read without an error, whatever it is, and in bounds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readSomeAmf(Buffer.concat([array, Buffer.from(bytes)]), 100);
      }),
      { numRuns: 5_000 },
    );
    const deep = Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from([3, 0, 1, 65])));
    expect(readSomeAmf(deep, 10_000)).toHaveLength(1);
  });
});
