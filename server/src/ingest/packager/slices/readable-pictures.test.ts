/**
 * Pictures whose slice headers cannot be read (docs/product.md, 28.44): of H.264 from the slate, of HEVC from x265.
 *
 * @tier test
 */
import { describe, expect, it } from 'vitest';
import { capture } from '../../../../test/ingest/encoder.ts';
import { readFilm } from '../../../../test/ingest/enhanced.ts';
import { readVideoTag } from '../../rtmp/flv-tags.ts';
import { readVideoConfig } from '../read-video-config.ts';
import { ReadablePictures } from './readable-pictures.ts';

type Frame = Parameters<ReadablePictures['take']>[0];
type Codec = 'avc1' | 'hvc1';

function h264(): { record: Buffer; frames: Frame[] } {
  const tags = capture.filter(({ type }) => type === 9).map(({ payload }) => readVideoTag(payload));
  const record = tags.flatMap((tag) => (tag.kind === 'config' ? [tag.record] : []))[0] as Buffer;
  const frames = tags.flatMap((tag) => (tag.kind === 'frame' ? [tag] : []));
  return {
    record,
    frames: frames.map(({ nalUnits, isKey }, index) => ({ nalUnits, isKey, ms: index * 40 })),
  };
}

function hevc(): { record: Buffer; frames: Frame[] } {
  const { record, samples } = readFilm('hevc');
  return {
    record,
    frames: samples.map(({ bytes, isKey }, index) => ({ nalUnits: bytes, isKey, ms: index * 40 })),
  };
}

const captures = { avc1: h264(), hvc1: hevc() };
/** Where the first slice header begins, behind the length and the header of its unit. */
const headerAt = { avc1: 5, hvc1: 6 };

/** Three times the capture, so that more key frames follow. */
function framesOf(codec: Codec): Frame[] {
  const { frames } = captures[codec];
  return [0, 1, 2].flatMap((round) => frames.map((frame) => ({ ...frame, ms: frame.ms + round * 2000 })));
}

/** @returns what was left out, by number. */
function leftOut(codec: Codec, frames: readonly Frame[]): number[] {
  const config = readVideoConfig(codec, captures[codec].record);
  if (config === undefined) throw new Error('The capture has no configuration');
  const pictures = new ReadablePictures();
  pictures.configure(config);
  return frames.flatMap((frame, index) => (pictures.take(frame) ? [] : [index]));
}

/** Writes these bytes over the last slice of a picture, from the header of its unit on. */
function written(codec: Codec, { nalUnits, ...frame }: Frame, bytes: readonly number[], from = 0): Frame {
  const changed = Buffer.from(nalUnits);
  let start = 0;
  for (let at = 0; at < changed.length; at += 4 + changed.readUInt32BE(at)) start = at;
  changed.set(bytes, start + headerAt[codec] + from);
  return { ...frame, nalUnits: changed };
}

const damage = (codec: Codec, at: number, change: (frame: Frame) => Frame) =>
  framesOf(codec).map((frame, index) => (index === at ? change(frame) : frame));
const nonsense = Array.from({ length: 40 }, (_, at) => (at * 131 + 47) & 255);

describe.each(['avc1', 'hvc1'] as const)('pictures of %s', (codec) => {
  it('of an encoder are all readable', () => {
    expect(framesOf(codec).length).toBeGreaterThan(100);
    expect(leftOut(codec, framesOf(codec))).toEqual([]);
  });

  it('wait for the next key frame when one is damaged', () => {
    const key = framesOf(codec).findIndex(({ isKey }, index) => isKey && index > 0);
    const left = leftOut(
      codec,
      damage(codec, key, (frame) => written(codec, frame, nonsense)),
    );
    const next = framesOf(codec).findIndex(({ isKey }, index) => isKey && index > key);
    expect(left).toEqual(Array.from({ length: next - key }, (_, index) => key + index));
  });

  it.each([
    ['nonsense', (frame: Frame) => written(codec, frame, nonsense)],
    ['a forbidden bit', (frame: Frame) => written(codec, frame, [0xff], -headerAt[codec] + 4)],
    [
      'lengths that do not fill it',
      ({ nalUnits, ...frame }: Frame) => ({ ...frame, nalUnits: nalUnits.subarray(0, -3) }),
    ],
    [
      'a last length beyond its end',
      ({ nalUnits, ...frame }: Frame) => ({
        ...frame,
        nalUnits: Buffer.concat([nalUnits, Buffer.from([0, 0, 1, 0, 9])]),
      }),
    ],
  ])('are left out when damaged by %s', (_, change) => {
    const frames = framesOf(codec);
    const at = frames.findIndex(({ isKey }, index) => !isKey && index > 55);
    const left = leftOut(codec, damage(codec, at, change));
    expect(left[0]).toBe(at);
    const next = frames.findIndex(({ isKey }, index) => isKey && index > at);
    expect(left.at(-1)).toBeLessThan(next);
  });
});

describe('a slice header of H.264', () => {
  const at = 60;
  const left = (bytes: number[]) =>
    leftOut(
      'avc1',
      damage('avc1', at, (frame) => written('avc1', frame, bytes)),
    );

  it.each([
    ['begins in the middle of the picture', [0x40]],
    ['has a type that there is not', [0x8b, 0x80]],
    ['names an unknown set of parameters', [0x99, 0x00]],
  ])('cannot be read when it %s; the pictures around it stay', (_, bytes) => {
    expect(left(bytes)).toEqual([at]);
  });
});

describe('a slice header of HEVC', () => {
  const frames = framesOf('hvc1');
  const at = frames.findIndex(({ nalUnits }, index) => index > 60 && nalUnits[4] === 0x02);
  const left = (bytes: number[]) =>
    leftOut(
      'hvc1',
      damage('hvc1', at, (frame) => written('hvc1', frame, bytes)),
    );

  it.each([
    ['begins in the middle of the picture', [0x40]],
    ['has a type that there is not', [0xc8]],
    ['names an unknown set of parameters', [0x90]],
  ])('cannot be read when it %s; pictures that refer to it wait for a key frame', (_, bytes) => {
    const next = frames.findIndex(({ isKey }, index) => isKey && index > at);
    expect(left(bytes)).toEqual(Array.from({ length: next - at }, (_unused, index) => at + index));
  });

  it('costs one picture where nothing refers to it, and where key frames are rare', () => {
    const rare = (all: Frame[]) => all.map((frame) => ({ ...frame, ms: frame.ms * 4 }));
    const damaged = damage('hvc1', at, (frame) => written('hvc1', frame, [0x40]));
    expect(leftOut('hvc1', rare(damaged))).toEqual([at]);
    const alone = frames.findIndex(({ nalUnits }, index) => index > 60 && nalUnits[4] === 0x00);
    expect(
      leftOut(
        'hvc1',
        damage('hvc1', alone, (frame) => written('hvc1', frame, [0x40])),
      ),
    ).toEqual([alone]);
  });
});
