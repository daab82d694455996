/** Feeds that no camera makes: what is refused, and what the rest may cost. */
import { beforeEach, describe, expect, it } from 'vitest';
import { boxesIn } from '../../media/origin/mp4-boxes.ts';
import { Packager, type PackagerEvent, partTarget } from './packager.ts';
import { readVideoConfig } from './read-video-config.ts';

/** Bits as text, so that a header can be read beside its specification. */
const golomb = (value: number) => {
  const digits = (value + 1).toString(2);
  return '0'.repeat(digits.length - 1) + digits;
};
const fixed = (value: number, count: number) => value.toString(2).padStart(count, '0').slice(-count);
function bytesOf(bits: string): Buffer {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const bytes = whole.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  // An emulation byte wherever the data would look like a start code.
  const escaped: number[] = [];
  for (const byte of bytes) {
    if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3);
    escaped.push(byte);
  }
  return Buffer.from(escaped);
}
const withLength = (unit: Buffer) =>
  Buffer.concat([Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]);

/** An H.264 record whose picture has so many blocks of 16, and is cropped by so many units of 2. */
function h264(blocks: [number, number], crop: [number, number] = [0, 0]): Buffer {
  const [right, bottom] = crop;
  const sps = bytesOf(
    fixed(0x67, 8) +
      fixed(0x42001e, 24) +
      [0, 0, 2, 1].map(golomb).join('') +
      `0${golomb(blocks[0] - 1)}${golomb(blocks[1] - 1)}11` +
      (right + bottom > 0 ? `1${golomb(0)}${golomb(right)}${golomb(0)}${golomb(bottom)}` : '0') +
      '01',
  );
  const head = Buffer.from([1, 0x42, 0, 0x1e, 0xff, 0xe1]);
  return Buffer.concat([
    head,
    withLength(sps),
    Buffer.from([1]),
    withLength(Buffer.from([0x68, 0xce, 0x3c])),
  ]);
}

/** An HEVC record with one SPS of this size. */
function hevc(width: number, height: number): Buffer {
  const profile = fixed(1, 8) + '0'.repeat(80) + fixed(60, 8);
  const sps = bytesOf(
    `${fixed(0x4201, 16)}00000001${profile}${golomb(0)}${golomb(1)}${golomb(width)}${golomb(height)}01`,
  );
  const head = Buffer.alloc(23);
  head.set([1, 1, 0x60], 0);
  head.set([0x0f, 1], 21);
  return Buffer.concat([head, Buffer.from([0x21, 0, 1]), withLength(sps)]);
}

/** An AV1 record with a reduced sequence header of this size. */
function av1(width: number, height: number): Buffer {
  const bits = `0001100000${fixed(15, 4)}${fixed(15, 4)}${fixed(width - 1, 16)}${fixed(height - 1, 16)}1`;
  const header = Buffer.from(
    bits
      .padEnd(64, '0')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
  return Buffer.concat([Buffer.from([0x81, 0, 0x0c, 0, 0x0a, header.length]), header]);
}

describe('a size', () => {
  it.each([
    ['avc1', h264([80, 45]), 1280, 720],
    ['avc1', h264([512, 512]), 8192, 8192],
    ['avc1', h264([1, 1]), 16, 16],
    ['hvc1', hevc(1280, 720), 1280, 720],
    ['av01', av1(1280, 720), 1280, 720],
  ] as const)('of %s that a picture can have is read', (fourCc, record, width, height) => {
    expect(readVideoConfig(fourCc, record)).toMatchObject({ width, height });
  });

  it.each([
    ['16384 x 16384', 'avc1', h264([1024, 1024])],
    ['16 x 16384', 'avc1', h264([1, 1024])],
    ['2 x 2', 'avc1', h264([1, 1], [7, 7])],
    ['nothing, for it is cropped away', 'avc1', h264([2, 2], [16, 16])],
    ['less than nothing', 'avc1', h264([2, 2], [1_000_000, 1])],
    ['2^32 blocks', 'avc1', h264([2 ** 32 - 1, 2])],
    ['16384 x 16384', 'hvc1', hevc(16_384, 16_384)],
    ['1 x 1', 'hvc1', hevc(1, 1)],
    ['65536 x 65536', 'av01', av1(65_536, 65_536)],
    ['1 x 1', 'av01', av1(1, 1)],
  ] as const)('of %s is refused in %s', (_, fourCc, record) => {
    expect(readVideoConfig(fourCc, record)).toBeUndefined();
  });
});

describe('a feed', () => {
  let events: PackagerEvent[];
  let packager: Packager;
  beforeEach(() => {
    events = [];
    packager = new Packager((event) => events.push(event));
    packager.configureVideo(h264([80, 45]));
    packager.configureAudio(Buffer.from([0x11, 0x90]));
  });
  const parts = () => events.filter((event) => event.kind === 'part');
  const segments = () => events.filter((event) => event.kind === 'segment');
  const push = (ms: number, isKey: boolean, bytes = Buffer.from([0, 0, 0, 2, isKey ? 0x65 : 0x41, 0x80])) =>
    packager.pushVideo({ ms, isKey, compositionMs: 0, nalUnits: bytes });

  it('of 1,000 frames a second makes the parts of any other', () => {
    for (let ms = 0; ms < 10_000; ms += 1) push(ms, ms % 2_000 === 0);
    expect(segments().map(({ seconds }) => Math.round(seconds))).toEqual([2, 2, 2, 2]);
    for (const { seconds } of parts()) expect(seconds).toBeLessThanOrEqual(partTarget);
  });

  it('of nothing but key frames makes no segment below a second', () => {
    for (let ms = 0; ms < 10_000; ms += 1) push(ms, true);
    for (const { seconds } of segments()) expect(seconds).toBeGreaterThanOrEqual(1);
    expect(segments().length).toBeLessThanOrEqual(10);
  });

  it('whose time stands still holds no more than a part and a segment may', () => {
    const frame = Buffer.alloc(1024 * 1024, 1);
    frame.writeUInt32BE(frame.length - 4);
    frame[4] = 0x65;
    for (let count = 0; count < 300; count += 1) push(0, count === 0, frame);
    expect(Math.max(...parts().map(({ bytes }) => bytes.length))).toBeLessThan(10 * 1024 * 1024);
    expect(segments().length).toBeGreaterThan(4);
  });

  it('with composition times beyond reason keeps them within the file', () => {
    for (let index = 0; index < 60; index += 1)
      packager.pushVideo({
        ms: index * 40,
        isKey: index % 50 === 0,
        nalUnits: Buffer.from([0, 0, 0, 2, index % 50 === 0 ? 0x65 : 0x41, 0x80]),
        compositionMs: index % 2 === 0 ? 2 ** 23 - 1 : -(2 ** 23),
      });
    for (const { bytes } of parts())
      expect([...boxesIn(bytes, 0, bytes.length)].map(({ type }) => type)).toEqual(['moof', 'mdat']);
  });

  it('whose sound has frames of megabytes drops them', () => {
    const large = Buffer.alloc(4 * 1024 * 1024);
    for (let index = 0; index < 100; index += 1) {
      push(index * 40, index % 50 === 0);
      packager.pushAudio(index * 40, large);
    }
    expect(Math.max(...parts().map(({ bytes }) => bytes.length))).toBeLessThan(64 * 1024);
  });
});
