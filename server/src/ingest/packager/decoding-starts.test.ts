/** At which pictures viewers can join (docs/product.md, 28.5): what pictures are, not what encoders call them. */
import { describe, expect, it } from 'vitest';
import { DecodingStarts } from './decoding-starts.ts';
import { readVideoConfig } from './read-video-config.ts';
import type { VideoConfig, VideoFourCc } from './video-config.ts';

const records = {
  avc1: '01640028ffe1001b67640028acd940780227e5c044000003000400000300f03c60c65801000668ebe3cb22c0',
  hvc1:
    '0101600000009000000000003cf000fcfdf8f800000f03a00001001840010c01ffff01600000030090000003' +
    '000003003c959009a10001002b42010101600000030090000003000003003ca00a080b9f796564924caf0168' +
    '08000003000800000300c840a2000100074401c172b46240',
  av01: '81000c000a0b000000043cfecc02f80040',
};
const configOf = (fourCc: VideoFourCc) =>
  readVideoConfig(fourCc, Buffer.from(records[fourCc], 'hex')) as VideoConfig;
const units = (...hex: string[]) =>
  Buffer.concat(
    hex.flatMap((unit) => {
      const bytes = Buffer.from(unit, 'hex');
      return [Buffer.from([0, 0, 0, bytes.length]), bytes];
    }),
  );

/** Messages with the recovery point 0 and 4 pictures later, another message before the first (H.264, D.1.8). */
const [recovered, refreshed] = ['060501ff0601c480', '06060209c480'];
const h264 = {
  idr: units('6588'),
  recoveryPoint: units('0910', recovered, '4188'),
  refresh: units(refreshed, '4188'),
  intra: units('4188'),
  disposable: units('0188'),
};

describe('kindOf', () => {
  it.each([
    ['avc1', h264.idr, 'start'],
    ['avc1', units('0910', '6764', '68ee', '6588'), 'start'],
    ['avc1', h264.recoveryPoint, 'recovery-point'],
    ['avc1', h264.refresh, 'refresh'],
    ['avc1', h264.intra, 'other'],
    ['avc1', h264.disposable, 'disposable'],
    ['avc1', Buffer.from([0, 0, 1]), 'other'],
    ['avc1', units('06'), 'other'],
    ['hvc1', units('4601', '2601ff'), 'start'],
    ['hvc1', units('2a01ff'), 'start'],
    ['hvc1', units('0201ff'), 'other'],
    ['av01', Buffer.from('320210ff', 'hex'), 'start'],
    ['av01', Buffer.from('120032023011', 'hex'), 'other'],
  ] as const)('reads what a picture of %s is', (fourCc, sample, kind) => {
    expect(configOf(fourCc).kindOf(sample)).toBe(kind);
  });
});

function feed(
  pictures: Array<[sample: Buffer, isKey: boolean, compositionMs?: number]>,
  config = configOf('avc1'),
) {
  const starts = new DecodingStarts();
  const found = pictures.map(([nalUnits, isKey, compositionMs = 0], index) =>
    starts.take(config, { ms: index * 40, compositionMs, isKey, nalUnits }),
  );
  return { found, problem: starts.problem };
}

describe('DecodingStarts', () => {
  it('finds IDR pictures and recovery points that nothing is shown before', () => {
    const seconds = Array.from({ length: 20 }, (_, index) => (index % 2 ? h264.recoveryPoint : h264.idr));
    const { found, problem } = feed(
      seconds.flatMap((key) => [[key, true, 80], ...Array(24).fill([h264.intra, false, 80])] as never),
    );
    expect(found.filter((taken) => taken === 'start')).toHaveLength(20);
    expect(problem).toBeNull();
  });

  it('names open GOP, and leaves out what nothing refers to', () => {
    const { found, problem } = feed([
      [h264.idr, true, 80],
      [h264.intra, false, 80],
      [h264.recoveryPoint, true, 160],
      [h264.disposable, false, 0],
      [h264.disposable, false, 0],
      [h264.intra, false, 160],
      [h264.disposable, false, 0],
    ]);
    expect(found.slice(2)).toEqual(['start', 'left-out', 'left-out', 'other', 'other']);
    expect(problem).toBe('open-gop');
  });

  it('leaves nothing out where pictures refer to each other', () => {
    const { found, problem } = feed([
      [h264.idr, true, 80],
      [h264.recoveryPoint, true, 160],
      [h264.intra, false, 40],
      [h264.disposable, false, -40],
    ]);
    expect([found, problem]).toEqual([['start', 'start', 'other', 'other'], 'open-gop']);
  });

  it('names key frames that are none: whole pictures in the middle', () => {
    const { found, problem } = feed([
      [h264.idr, true],
      ...Array(200).fill([h264.intra, false]),
      [h264.intra, true],
    ]);
    expect(found.at(-1)).toBe('other');
    expect(problem).toBe('open-gop');
  });

  it('names intra refresh, not beside real key frames, and not for ever', () => {
    const rest = Array(200).fill([h264.intra, false]) as Array<[Buffer, boolean]>;
    expect(feed([[h264.idr, true], ...rest, [h264.refresh, true]])).toMatchObject({
      problem: 'intra-refresh',
    });
    expect(
      feed([
        [h264.idr, true],
        [h264.refresh, true],
      ]).problem,
    ).toBeNull();
    const later = [...rest, ...rest, ...rest, ...rest];
    expect(feed([[h264.refresh, true], ...later]).problem).toBeNull();
  });

  it('takes open GOP of HEVC, whose decoders leave such pictures out', () => {
    const { found, problem } = feed(
      [
        [units('2601ff'), true, 80],
        [units('2a01ff'), true, 160],
        [units('1001ff'), false, 0],
      ],
      configOf('hvc1'),
    );
    expect([found, problem]).toEqual([['start', 'start', 'other'], null]);
  });
});
