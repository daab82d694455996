/**
 * A decoder that is not ours plays what leaves ingest: packaged films, recordings, HEVC and AV1.
 *
 * @tier all
 * @engine one
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect } from 'vitest';
import { packageFilm } from '../../src/ingest/films/package-film.ts';
import { startApi } from '../harness.ts';
import { itWith } from '../tools.ts';
import { withEdits, withEmptyPictures, withSignedOffsets } from './edited-film.ts';
import { capture, film, mediaBytes, publish } from './encoder.ts';
import { enhancedCapture } from './enhanced.ts';
import { recordTwice } from './recorded-twice.ts';
import { testFilm } from './test-films.ts';
import { setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();
const folder = mkdtempSync(path.join(tmpdir(), 'ringside-decoded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @throws when it fails or writes an error. */
async function run(command: string, args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { timeout: 60_000 });
  expect(stderr).toBe('');
  return stdout;
}

const decode = (input: string) => run('ffmpeg', ['-v', 'error', '-xerror', '-i', input, '-f', 'null', '-']);

const bFrames = testFilm('b-frames.mp4');
/** And how many pictures a decoder finds, hidden ones too. */
const films: Array<[name: string, film: Buffer, pictures: number]> = [
  ['plain', testFilm('plain.mp4'), 150],
  ['with B-frames', bFrames, 150],
  ['with its movie box first', testFilm('movie-box-first.mp4'), 150],
  ['with one key frame', testFilm('far-key-frames.mp4'), 150],
  ['with its start cut off', withEdits(bFrames, { seconds: 4, from: 1.2 }), 129],
  ['of two edits', withEdits(bFrames, { seconds: 2, from: 0 }, { seconds: 2, from: 4 }), 100],
  ['with signed offsets', withSignedOffsets(bFrames), 150],
  ['with pictures without bytes', withEmptyPictures(testFilm('plain.mp4'), 5), 150],
  ['with open GOP', testFilm('open-gop-loose.mp4'), 123],
  ['with pixels that are not square', testFilm('wide-pixels.mp4'), 75],
];

describe('a packaged film', () => {
  for (const [name, bytes, pictures] of films) {
    itWith('ffmpeg', `plays without an error, picture by picture: ${name}`, async () => {
      const read = async (at: number, length: number) => bytes.subarray(at, at + length);
      const parts: Buffer[] = [];
      const source = { size: bytes.length, read };
      for await (const segment of packageFilm(source, { number: 7, epochMs: 0 })) {
        if (parts.length === 0) parts.push(segment.init ?? Buffer.alloc(0));
        parts.push(segment.bytes);
      }
      const file = path.join(folder, `${name}.mp4`);
      await writeFile(file, Buffer.concat(parts));
      await decode(file);
      const frames = await run('ffprobe', [
        '-v',
        'error',
        '-count_frames',
        '-select_streams',
        'v',
        '-show_entries',
        'stream=nb_read_frames',
        '-of',
        'csv=p=0',
        file,
      ]);
      expect(Number.parseInt(frames, 10)).toBe(pictures);
    });
  }
});

describe('downloadRecording', () => {
  itWith(
    'ffmpeg',
    'is read without an error',
    async () => {
      const { whole, filmedSeconds } = await recordTwice(api);
      const file = path.join(folder, 'download.mp4');
      await writeFile(file, whole.rawPayload);
      await decode(file);
      const probe = ['-v', 'error', '-show_entries', 'format=duration,start_time', '-of', 'csv=p=0', file];
      const [start, duration] = (await run('ffprobe', probe)).trim().split(',').map(Number);
      expect(start).toBeLessThan(0.1);
      expect(Math.abs(Number(duration) - filmedSeconds)).toBeLessThan(1.5);
    },
    90_000,
  );
});

let origin: Promise<string> | undefined;

describe.each(['hevc', 'av1'] as const)('%s by enhanced RTMP', (codec) => {
  itWith(
    'ffmpeg',
    'is read by ffprobe and decoded by ffmpeg without an error',
    async () => {
      const venue = await setUpVenue(api);
      using encoder = await publish(venue.key);
      const stop = film(encoder, 0, mediaBytes, enhancedCapture(codec));
      await until(
        () => stateOf(venue),
        ({ recording }) => recording.seconds >= 4,
      );
      stop();
      await venue.organiser.request(`POST ${venue.path}/end`);
      const { path: master, mode } = await watch(venue);
      expect(mode).toBe('replay');
      origin ??= api.app.listen({ host: '127.0.0.1', port: 0 });
      const input = `${await origin}${master}`;
      const about = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', input]);
      expect(JSON.parse(about).streams).toMatchObject([
        { codec_name: codec, width: 320, height: 180 },
        { codec_name: 'aac', sample_rate: '48000' },
      ]);
      const decoded = await run('ffmpeg', [
        '-v',
        'error',
        '-xerror',
        '-i',
        input,
        '-map',
        '0:v',
        '-f',
        'null',
        '-progress',
        '-',
        '-',
      ]);
      expect(Number(/frame=(\d+)\n(?![\s\S]*frame=)/.exec(decoded)?.[1])).toBeGreaterThanOrEqual(95);
    },
    40_000,
  );
});

describe.each(['h264', 'hevc'] as const)('a picture of %s whose slice header cannot be read', (codec) => {
  itWith(
    'ffmpeg',
    'is left out: the recording is read without a line (docs/product.md, 28.44)',
    async () => {
      const venue = await setUpVenue(api);
      using encoder = await publish(venue.key);
      const whole = codec === 'hevc' ? enhancedCapture(codec) : capture;
      const stop = film(encoder, 0, mediaBytes, withNonsense(whole));
      await until(
        () => stateOf(venue),
        ({ recording }) => recording.seconds >= 4,
      );
      stop();
      await venue.organiser.request(`POST ${venue.path}/end`);
      const { path: master } = await watch(venue);
      origin ??= api.app.listen({ host: '127.0.0.1', port: 0 });
      await decode(`${await origin}${master}`);
    },
    40_000,
  );
});

/** In each round, a picture in the middle is nonsense from the header of its last slice on. */
function withNonsense(media: typeof capture): typeof capture {
  const between = (first: number) => ((first >> 4) & 7) === 2;
  const damaged = media.findLast(
    ({ type, timestamp, payload }) => type === 9 && timestamp < 1000 && between(payload[0] ?? 0),
  );
  return media.map((message) => {
    if (message !== damaged) return message;
    const payload = Buffer.from(message.payload);
    const isEnhanced = (payload.readUInt8(0) & 0x80) !== 0;
    let at = isEnhanced && (payload.readUInt8(0) & 0x0f) === 1 ? 8 : 5;
    while (at + 4 + payload.readUInt32BE(at) < payload.length) at += 4 + payload.readUInt32BE(at);
    return { ...message, payload: payload.fill(0x55, at + (isEnhanced ? 6 : 5)) };
  });
}
