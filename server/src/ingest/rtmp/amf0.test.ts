import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmf, writeAmf } from './amf0.ts';
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
