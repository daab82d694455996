import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkReader, type RtmpMessage, writeMessage } from './rtmp-chunks.ts';
import { RtmpError } from './rtmp-error.ts';

const message = (payload: Buffer, timestamp = 0): RtmpMessage => ({
  type: 9,
  streamId: 1,
  timestamp,
  payload,
});
const bytesOf = (length: number, seed = 7) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + seed) & 0xff));

/** A chunk with any header; times from 2^24 - 1 on follow the header. */
function chunk(
  format: number,
  id: number,
  fields: { time?: number; length?: number; type?: number },
  body: Buffer,
) {
  const { time = 0, length = body.length, type = 9 } = fields;
  const header = [Buffer.from([(format << 6) | id])];
  const [short, isExtended] = [Buffer.alloc(3), time >= 0xffffff];
  short.writeUIntBE(Math.min(time, 0xffffff), 0, 3);
  const size = Buffer.alloc(4);
  size.writeUIntBE(length, 0, 3);
  size[3] = type;
  if (format < 3) header.push(short);
  if (format < 2) header.push(size);
  if (format === 0) header.push(Buffer.from([1, 0, 0, 0]));
  if (isExtended) {
    const whole = Buffer.alloc(4);
    whole.writeUInt32BE(time);
    header.push(whole);
  }
  return Buffer.concat([...header, body]);
}

const setChunkSize = (size: number) => {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(size);
  return writeMessage(2, { type: 1, streamId: 0, timestamp: 0, payload });
};

describe('ChunkReader', () => {
  const sent = [
    message(bytesOf(700), 40),
    message(Buffer.alloc(0), 80),
    message(bytesOf(128), 120),
    message(bytesOf(129), 0xfffffe),
    message(bytesOf(300), 0xffffff),
    message(bytesOf(300), 2 ** 32 - 1),
  ];
  const wire = Buffer.concat(sent.map((each) => writeMessage(4, each)));

  it('reads the same messages wherever the bytes are split', () => {
    for (let at = 0; at <= wire.length; at += 1) {
      const reader = new ChunkReader();
      const got = [...reader.push(wire.subarray(0, at)), ...reader.push(wire.subarray(at))];
      expect(got).toEqual(sent);
    }
  });

  it('reads them byte by byte, and in pieces of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (sizes) => {
        const reader = new ChunkReader();
        const got: RtmpMessage[] = [];
        for (let [at, index] = [0, 0]; at < wire.length; index += 1) {
          const size = sizes[index % sizes.length] as number;
          got.push(...reader.push(wire.subarray(at, at + size)));
          at += size;
        }
        expect(got).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });

  it('joins the chunks of mixed chunk streams', () => {
    const [video, audio] = [bytesOf(200, 1), bytesOf(150, 2)];
    const reader = new ChunkReader();
    const got = reader.push(
      Buffer.concat([
        chunk(0, 4, { length: 200 }, video.subarray(0, 128)),
        chunk(0, 5, { length: 150, type: 8 }, audio.subarray(0, 128)),
        chunk(3, 4, {}, video.subarray(128)),
        chunk(3, 5, {}, audio.subarray(128)),
      ]),
    );
    expect(got.map(({ type, payload }) => [type, payload])).toEqual([
      [9, video],
      [8, audio],
    ]);
  });

  it('reads extended times, repeated in each chunk, and wraps after 2^32', () => {
    const body = bytesOf(130);
    const time = 2 ** 32 - 10;
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(time);
    const reader = new ChunkReader();
    const first = reader.push(
      Buffer.concat([
        chunk(0, 4, { time, length: 130 }, body.subarray(0, 128)),
        Buffer.from([0xc4]),
        tail,
        body.subarray(128),
      ]),
    );
    expect(first).toEqual([message(body, time)]);
    expect(reader.push(chunk(1, 4, { time: 30 }, bytesOf(5)))[0]?.timestamp).toBe(20);
    expect(reader.push(chunk(3, 4, {}, bytesOf(5)))[0]?.timestamp).toBe(50);
  });

  it.each([
    ['a message above 4 MB', [chunk(0, 4, { length: 4 * 1024 * 1024 + 1 }, Buffer.alloc(0))]],
    ['chunks above 2 GB', [setChunkSize(0x80000000)]],
    ['chunks of nothing', [setChunkSize(0)]],
    ['chunks below 128 bytes', [setChunkSize(127)]],
    [
      'more than 64 chunk streams',
      Array.from({ length: 62 }, (_, id) => chunk(0, id + 2, { length: 0 }, Buffer.alloc(0))).concat(
        [0, 1, 2].map((id) => Buffer.concat([Buffer.from([0, id]), Buffer.alloc(11)])),
      ),
    ],
    ['a chunk stream without a first header', [chunk(3, 4, {}, bytesOf(5))]],
    [
      'a message inside of another one',
      [chunk(0, 4, { length: 300 }, bytesOf(128)), chunk(0, 4, { length: 300 }, bytesOf(128))],
    ],
    [
      'more than 8 MB unfinished',
      Array.from({ length: 9 }, (_, id) => [
        ...(id === 0 ? [setChunkSize(1024 * 1024)] : []),
        chunk(0, id + 4, { length: 4 * 1024 * 1024 }, Buffer.alloc(1024 * 1024)),
      ]).flat(),
    ],
  ])('refuses %s', (_, pieces) => {
    expect(() => new ChunkReader().push(Buffer.concat(pieces))).toThrow(RtmpError);
  });

  describe.each([
    ['repeated', true],
    ['not repeated', false],
  ])('reads extended times that are %s in chunks without a header', (_, isRepeated) => {
    const time = 0xffffff + 5;
    const again = Buffer.alloc(isRepeated ? 4 : 0);
    if (isRepeated) again.writeUInt32BE(time);
    const rest = (body: Buffer) => Buffer.concat([Buffer.from([0xc4]), again, body]);
    const body = bytesOf(386);
    const long = Buffer.concat([
      chunk(0, 4, { time, length: 386 }, body.subarray(0, 128)),
      rest(body.subarray(128, 256)),
      rest(body.subarray(256, 384)),
      rest(body.subarray(384)),
    ]);
    const wire = Buffer.concat([long, long, chunk(0, 5, {}, bytesOf(9)), long]);
    const expected = [message(body, time), message(body, time), message(bytesOf(9)), message(body, time)];

    it('wherever the bytes are split', () => {
      for (let at = 0; at <= wire.length; at += 1) {
        const reader = new ChunkReader();
        expect([...reader.push(wire.subarray(0, at)), ...reader.push(wire.subarray(at))]).toEqual(expected);
      }
    });

    it('and begin a message', () => {
      const first = chunk(1, 4, { time, length: 5 }, bytesOf(5));
      const messages = new ChunkReader().push(
        Buffer.concat([chunk(0, 4, {}, bytesOf(5)), first, rest(bytesOf(5))]),
      );
      expect(messages.map(({ timestamp }) => timestamp)).toEqual([0, time, 2 * time]);
    });
  });

  it('reads extended times that are repeated as what they come to', () => {
    const body = bytesOf(130);
    const [step, whole] = [0xffffff + 5, Buffer.alloc(4)];
    whole.writeUInt32BE(40 + step);
    const messages = new ChunkReader().push(
      Buffer.concat([
        chunk(0, 4, { time: 40 }, bytesOf(5)),
        chunk(1, 4, { time: step, length: 130 }, body.subarray(0, 128)),
        Buffer.from([0xc4]),
        whole,
        body.subarray(128),
      ]),
    );
    expect(messages).toEqual([message(bytesOf(5), 40), message(body, 40 + step)]);
  });

  it('takes chunks of any size above, and holds no more for it', () => {
    const sizes = [2_000_000, 0x7fffffff];
    for (const size of sizes) {
      const reader = new ChunkReader();
      const body = Buffer.alloc(3_000_000, 1);
      const sent = Buffer.concat(
        Array.from({ length: Math.ceil(body.length / size) }, (_, index) => {
          const part = body.subarray(index * size, (index + 1) * size);
          return index === 0 ? chunk(0, 4, { length: body.length }, part) : chunk(3, 4, {}, part);
        }),
      );
      expect(reader.push(Buffer.concat([setChunkSize(size), sent]))).toHaveLength(1);
    }
  });

  it.each([1, 2])('reads a chunk stream that begins with format %i', (format) => {
    const reader = new ChunkReader();
    const [first] = reader.push(
      chunk(format, 4, { time: 40, length: format === 1 ? 5 : 0 }, bytesOf(format === 1 ? 5 : 0)),
    );
    expect(first).toMatchObject({ timestamp: 40, streamId: 0 });
    expect(reader.push(chunk(0, 4, {}, bytesOf(5)))).toHaveLength(1);
  });

  it('counts what is unfinished, and forgets what was finished or given up', () => {
    const reader = new ChunkReader({ messageBytes: 1_000, unfinishedBytes: 1_500, messages: 100 });
    const begun = (id: number) => chunk(0, id, { length: 1_000 }, bytesOf(128));
    const rest = (id: number) =>
      Buffer.concat(
        Array.from({ length: 7 }, (_, at) =>
          Buffer.concat([Buffer.from([0xc0 | id]), bytesOf(at < 6 ? 128 : 104)]),
        ),
      );
    const abort = writeMessage(2, { type: 2, streamId: 0, timestamp: 0, payload: Buffer.from([0, 0, 0, 5]) });
    for (let round = 0; round < 10; round += 1) {
      expect(reader.push(Buffer.concat([begun(4), rest(4)]))).toHaveLength(1);
      expect(reader.push(Buffer.concat([begun(5), abort]))).toHaveLength(0);
    }
    reader.push(begun(6));
    expect(() => reader.push(begun(7))).toThrow(RtmpError);
  });

  it('reads no more messages than it may, those of the protocol too', () => {
    const reader = new ChunkReader({ messageBytes: 100, unfinishedBytes: 100, messages: 3 });
    expect(
      reader.push(Buffer.concat([setChunkSize(128), chunk(0, 4, {}, bytesOf(5)), Buffer.from([])])),
    ).toHaveLength(1);
    expect(reader.push(chunk(3, 4, {}, bytesOf(5)))).toHaveLength(1);
    expect(() => reader.push(chunk(3, 4, {}, bytesOf(5)))).toThrow(RtmpError);
  });

  it('takes no memory for a size that is only claimed', () => {
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 200 }, () => new ChunkReader());
    for (const reader of readers)
      for (let id = 4; id < 24; id += 1) reader.push(chunk(0, id, { length: 4_000_000 }, bytesOf(128)));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    expect(readers).toHaveLength(200);
  });
});
