import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAudioTag, readVideoTag } from './flv-tags.ts';

const body = Buffer.from([1, 2, 3, 4, 5, 6]);
const [start, frames, framesX, multitrack] = [0, 1, 3, 6];

/** The body of a video message (Enhanced RTMP 2, "Enhanced Video"). */
function enhancedTag(
  type: number,
  { fourCc, isKey = true }: { fourCc: string; isKey?: boolean },
  ...content: Buffer[]
) {
  return Buffer.concat([
    Buffer.from([0x80 | ((isKey ? 1 : 2) << 4) | type]),
    Buffer.from(fourCc),
    ...content,
  ]);
}

describe('readVideoTag', () => {
  it('reads configuration and frames of enhanced RTMP', () => {
    const hevc = { fourCc: 'hvc1' };
    expect(readVideoTag(enhancedTag(start, hevc, body))).toEqual({
      kind: 'config',
      fourCc: 'hvc1',
      record: body,
    });
    const late = enhancedTag(frames, { ...hevc, isKey: false }, Buffer.from([0xff, 0xff, 0xd8]), body);
    expect(readVideoTag(late)).toEqual({
      kind: 'frame',
      fourCc: 'hvc1',
      isKey: false,
      compositionMs: -40,
      nalUnits: body,
    });
    expect(readVideoTag(enhancedTag(framesX, hevc, body))).toEqual({
      kind: 'frame',
      fourCc: 'hvc1',
      isKey: true,
      compositionMs: 0,
      nalUnits: body,
    });
  });

  it('reads AV1, which has no composition time', () => {
    const tag = enhancedTag(frames, { fourCc: 'av01' }, body);
    expect(readVideoTag(tag)).toEqual({
      kind: 'frame',
      fourCc: 'av01',
      isKey: true,
      compositionMs: 0,
      nalUnits: body,
    });
  });

  it('skips extensions before the codec, short and long', () => {
    const [, ...rest] = enhancedTag(framesX, { fourCc: 'avc1' }, body);
    const short = Buffer.from([0x97, 2, 0, 0, 7, framesX, ...rest]);
    const long = Buffer.concat([
      Buffer.from([0x97, 255, 0x01, 0x00]),
      Buffer.alloc(257),
      Buffer.from([framesX, ...rest]),
    ]);
    for (const tag of [short, long])
      expect(readVideoTag(tag)).toMatchObject({ kind: 'frame', fourCc: 'avc1', nalUnits: body });
  });

  it.each([
    ['several tracks', enhancedTag(multitrack, { fourCc: 'hvc1' }, body), 'several video tracks'],
    ['VP9', enhancedTag(start, { fourCc: 'vp09' }, body), 'VP9'],
    ['an unknown codec', enhancedTag(start, { fourCc: '\0\n<>' }, body), 'an unknown video codec'],
    ['HEVC of before enhanced RTMP', Buffer.from([0x1c, 0, 0, 0, 0]), 'HEVC'],
  ])('names %s', (_, tag, codec) => {
    expect(readVideoTag(tag)).toEqual({ kind: 'unsupported', codec });
  });

  it.each([
    ['a name cut short', Buffer.from([0x90, 0x68, 0x76])],
    ['a composition time cut short', enhancedTag(frames, { fourCc: 'hvc1' }, Buffer.from([0, 0]))],
    ['a frame of nothing', enhancedTag(framesX, { fourCc: 'hvc1' })],
    ['an extension beyond its end', Buffer.from([0x97, 200, 1, 2, 3])],
    ['a long extension beyond its end', Buffer.from([0x97, 255, 0xff, 0xff, 3])],
    ['extensions without an end', Buffer.alloc(4_000, 0x97).fill(0, 1).fill(7, 1)],
    ['a command', Buffer.from([0xd1, 0])],
    ['the end of a sequence', enhancedTag(2, { fourCc: 'hvc1' })],
    ['metadata', enhancedTag(4, { fourCc: 'hvc1' }, body)],
  ])('takes nothing from %s', (_, tag) => {
    expect(readVideoTag(tag)).toEqual({ kind: 'nothing' });
  });
});

describe('readAudioTag', () => {
  it('reads AAC of enhanced RTMP, and names the others', () => {
    const tag = (type: number, fourCc: string) =>
      Buffer.concat([Buffer.from([0x90 | type]), Buffer.from(fourCc), body]);
    expect(readAudioTag(tag(0, 'mp4a'))).toEqual({ kind: 'config', record: body });
    expect(readAudioTag(tag(1, 'mp4a'))).toEqual({ kind: 'frame', bytes: body });
    expect(readAudioTag(tag(0, 'Opus'))).toEqual({ kind: 'unsupported', codec: 'Opus' });
    expect(readAudioTag(tag(5, 'mp4a'))).toEqual({ kind: 'unsupported', codec: 'several audio tracks' });
  });

  it('takes any bytes without an error, as video does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, isEnhanced) => {
        const tag = Buffer.from(bytes);
        if (isEnhanced && tag.length > 0) tag[0] = 0x90 | ((tag[0] ?? 0) & 0x0f);
        expect(readVideoTag(tag).kind).toMatch(/./);
        expect(readAudioTag(tag).kind).toMatch(/./);
      }),
      { numRuns: 5_000 },
    );
  });
});
