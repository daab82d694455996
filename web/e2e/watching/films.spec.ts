/** A browser plays what the packager makes of films as editors and cameras export them, and seeks in them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Route } from '@playwright/test';
import { packageFilm } from '../../../server/src/ingest/films/package-film.ts';
import { recordedVideo } from '../../../server/src/media/origin/videos/recorded-video.ts';
import { withEdits, withEmptyPictures, withSignedOffsets } from '../../../server/test/ingest/edited-film.ts';
import { testFilm } from '../../../server/test/ingest/test-films.ts';
import { test } from '../journey.ts';

const player = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'));
const site = 'http://localhost/films/';
const bFrames = testFilm('b-frames.mp4');

/** Answers with the replay of a film, as the origin does. */
async function serve(context: BrowserContext, film: Buffer) {
  const files = new Map<string, Buffer | string>([['hls.js', player]]);
  files.set('', '<!doctype html><video muted></video><script src="hls.js"></script>');
  const read = async (at: number, length: number) => film.subarray(at, at + length);
  const segments = [];
  for await (const { facts, bytes, init } of packageFilm(
    { size: film.length, read },
    { number: 1, epochMs: 0 },
  )) {
    files.set(`source/${facts.init.name}.mp4`, init).set(`source/${facts.name}.m4s`, bytes);
    segments.push({ ...facts, bytes: bytes.length });
  }
  const video = recordedVideo('', segments);
  const signSegment = () => '';
  const request = {
    mode: 'replay',
    kind: 'media',
    wait: undefined,
    isDelta: false,
    signSegment,
    nowMs: 0,
  } as const;
  files.set('master.m3u8', (await video.masterPlaylist('replay')) ?? '');
  files.set('source/replay.m3u8', (await video.mediaPlaylist('source', request)) ?? '');
  await context.route('**/*', (route: Route) => {
    const body = files.get(route.request().url().slice(site.length));
    return body === undefined ? route.fulfill({ status: 204 }) : route.fulfill({ body });
  });
}

const films: Array<[name: string, film: Buffer, seconds: number, width: number]> = [
  ['with one key frame', testFilm('far-key-frames.mp4'), 6, 160],
  ['with its start cut off', withEdits(bFrames, { seconds: 4, from: 1.2 }), 4, 160],
  ['of two edits', withEdits(bFrames, { seconds: 2, from: 0 }, { seconds: 2, from: 4 }), 4, 160],
  ['with signed offsets', withSignedOffsets(bFrames), 6, 160],
  ['with pictures without bytes', withEmptyPictures(testFilm('plain.mp4'), 5), 6, 160],
  ['with open GOP', testFilm('open-gop-loose.mp4'), 5, 160],
  ['with pixels that are not square', testFilm('wide-pixels.mp4'), 3, 228],
];

for (const [name, film, seconds, width] of films) {
  test(`a film ${name} plays, and a seek finds its picture`, async ({ browser }) => {
    const context = await browser.newContext();
    await serve(context, film);
    const page = await context.newPage();
    await page.goto(site);
    const target = seconds - 1.5;
    const seen = await page.evaluate(async (place) => {
      const video = document.querySelector('video') as HTMLVideoElement;
      const { Hls } = window as unknown as {
        Hls: new () => { loadSource(url: string): void; attachMedia(v: unknown): void };
      };
      const hls = new Hls();
      hls.loadSource('master.m3u8');
      hls.attachMedia(video);
      const frame = () =>
        new Promise<number>((resolve) => {
          video.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime));
        });
      await frame();
      const shown = frame();
      video.currentTime = place;
      const seekedTo = await shown;
      const ended = new Promise<boolean>((resolve) => {
        video.onended = () => resolve(true);
        video.onerror = () => resolve(false);
      });
      await video.play();
      return { seekedTo, hasEnded: await ended, seconds: video.duration, width: video.videoWidth };
    }, target);
    expect(seen).toMatchObject({ hasEnded: true, width });
    expect(Math.abs(seen.seekedTo - target)).toBeLessThan(0.1);
    expect(Math.abs(seen.seconds - seconds)).toBeLessThan(0.2);
    await context.close();
  });
}
