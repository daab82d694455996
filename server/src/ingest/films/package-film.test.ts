/**
 * Films of strangers (docs/product.md, 28.34 and 28.35): what a damaged file does, and what real ones become.
 *
 * @tier test
 */
import { describe, expect, it } from 'vitest';
import { paddedTo, testFilm } from '../../../test/ingest/test-films.ts';
import { readTimescales, readTimingFields } from '../../media/origin/mp4-boxes.ts';
import { FilmError } from './film-error.ts';
import { packageFilm } from './package-film.ts';
import { readFilm } from './read-film.ts';

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (at: number, length: number) => bytes.subarray(at, at + length),
});
async function packaged(bytes: Buffer) {
  const segments = [];
  for await (const segment of packageFilm(sourceOf(bytes), { number: 7, epochMs: 0 })) segments.push(segment);
  return segments;
}
const problemOf = (bytes: Buffer) =>
  packaged(bytes).then(
    () => 'none',
    (error) =>
      error instanceof FilmError
        ? [error.problem, error.codec].filter(Boolean).join(': ')
        : Promise.reject(error),
  );

const plain = testFilm('plain.mp4');

describe('a film', () => {
  it('becomes segments that begin at key frames and have all of its pictures', async () => {
    const segments = await packaged(plain);
    expect(segments.map(({ facts }) => facts.name)).toEqual(['7-0', '7-1', '7-2']);
    expect(segments.every(({ facts }) => facts.pictures?.keyFrame)).toBe(true);
    expect(segments.reduce((sum, { facts }) => sum + (facts.pictures?.count ?? 0), 0)).toBe(150);
    expect(segments.reduce((sum, { facts }) => sum + facts.seconds, 0)).toBeCloseTo(6, 1);
    const [first] = segments;
    const timescales = readTimescales(first?.init ?? Buffer.alloc(0));
    expect([...timescales.values()]).toEqual([90_000, 48_000]);
    for (const { bytes, facts } of segments)
      for (const { value, timescale } of readTimingFields(bytes, timescales).times)
        expect(Number(value) / timescale).toBeGreaterThanOrEqual(facts.startMs / 1000 - 0.06);
  });

  it('leaves out a picture whose slice header cannot be read (28.44)', async () => {
    const { video } = await readFilm(sourceOf(plain));
    const { offset, size } = [...video.samples][40] ?? { offset: 0, size: 0 };
    const segments = await packaged(Buffer.from(plain).fill(0x55, offset + 5, offset + size));
    expect(segments.reduce((sum, { facts }) => sum + (facts.pictures?.count ?? 0), 0)).toBe(149);
    expect(segments.reduce((sum, { facts }) => sum + facts.seconds, 0)).toBeCloseTo(6, 1);
  });

  it.each(['b-frames.mp4', 'movie-box-first.mp4', 'far-key-frames.mp4'])(
    'keeps all of its pictures: %s',
    async (name) => {
      const segments = await packaged(testFilm(name));
      expect(segments.reduce((sum, { facts }) => sum + (facts.pictures?.count ?? 0), 0)).toBe(150);
      expect(segments.reduce((sum, { facts }) => sum + facts.seconds, 0)).toBeCloseTo(6, 1);
    },
  );

  it('may have a part that no player reads', async () => {
    const padded = await packaged(paddedTo(plain.length + 1_000, plain));
    expect(padded.map(({ bytes }) => bytes)).toEqual((await packaged(plain)).map(({ bytes }) => bytes));
  });

  it('has silence where it has no sound', async () => {
    const segments = await packaged(testFilm('silent.mp4'));
    expect(segments[0]?.facts.init.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
  });

  it.each([
    ['fragmented', testFilm('fragmented.mp4')],
    ['picture-codec: MPEG-4 Part 2', testFilm('mpeg4.mp4')],
    ['sound-codec: AC-3', testFilm('ac3.mp4')],
    ['not-mp4', testFilm('matroska.mkv')],
    ['truncated', plain.subarray(0, plain.length - 2_000)],
    ['truncated', testFilm('movie-box-first.mp4').subarray(0, 30_000)],
    ['not-mp4', Buffer.from('<html>this is no film</html>')],
    ['not-mp4', Buffer.alloc(0)],
  ])('is refused in words: %s', async (problem, bytes) => {
    expect(await problemOf(bytes)).toBe(problem);
  });
});

const silentBytesPerSecond = 1_200;

describe('20,000 mutations of a film', () => {
  it('crash nothing, and grow nothing', async () => {
    const film = testFilm('short.mp4');
    const end = film.indexOf('mdat');
    let seed = 42;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const results = new Map<string, number>();
    for (let run = 0; run < 20_000; run += 1) {
      const mutated = Buffer.from(film);
      for (let change = random(4); change >= 0; change -= 1) {
        const at = random(random(8) === 0 ? film.length : end) & ~(random(2) * 3);
        if (random(2) === 0) mutated[at] = random(256);
        else if (at + 4 < mutated.length)
          mutated.writeUInt32BE(
            [0, 1, 0xffffffff, 0x7fffffff, random(2 ** 32), random(film.length)][random(6)] ?? 0,
            at,
          );
      }
      const bytes = random(10) === 0 ? mutated.subarray(0, random(film.length)) : mutated;
      let out = 0;
      const result = await (async () => {
        // Silence costs some bytes for each second that the film says it lasts.
        for await (const segment of packageFilm(sourceOf(bytes), { number: 1, epochMs: 0 }))
          out += segment.bytes.length - segment.facts.seconds * silentBytesPerSecond;
        return 'none';
      })().catch((error) => {
        if (error instanceof FilmError) return error.problem;
        throw error;
      });
      expect(out).toBeLessThan(film.length * 20 + 100_000);
      results.set(result, (results.get(result) ?? 0) + 1);
    }
    expect(results.size).toBeGreaterThan(3);
  }, 180_000);
});
