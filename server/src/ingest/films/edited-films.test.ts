/**
 * Films as editors, phones and cameras export them (docs/product.md, 28.35): what is shown of them, and when.
 *
 * @tier test
 */
import { describe, expect, it } from 'vitest';
import {
  turned,
  withEdits,
  withEmptyPictures,
  withLongOffsets,
  withSignedOffsets,
} from '../../../test/ingest/edited-film.ts';
import { samplesOf } from '../../../test/ingest/samples.ts';
import { testFilm } from '../../../test/ingest/test-films.ts';
import { recordedVideo } from '../../media/origin/videos/recorded-video.ts';
import { FilmError } from './film-error.ts';
import { packageFilm } from './package-film.ts';

async function packaged(bytes: Buffer) {
  const read = async (at: number, length: number) => bytes.subarray(at, at + length);
  const segments = [];
  for await (const segment of packageFilm({ size: bytes.length, read }, { number: 7, epochMs: 0 }))
    segments.push(segment);
  const seconds = segments.reduce((sum, { facts }) => sum + facts.seconds, 0);
  return { segments, seconds, pictures: segments.flatMap((segment) => samplesOf(segment.bytes, 1)) };
}
const problemOf = (bytes: Buffer) =>
  packaged(bytes).then(
    () => 'none',
    (error) => (error instanceof FilmError ? [error.problem, error.codec].filter(Boolean).join(': ') : error),
  );

/** 25 pictures a second and a key frame every 2 s; the second one has B-frames. */
const [plain, bFrames] = [testFilm('plain.mp4'), testFilm('b-frames.mp4')];
const tick = 1 / 90_000;

describe('an edit list', () => {
  it.each([
    ['without B-frames', plain, 3.48],
    // Some at the end refer to one behind the edit, and are left out.
    ['with B-frames', bFrames, 3.4],
  ])('that cuts the start off shows nothing of it, %s', async (_, film, last) => {
    const { segments, seconds, pictures } = await packaged(withEdits(film, { seconds: 3.5, from: 1.2 }));
    expect(seconds).toBeCloseTo(3.5, 3);
    const hidden = pictures.filter(({ isLast, duration }) => !isLast && duration < 0.001);
    // 30 pictures from the key frame on are needed to decode; all together they last less than one.
    expect(hidden.length).toBeGreaterThanOrEqual(28);
    expect(hidden.length).toBeLessThanOrEqual(34);
    expect(hidden.reduce((sum, { duration }) => sum + duration, 0)).toBeLessThan(0.02);
    const shown = pictures.map(({ shownAt }) => shownAt).toSorted((one, other) => one - other);
    const first = shown[0] ?? 0;
    // Those hidden ones within a moment, then one every 40 ms to the end.
    expect(shown[30]).toBeLessThan(first + 31 * tick);
    expect(shown[31]).toBeCloseTo(first + 0.04, 3);
    expect(shown.at(-1)).toBeCloseTo(first + last, 2);
    // Neither in a seek bar.
    expect(segments[0]?.facts.pictures?.keyFrame).toBeUndefined();
    // And not while a player waits at the start.
    const recorded = segments.map(({ facts, bytes }) => ({ ...facts, bytes: bytes.length }));
    const request = { mode: 'replay', kind: 'media' } as never;
    const playlist = await recordedVideo('', recorded).mediaPlaylist('source', request);
    const [, start] = /EXT-X-START:TIME-OFFSET=([0-9.]+),PRECISE=YES/.exec(playlist ?? '') ?? [];
    expect(Number(start)).toBeGreaterThan((shown[30] ?? 0) - first);
    expect(Number(start)).toBeLessThan(0.02);
  });

  it('with several edits at key frames shows them one after the other', async () => {
    const { segments, seconds, pictures } = await packaged(
      withEdits(bFrames, { seconds: 1.2, from: 0 }, { seconds: 2, from: 4 }),
    );
    expect(seconds).toBeCloseTo(3.2, 3);
    expect(segments.map(({ facts }) => facts.startMs)).toEqual([0, expect.closeTo(1_200, 0)]);
    expect(segments.every(({ facts }) => facts.pictures?.keyFrame)).toBe(true);
    // Pictures at the end of the first that refer to one behind it are left out.
    expect(pictures.length).toBeGreaterThanOrEqual(77);
    expect(pictures.length).toBeLessThanOrEqual(80);
  });

  it('with an empty edit first shows the first picture until then', async () => {
    const { seconds, pictures } = await packaged(withEdits(plain, { seconds: 1 }, { seconds: 2, from: 2 }));
    expect(seconds).toBeCloseTo(3, 3);
    expect(pictures.slice(0, 3).map(({ shownAt }) => shownAt)).toEqual([
      expect.closeTo(0, 2),
      expect.closeTo(1.04, 2),
      expect.closeTo(1.08, 2),
    ]);
  });

  it('with an empty edit in the middle holds the picture before it', async () => {
    const { seconds, segments } = await packaged(
      withEdits(plain, { seconds: 2, from: 0 }, { seconds: 1 }, { seconds: 2, from: 4 }),
    );
    expect(seconds).toBeCloseTo(5, 3);
    expect(segments.map(({ facts }) => facts.startMs)).toEqual([0, expect.closeTo(3_000, 0)]);
  });

  it.each([
    ['edit-rate', withEdits(plain, { seconds: 2, from: 0, rate: 0.5 })],
    ['edits', withEdits(plain, { seconds: 2, from: 3 }, { seconds: 2, from: 0 })],
    ['edits', withEdits(plain, { seconds: 1, from: 0 }, { seconds: 1, from: 3 })],
    ['no-picture', withEdits(plain, { seconds: 2 })],
  ])('that cannot be honoured is refused in words: %s', async (problem, film) => {
    expect(await problemOf(film)).toBe(problem);
  });
});

describe('a film', () => {
  it('may have signed composition offsets in a table that does not say so', async () => {
    const { seconds, pictures } = await packaged(withSignedOffsets(bFrames));
    expect(seconds).toBeCloseTo(6, 0);
    for (const { shownAt, time } of pictures) expect(shownAt - time).toBeGreaterThanOrEqual(-tick);
    expect(Math.max(...pictures.map(({ shownAt, time }) => shownAt - time))).toBeLessThan(0.3);
  });

  it.each([
    // Others refer to them: a repeated one takes the place.
    ['that others refer to', plain, 150],
    ['that some refer to', bFrames, 149],
  ])('may have pictures without bytes, %s: the one before stands for one more', async (_, film, count) => {
    const { seconds, pictures } = await packaged(withEmptyPictures(film, 5));
    expect(seconds).toBeCloseTo(6, 3);
    expect(pictures).toHaveLength(count);
    const shown = pictures.map(({ shownAt }) => shownAt).toSorted((one, other) => one - other);
    for (const [index, at] of shown.slice(1).entries()) expect(at - (shown[index] ?? 0)).toBeLessThan(0.081);
    expect(pictures.every(({ bytes }) => bytes > 0)).toBe(true);
  });

  it('may be above 4 GB', async () => {
    const long = await packaged(withLongOffsets(plain));
    expect(long.segments.map(({ bytes }) => bytes)).toEqual(
      (await packaged(plain)).segments.map(({ bytes }) => bytes),
    );
  });

  it('plays with the first sound track that fits', async () => {
    const { segments } = await packaged(testFilm('ac3-first.mp4'));
    expect(segments[0]?.facts.init.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
  });

  it('whose pixels are not square is shown in its shape', async () => {
    const { segments } = await packaged(testFilm('wide-pixels.mp4'));
    expect(segments[0]?.facts.init).toMatchObject({ width: 228, height: 90 });
    const init = segments[0]?.init ?? Buffer.alloc(0);
    const at = init.indexOf('pasp');
    expect([init.readUInt32BE(at + 4), init.readUInt32BE(at + 8)]).toEqual([64, 45]);
  });

  it('may have open GOP where nothing refers to the pictures that need what came before', async () => {
    const { segments, pictures } = await packaged(testFilm('open-gop-loose.mp4'));
    expect(segments.every(({ facts }) => facts.pictures?.keyFrame)).toBe(true);
    expect([segments.length, pictures.length]).toEqual([2, 123]);
  });

  it('keeps segments whole from one key frame to the next, so that a seek finds its picture', async () => {
    const { segments } = await packaged(testFilm('far-key-frames.mp4'));
    expect(segments.every(({ facts }) => facts.pictures?.keyFrame)).toBe(true);
  });

  it.each([
    ['picture-profile: H.264 High 10', testFilm('high10.mp4')],
    ['picture-codec: HEVC', testFilm('hevc.mp4')],
    ['open-gop', testFilm('open-gop.mp4')],
    ['open-gop', testFilm('intra-refresh.mp4')],
    ['rotated', turned(plain)],
  ])('is refused in words: %s', async (problem, film) => {
    expect(await problemOf(film)).toBe(problem);
  });
});
