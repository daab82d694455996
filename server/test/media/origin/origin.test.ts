import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify, { type FastifyInstance } from 'fastify';
import * as HLS from 'hls-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveClient } from '../../../src/http/client-files.ts';
import { installErrorHandler } from '../../../src/http/error-handler.ts';
import { localOrigin } from '../../../src/media/origin/local-origin.ts';
import { createLocalProvider } from '../../../src/media/origin/local-provider.ts';
import { type LoopedVideo, loadLoopedVideo } from '../../../src/media/origin/looped-video.ts';
import { liveWindow } from '../../../src/media/origin/timeline.ts';

const videoFolder = fileURLToPath(new URL('../../../assets/demo/video', import.meta.url));
const signingKey = Buffer.alloc(32, 'media');
const leaseId = '5f0d6c1e-8a43-4a0e-9d0b-0f5c3b1d2a10';
const streamId = '9b1c7f5e-2d4a-4c3b-8e6f-7a8b9c0d1e2f';
const otherId = '0a6c2f3b-1d2e-4f50-8a7b-6c5d4e3f2a1b';
const startMs = Date.UTC(2026, 10, 20, 19);

let app: FastifyInstance;
let video: LoopedVideo;
let dataFolder: string;
let nowMs = startMs;
let playing = new Map<string, { streamId: string; videoId: string }>();
let leaseChecks = 0;

beforeAll(async () => {
  video = await loadLoopedVideo(videoFolder);
  dataFolder = await mkdtemp(join(tmpdir(), 'ringside-media-'));
  app = fastify();
  // With the files of the client, which handle every path that no other route matches.
  const client = join(dataFolder, 'client');
  await mkdir(client);
  await writeFile(join(client, 'index.html'), '<!doctype html>');
  installErrorHandler(app, await serveClient(app, { client, docs: join(dataFolder, 'docs') }));
  await app.register(localOrigin, {
    signingKey,
    videos: new Map([['demo', video]]),
    now: () => nowMs,
    async findPlayback(lease) {
      leaseChecks += 1;
      const playback = playing.get(lease.leaseId);
      return playback?.streamId === lease.streamId ? playback : undefined;
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await rm(dataFolder, { recursive: true });
});

beforeEach(() => {
  nowMs = startMs;
  playing = new Map([[leaseId, { streamId, videoId: 'demo' }]]);
  leaseChecks = 0;
});

async function signedFolder(grant: { leaseId?: string; videoId?: string; seconds?: number } = {}) {
  const provider = createLocalProvider({ signingKey, videos: new Map([['demo', video]]) });
  const url = await provider.signedUrl({
    videoId: grant.videoId ?? 'demo',
    leaseId: grant.leaseId ?? leaseId,
    streamId,
    expiresAt: new Date(startMs + (grant.seconds ?? 120) * 1000),
    mode: 'live',
    origin: 'https://ringside.test',
  });
  expect(url).toMatch(/^https:\/\/ringside\.test\/media\/hls\/.*\/live\.m3u8$/);
  return new URL(url).pathname.replace('/live.m3u8', '');
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

async function expectProblem(url: string, status: number, code: string) {
  const answer = await get(url);
  expect(answer.statusCode, url).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()).toMatchObject({ type: `/problems/${code}`, status });
  expect(answer.headers['cache-control']).toBe('no-store');
  // Without it a player on another origin could not distinguish a 403 from a network error.
  expect(answer.headers['access-control-allow-origin']).toBe('*');
}

/** Sends the path unchanged: URL parsers, including the one of `inject`, remove `..` segments. */
function rawStatus(path: string): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    request.on('error', reject).end();
  });
}

describe('media token', () => {
  it('opens every file of its stream', async () => {
    const folder = await signedFolder();
    const { last } = liveWindow(nowMs, 2);
    for (const file of [
      'live.m3u8',
      'replay.m3u8',
      '360p/live.m3u8',
      '720p/replay.m3u8',
      '360p/init.mp4',
      '360p/0.m4s',
      `720p/${last}.m4s`,
    ]) {
      expect((await get(`${folder}/${file}`)).statusCode, file).toBe(200);
    }
  });

  it('is refused when any of its parts was changed', async () => {
    const parts = (await signedFolder()).split('/');
    const other = { 3: 'A'.repeat(43), 4: String(startMs), 5: streamId, 6: leaseId, 7: 'demo2' };
    for (const [index, value] of Object.entries(other)) {
      const folder = parts.with(Number(index), value).join('/');
      for (const file of ['live.m3u8', '360p/live.m3u8', '360p/init.mp4', '360p/0.m4s']) {
        await expectProblem(`${folder}/${file}`, 403, 'invalid-media-token');
      }
    }
  });

  it('is refused once it has expired', async () => {
    const folder = await signedFolder();
    nowMs = startMs + 119_999;
    expect((await get(`${folder}/live.m3u8`)).statusCode).toBe(200);
    nowMs = startMs + 120_000;
    for (const file of ['live.m3u8', '360p/live.m3u8', '360p/0.m4s']) {
      await expectProblem(`${folder}/${file}`, 403, 'invalid-media-token');
    }
  });

  it('of another lease, stream or video opens no playlist', async () => {
    await expectProblem(`${await signedFolder({ leaseId: otherId })}/live.m3u8`, 403, 'invalid-media-token');
    playing.set(leaseId, { streamId, videoId: 'other' });
    await expectProblem(`${await signedFolder()}/360p/live.m3u8`, 403, 'invalid-media-token');
    await expectProblem(`${await signedFolder({ videoId: 'other' })}/live.m3u8`, 404, 'not-found');
  });

  it('is refused for playlists at once when the lease ends, but still opens segments', async () => {
    const folder = await signedFolder();
    const segment = `${folder}/720p/${liveWindow(nowMs, 2).last}.m4s`;
    expect((await get(`${folder}/720p/live.m3u8`)).statusCode).toBe(200);
    playing.delete(leaseId);
    for (const file of ['live.m3u8', 'replay.m3u8', '720p/live.m3u8', '720p/replay.m3u8']) {
      await expectProblem(`${folder}/${file}`, 403, 'invalid-media-token');
    }
    const checksBefore = leaseChecks;
    expect((await get(segment)).statusCode).toBe(200);
    expect(leaseChecks).toBe(checksBefore);
  });

  it('does not open a path with `..` in any encoding', async () => {
    const folder = await signedFolder();
    const other = folder.replace('/media/hls/', '');
    for (const path of [
      `${folder}/../demo/live.m3u8`,
      `${folder}/..`,
      `${folder}/360p/../360p/0.m4s`,
      `${folder}/360p/..`,
      `${folder}/%2e%2e/live.m3u8`,
      `${folder}/360p/%2e%2e%2fvideo.json`,
      `${folder}/..%2f..%2fvideo.json`,
      `${folder}/..%5c..%5cvideo.json`,
      `${folder}/360p/%252e%252e%252fvideo.json`,
      `${folder}/360p/..;/0.m4s`,
      `/media/hls/../hls/${other}/live.m3u8`,
      `/media/hls/%2E%2E/hls/a/b/c/d`,
      '/media/hls/../../../../../../etc/passwd',
      '/media/hls/..',
      `${folder}/../x/live.m3u8`,
      `${folder}/../../../../../../../../etc/passwd`,
      `${folder}/360p/../x.m4s`,
    ]) {
      expect([400, 404], path).toContain(await rawStatus(path));
    }
    expect(await rawStatus(`${folder}/live.m3u8`)).toBe(200);
  });
});

describe('playlists', () => {
  it('lead from the master playlist to existing segments, with relative URLs only', async () => {
    HLS.setOptions({ strictMode: true });
    const folder = await signedFolder();
    for (const mode of ['live', 'replay']) {
      const master = HLS.parse((await get(`${folder}/${mode}.m3u8`)).body) as HLS.types.MasterPlaylist;
      expect(master.variants).toHaveLength(2);
      for (const { uri } of master.variants) {
        const media = new URL(uri, `http://x${folder}/${mode}.m3u8`);
        const { segments } = HLS.parse((await get(media.pathname)).body) as HLS.types.MediaPlaylist;
        for (const segment of [segments[0], segments.at(-1)]) {
          const { pathname } = new URL(segment?.uri ?? '', media);
          expect((await get(pathname)).statusCode, pathname).toBe(200);
          const map = new URL(segment?.map?.uri ?? '', media);
          expect((await get(map.pathname)).statusCode).toBe(200);
        }
      }
    }
  });

  it('are never cached', async () => {
    const folder = await signedFolder();
    for (const file of ['live.m3u8', '360p/live.m3u8', '360p/replay.m3u8']) {
      const { headers } = await get(`${folder}/${file}`);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/vnd.apple.mpegurl',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('advance with the clock', async () => {
    const folder = await signedFolder();
    const first = (await get(`${folder}/360p/live.m3u8`)).body;
    nowMs += 1999;
    expect((await get(`${folder}/360p/live.m3u8`)).body).toBe(first);
    nowMs += 1;
    expect((await get(`${folder}/360p/live.m3u8`)).body).not.toBe(first);
    expect((await get(`${folder}/720p/live.m3u8`)).body).toBe((await get(`${folder}/360p/live.m3u8`)).body);
  });
});

describe('segments', () => {
  it('may be cached by everyone for ever', async () => {
    const folder = await signedFolder();
    for (const file of ['360p/init.mp4', '720p/0.m4s']) {
      const answer = await get(`${folder}/${file}`);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'video/mp4',
        'content-length': String(answer.rawPayload.length),
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      const etag = String(answer.headers.etag);
      const known = await get(`${folder}/${file}`, { 'if-none-match': `"other", W/${etag}` });
      expect(known.statusCode).toBe(304);
      expect(known.rawPayload).toHaveLength(0);
      expect(known.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
    }
  });

  it('answer HEAD like GET, but without a body', async () => {
    const url = `${await signedFolder()}/360p/0.m4s`;
    const whole = await get(url);
    const head = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-9' } });
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
    expect(head.headers.etag).toBe(whole.headers.etag);
    expect((await app.inject({ method: 'HEAD', url: `${url}x` })).statusCode).toBe(404);
  });

  it('are sent in parts for range requests', async () => {
    const url = `${await signedFolder()}/360p/5.m4s`;
    const { rawPayload: whole, headers } = await get(url);
    const size = whole.length;
    const part = await get(url, { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': `bytes 100-199/${size}`,
      'content-length': '100',
      'content-type': 'video/mp4',
      etag: headers.etag,
    });
    expect(part.rawPayload).toEqual(whole.subarray(100, 200));

    const end = await get(url, { range: 'bytes=-7', 'if-range': String(headers.etag) });
    expect(end.statusCode).toBe(206);
    expect(end.rawPayload).toEqual(whole.subarray(-7));

    expect((await get(url, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
    expect((await get(url, { range: 'bytes=0-9,20-29' })).rawPayload).toEqual(whole);

    const beyond = await get(url, { range: `bytes=${size}-` });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers).toMatchObject({
      'content-range': `bytes */${size}`,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    });
  });

  it('do not exist too early, too late, or under another name', async () => {
    const folder = await signedFolder();
    const { first, last } = liveWindow(nowMs, 2);
    expect((await get(`${folder}/360p/${first - 1}.m4s`)).statusCode).toBe(200);
    for (const file of [
      `360p/${last + 2}.m4s`,
      `360p/${first - 100}.m4s`,
      '360p/96.m4s',
      '360p/-1.m4s',
      '360p/00.m4s',
      '360p/1e1.m4s',
      '360p/9999999999999999999999.m4s',
      '360p/1.ts',
      '360p/video.json',
      '1080p/0.m4s',
      '1080p/init.mp4',
      '1080p/live.m3u8',
      'constructor/init.mp4',
      'other.m3u8',
      '360p/dead.m3u8',
      '360p',
      '360p/',
    ]) {
      await expectProblem(`${folder}/${file}`, 404, 'not-found');
    }
  });
});
