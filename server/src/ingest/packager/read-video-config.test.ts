import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configAt, readVideoConfig } from './read-video-config.ts';
import type { VideoConfig, VideoFourCc } from './video-config.ts';

/** Of x265 and SVT-AV1, 320 x 180. */
const records = {
  hvc1: Buffer.from(
    '0101600000009000000000003cf000fcfdf8f800000f03a00001001840010c01ffff01600000030090000003' +
      '000003003c959009a10001002b42010101600000030090000003000003003ca00a080b9f796564924caf0168' +
      '08000003000800000300c840a2000100074401c172b46240',
    'hex',
  ),
  av01: Buffer.from('81000c000a0b000000043cfecc02f80040', 'hex'),
};
/** A key frame without its headers: an IDR picture, and a frame of AV1. */
const bare = { hvc1: Buffer.from('00000003260180', 'hex'), av01: Buffer.from('320210ff', 'hex') };

/** Of x264, x265 and SVT-AV1 with other colours, and pixels of 4:3 and 64:45. */
const described = {
  wide: ['avc1', '0142c00bffe1001c6742c00bda0a37e4ffc010000b44000003000400000300c83c50aa8001000568ce039c80'],
  pq: [
    'avc1',
    '0164000cffe1001c6764000cacd941419f9f016a122012800000030080000019078a14cb01000668ebe3cb22c0fdf8f800',
  ],
  hlg: [
    'hvc1',
    '0102200000009000000000003cf000fcfdfafa00000f03a00001001840010c01ffff02200000030090000003000003003c' +
      '959809a10001002d42010102200000030090000003000003003ca00a080b9f6d96566924caf0e6a1224120800000030080' +
      '00000c84a2000100074401c172b46240',
  ],
  bright: ['av01', '81004c000a0e000000043cfecc02f85091009040'],
} as const;
const configOf = (name: keyof typeof described) =>
  readVideoConfig(described[name][0], Buffer.from(described[name][1], 'hex')) as VideoConfig;

describe('readVideoConfig', () => {
  it.each([
    ['wide', { width: 228, height: 90, coded: { width: 160, height: 90 }, range: 'SDR' }],
    ['pq', { width: 320, height: 180, range: 'PQ' }],
    ['hlg', { width: 427, height: 180, coded: { width: 320, height: 180 }, range: 'HLG' }],
    ['bright', { width: 320, height: 180, range: 'PQ' }],
  ] as const)('reads the shape of pixels and the range: %s', (name, expected) => {
    expect(configOf(name)).toMatchObject(expected);
  });

  it.each(Object.keys(described) as Array<keyof typeof described>)(
    'finds the same in the headers of the stream: %s',
    (name) => {
      const config = configOf(name);
      expect(config.recordIn(config.parameterSets)).toEqual(config.record);
      expect(configAt(config, config.parameterSets)).toBe(config);
    },
  );

  it('takes what the headers of the stream say instead, when it is another picture', () => {
    const [wide, pq] = [configOf('wide'), configOf('pq')];
    expect(configAt(wide, pq.parameterSets)).toMatchObject({ codec: pq.codec, width: 320, range: 'PQ' });
    expect(configAt(wide, Buffer.from('0000000167', 'hex'))).toBe(wide);
    expect(configAt(configOf('hlg'), pq.parameterSets).codec).toBe(configOf('hlg').codec);
  });

  it.each([
    ['hvc1', 'hvc1.1.6.L60.90'],
    ['av01', 'av01.0.00M.08'],
  ] as const)('reads codec and size of %s', (fourCc, codec) => {
    const config = readVideoConfig(fourCc, records[fourCc]);
    expect(config).toMatchObject({ codec, width: 320, height: 180 });
  });

  it('writes profile, tier, level and constraints of HEVC whole', () => {
    const record = Buffer.from(records.hvc1);
    record[12] = 63;
    expect(readVideoConfig('hvc1', record)?.codec).toBe('hvc1.1.6.L63.90');
    // Main 10 in the high tier, as encoders of 10 bits write it.
    record.set([0x22, 0x20, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 153], 1);
    expect(readVideoConfig('hvc1', record)?.codec).toBe('hvc1.2.4.H153.B0');
    record.set([0x41, 0x60, 0, 0, 0, 0x90, 0, 0x40, 0, 0, 0], 1);
    expect(readVideoConfig('hvc1', record)?.codec).toBe('hvc1.A1.6.L153.90.0.40');
  });

  it('writes profile, level, tier and depth of AV1 whole, and colours where they are not the usual ones', () => {
    const record = Buffer.from(records.av01);
    const codecOf = (...bytes: number[]): string | undefined => {
      record.set(bytes, 1);
      return readVideoConfig('av01', record)?.codec;
    };
    expect(codecOf(0x01, 0x0c)).toBe('av01.0.01M.08');
    expect(codecOf(0x08, 0x4c)).toBe('av01.0.08M.10');
    expect(codecOf(0x53, 0xe0)).toBe('av01.2.19H.12.0.000.01.01.01.0');
    expect(codecOf(0x08, 0x1c)).toBe('av01.0.08M.08.1.110.01.01.01.0');
  });

  it.each(['hvc1', 'av01'] as const)('finds the headers of a stream of %s in its samples', (fourCc) => {
    const config = readVideoConfig(fourCc, records[fourCc]) as VideoConfig;
    const sample = bare[fourCc];
    expect(config.hasParameterSets(sample)).toBe(false);
    expect(config.hasParameterSets(Buffer.concat([config.parameterSets, sample]))).toBe(true);
    // Notes before them, as encoders write: SEI, and a unit of metadata.
    const note = Buffer.from(fourCc === 'hvc1' ? '000000034e0101' : '2a020304', 'hex');
    expect(config.hasParameterSets(Buffer.concat([note, config.parameterSets, sample]))).toBe(true);
    expect(config.hasParameterSets(Buffer.concat([sample, config.parameterSets]))).toBe(fourCc === 'av01');
  });

  it.each([
    ['hvc1', 'lengths of two bytes', (record: Buffer): Buffer => record.fill(0xfd, 21, 22)],
    ['hvc1', 'no parameter sets', (record: Buffer): Buffer => record.fill(0, 22, 23)],
    ['hvc1', 'more units than it holds', (record: Buffer): Buffer => record.fill(0xff, 24, 26)],
    ['av01', 'an unknown version', (record: Buffer): Buffer => record.fill(0x82, 0, 1)],
    ['av01', 'no sequence header', (record: Buffer): Buffer => record.fill(0x32, 4, 5)],
    ['av01', 'a unit beyond its end', (record: Buffer): Buffer => record.fill(0x7f, 5, 6)],
  ] as const)('refuses a record of %s with %s', (fourCc, _, breakIt) => {
    const record = Buffer.from(records[fourCc]);
    breakIt(record);
    expect(readVideoConfig(fourCc, record)).toBeUndefined();
  });

  it('takes any other bytes without an error, and no size above 8K', () => {
    const known: Array<[VideoFourCc, Buffer]> = [
      ['hvc1', records.hvc1],
      ['av01', records.av01],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.array(fc.tuple(fc.nat(110), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.uint8Array({ maxLength: 120 }),
        ([fourCc, record], changes, other) => {
          const broken = Buffer.from(record);
          for (const [at, byte] of changes) broken[at % broken.length] = byte;
          for (const one of [broken, Buffer.from(other)]) {
            const config = readVideoConfig(fourCc, one);
            const { width = 16, height = 16 } = config ?? {};
            expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
            expect(Math.min(width, height)).toBeGreaterThanOrEqual(16);
            if (config) expect(config.codec).toMatch(/^[a-z0-9]{4}(\.[A-Z0-9]+)+$/);
            config?.hasParameterSets(Buffer.from(other));
          }
        },
      ),
      { numRuns: 6_000 },
    );
  });
});
