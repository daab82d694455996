/** Films of strangers (docs/product.md, 28.34 and 28.35): what a damaged file does, and what real ones become. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTimescales, readTimingFields } from '../../media/origin/mp4-boxes.ts';
import { FilmError } from './film-error.ts';
import { packageFilm } from './package-film.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'films-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const picture = (seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=160x90:rate=25:duration=${seconds}`,
];
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=sample_rate=48000:duration=${seconds}`];
function make(seconds: number, options: string[], { hasSound = true, type = 'mp4' } = {}): Buffer {
  made += 1;
  const file = path.join(folder, `${made}.${type}`);
  const inputs = [...picture(seconds), ...(hasSound ? sound(seconds) : [])];
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-pix_fmt', 'yuv420p', ...options, file]);
  return readFileSync(file);
}
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-c:a', 'aac'];

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
    (error) => (error instanceof FilmError ? error.problem : Promise.reject(error)),
  );

const plain = make(6, h264);

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

  it.each([
    ['with B-frames and an edit list', ['-bf', '3', '-preset', 'fast']],
    ['with its movie box first', ['-movflags', '+faststart']],
    ['with key frames far apart', ['-g', '1000', '-sc_threshold', '0']],
  ])('%s plays in ffmpeg without an error', async (_what, options) => {
    const bytes = make(6, [...h264, ...options]);
    const segments = await packaged(bytes);
    const file = path.join(folder, `packaged-${made}.mp4`);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(
      file,
      Buffer.concat([segments[0]?.init ?? Buffer.alloc(0), ...segments.map((s) => s.bytes)]),
    );
    execFileSync('ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-']);
    const frames = execFileSync('ffprobe', [
      ...['-v', 'error', '-count_frames', '-select_streams', 'v', '-show_entries', 'stream=nb_read_frames'],
      ...['-of', 'csv=p=0', file],
    ]);
    expect(Number.parseInt(String(frames), 10)).toBe(150);
  });

  it('needs no sound', async () => {
    const segments = await packaged(make(3, h264.slice(0, 6), { hasSound: false }));
    expect(segments[0]?.facts.init.codecs).toMatch(/^avc1\.[0-9a-f]{6}$/);
  });

  it.each([
    ['fragmented', () => make(3, [...h264, '-movflags', '+frag_keyframe+empty_moov'])],
    ['picture-codec', () => make(2, ['-c:v', 'mpeg4', '-c:a', 'aac'])],
    ['sound-codec', () => make(2, [...h264, '-c:a', 'ac3'])],
    ['not-mp4', () => make(2, h264, { type: 'mkv' })],
    ['truncated', () => plain.subarray(0, plain.length - 2_000)],
    ['truncated', () => make(3, [...h264, '-movflags', '+faststart']).subarray(0, 30_000)],
    ['not-mp4', () => Buffer.from('<html>this is no film</html>')],
    ['not-mp4', () => Buffer.alloc(0)],
  ])('is refused in words: %s', async (problem, bytes) => {
    expect(await problemOf(bytes())).toBe(problem);
  });
});

describe('20,000 mutations of a film', () => {
  it('crash nothing, and grow nothing', async () => {
    const film = make(1, [...h264, '-g', '25', '-movflags', '+faststart']);
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
        for await (const segment of packageFilm(sourceOf(bytes), { number: 1, epochMs: 0 }))
          out += segment.bytes.length;
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
