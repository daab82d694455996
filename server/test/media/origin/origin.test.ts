/**
 * @engine one
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import * as HLS from 'hls-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveClient } from '../../../src/http/client-files.ts';
import { installErrorHandler } from '../../../src/http/error-handler.ts';
import { localOrigin } from '../../../src/media/origin/local-origin.ts';
import { createLocalProvider } from '../../../src/media/origin/local-provider.ts';
import { liveWindow } from '../../../src/media/origin/timeline.ts';
import { loopedOrigin } from '../../../src/media/origin/videos/looped-origin.ts';
import { type LoopedVideo, loadLoopedVideo } from '../../../src/media/origin/videos/looped-video.ts';
import { writeClient } from '../../pages/client-folder.ts';

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
  const looped = loopedOrigin('demo', video);
  dataFolder = await mkdtemp(join(tmpdir(), 'ringside-media-'));
  app = fastify();
  // With the files of the client, which handle every path that no other route matches.
  const client = join(dataFolder, 'client');
  await mkdir(client);
  writeClient(client);
  installErrorHandler(app, await serveClient(app, { client, docs: join(dataFolder, 'docs') }));
  await app.register(localOrigin, {
    signingKey,
    findVideo: (videoId) => (videoId === 'demo' ? looped : undefined),
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
  const provider = createLocalProvider({ signingKey, knowsVideo: async () => true });
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

/** The address to which the recorded segment `<rung>/<n>.m4s` leads now. */
async function segmentAddress(file: string) {
  const { statusCode, headers } = await get(`${await signedFolder()}/${file}`);
  expect(statusCode, file).toBe(302);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  return String(headers.location);
}

/** The kinds of H.264 units in bytes that are cut off behind one of them: 5 is a key frame, 1 another frame. */
function nalTypes(media: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at + 5 <= media.length; at += 4 + media.readUInt32BE(at))
    types.push((media[at + 4] ?? 0) & 31);
  return types;
}

/** The segments of a live playlist, in order. */
async function liveAddresses(rung = '360p') {
  const { body } = await get(`${await signedFolder()}/${rung}/live.m3u8`);
  return [...body.matchAll(/^\/.*\.m4s$/gm)].map(([address]) => address);
}

describe('media token', () => {
  it('opens the playlists and initialization segments of its stream, and leads to the segments of a replay', async () => {
    const folder = await signedFolder();
    for (const [file, status] of [
      ['live.m3u8', 200],
      ['replay.m3u8', 200],
      ['360p/live.m3u8', 200],
      ['720p/replay.m3u8', 200],
      ['360p/init.mp4', 200],
      ['360p/0.m4s', 302],
      ['720p/95.m4s', 302],
    ] as const) {
      expect((await get(`${folder}/${file}`)).statusCode, file).toBe(status);
    }
  });

  it('opens no live segment, whatever number is asked for', async () => {
    const folder = await signedFolder();
    const { first, last } = liveWindow(nowMs, 2);
    for (const number of [first - 1, first, last, last + 1])
      await expectProblem(`${folder}/720p/${number}.m4s`, 404, 'not-found');
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

  it('is refused for everything at once when the lease ends', async () => {
    const folder = await signedFolder();
    expect((await get(`${folder}/720p/live.m3u8`)).statusCode).toBe(200);
    playing.delete(leaseId);
    for (const file of [
      'live.m3u8',
      'replay.m3u8',
      '720p/live.m3u8',
      '720p/replay.m3u8',
      '720p/init.mp4',
      '720p/0.m4s',
    ]) {
      await expectProblem(`${folder}/${file}`, 403, 'invalid-media-token');
    }
  });

  it('does not open a path with `..` in any encoding', async () => {
    const folder = await signedFolder();
    const other = folder.replace('/media/hls/', '');
    const segment = await segmentAddress('360p/0.m4s');
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
      segment.replace('/360p/', '/360p/../360p/'),
      segment.replace('/360p/', '/%33%360p/'),
      segment.replace('/0.m4s', '/%30.m4s'),
    ]) {
      expect([400, 404], path).toContain(await rawStatus(path));
    }
    expect(await rawStatus(`${folder}/live.m3u8`)).toBe(200);
    expect(await rawStatus(segment)).toBe(200);
  });
});

describe('playlists', () => {
  it('lead from the master playlist to existing segments, with relative URLs only', async () => {
    HLS.setOptions({ strictMode: true });
    const folder = await signedFolder();
    for (const mode of ['live', 'replay']) {
      const master = HLS.parse((await get(`${folder}/${mode}.m3u8`)).body) as HLS.types.MasterPlaylist;
      expect(master.variants.map(({ isIFrameOnly }) => isIFrameOnly)).toEqual([false, false, true, true]);
      for (const { uri } of master.variants) {
        const media = new URL(uri, `http://x${folder}/${mode}.m3u8`);
        const { segments } = HLS.parse((await get(media.pathname)).body) as HLS.types.MediaPlaylist;
        for (const segment of [segments[0], segments.at(-1)]) {
          const { pathname } = new URL(segment?.uri ?? '', media);
          const answer = await get(pathname);
          const address = answer.statusCode === 302 ? String(answer.headers.location) : pathname;
          expect((await get(address)).statusCode, address).toBe(200);
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
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['br, gzip;q=0', false],
    ['', false],
  ])('are compressed for a client that accepts "%s": %s', async (accepted, isCompressed) => {
    const url = `${await signedFolder()}/360p/live.m3u8`;
    const plain = await get(url);
    const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
    expect(headers.vary).toBe('accept-encoding');
    expect(String(isCompressed ? gunzipSync(rawPayload) : rawPayload)).toBe(plain.body);
  });

  it('advance with the clock', async () => {
    const folder = await signedFolder();
    const first = (await get(`${folder}/360p/live.m3u8`)).body;
    nowMs += 1999;
    expect((await get(`${folder}/360p/live.m3u8`)).body).toBe(first);
    nowMs += 1;
    expect((await get(`${folder}/360p/live.m3u8`)).body).not.toBe(first);
  });

  it('of key frames list the bytes from which a decoder needs nothing else', async () => {
    const folder = await signedFolder();
    for (const mode of ['live', 'replay']) {
      const list = HLS.parse(
        (await get(`${folder}/720p/${mode}-iframes.m3u8`)).body,
      ) as HLS.types.MediaPlaylist;
      const whole = HLS.parse((await get(`${folder}/720p/${mode}.m3u8`)).body) as HLS.types.MediaPlaylist;
      expect(list.isIFrame).toBe(true);
      expect(list.segments.map(({ uri }) => uri)).toEqual(whole.segments.map(({ uri }) => uri));
      const { uri = '', byterange } = list.segments.at(-1) ?? {};
      const { offset = 0, length = 0 } = byterange ?? {};
      const address = uri.startsWith('/') ? uri : await segmentAddress(`720p/${uri}`);
      const part = await get(address, { range: `bytes=${offset}-${offset + length - 1}` });
      expect(part.statusCode).toBe(206);
      expect(part.rawPayload).toHaveLength(length);
      expect(part.rawPayload.toString('latin1', 4, 8)).toBe('moof');
      const media = part.rawPayload.subarray(part.rawPayload.indexOf('mdat') + 4);
      const types = nalTypes(media);
      expect(types).toContain(5);
      expect(types).not.toContain(1);
    }
    await expectProblem(`${folder}/live-iframes.m3u8`, 404, 'not-found');
  });

  it('leave out what a player has read, when it asks for that', async () => {
    const url = `${await signedFolder()}/720p/live.m3u8`;
    const whole = (await get(url)).body;
    const delta = (await get(`${url}?_HLS_skip=YES`)).body;
    const skipped = Number(/#EXT-X-SKIP:SKIPPED-SEGMENTS=(\d+)/.exec(delta)?.[1]);
    const segmentsOf = (text: string) => text.match(/^\/.*$/gm) ?? [];
    expect(skipped).toBe(29 - 6);
    expect(segmentsOf(delta)).toEqual(segmentsOf(whole).slice(skipped));
    expect(delta.length).toBeLessThan(whole.length / 3);
    expect((await get(`${url}?_HLS_skip=no`)).body).toBe(whole);
  });

  it('wait for the next segment, and for none behind the one after it', async () => {
    nowMs = startMs + 1_950;
    const { last } = liveWindow(nowMs, 2);
    const url = `${await signedFolder()}/720p/live.m3u8`;
    const waited = await get(`${url}?_HLS_msn=${last + 1}&_HLS_skip=YES`);
    expect(waited.body.trimEnd().split('/').at(-1)).toBe(`${last + 1}.m4s`);
    expect((await get(`${url}?_HLS_msn=${last}`)).body).toContain(`/${last}.m4s`);
    for (const query of [`_HLS_msn=${last + 3}`, '_HLS_part=0'])
      await expectProblem(`${url}?${query}`, 400, 'validation-error');
  });

  it('are refused after a wait to a viewer who lost the right meanwhile', async () => {
    nowMs = startMs + 1_500;
    const { last } = liveWindow(nowMs, 2);
    const waiting = get(`${await signedFolder()}/720p/live.m3u8?_HLS_msn=${last + 1}`);
    while (leaseChecks === 0) await new Promise((resolve) => setImmediate(resolve));
    playing.clear();
    expect((await waiting).statusCode).toBe(403);
  });

  it('keep the address of a live segment for as long as they list it', async () => {
    const addresses = new Map<string, string>();
    for (let second = 0; second < 60; second += 1) {
      for (const address of await liveAddresses()) {
        const file = address.split('/').at(-1) ?? '';
        expect(addresses.get(file) ?? address).toBe(address);
        addresses.set(file, address);
      }
      nowMs += 1000;
    }
    expect(addresses.size).toBe(29 + 29);
  });
});

describe('segments', () => {
  it('are the same address for every viewer within a minute', async () => {
    const address = await segmentAddress('720p/5.m4s');
    expect(address).not.toContain(leaseId);
    expect(address).not.toContain(streamId);
    playing.set(otherId, { streamId, videoId: 'demo' });
    const other = await signedFolder({ leaseId: otherId, seconds: 40_000 });
    nowMs += 59_000;
    expect((await get(`${other}/720p/5.m4s`)).headers.location).toBe(address);
    expect((await get(`${other}/360p/live.m3u8`)).body).toBe(
      (await get(`${await signedFolder()}/360p/live.m3u8`)).body,
    );
  });

  it.each([
    ['recorded', () => segmentAddress('720p/5.m4s')],
    ['live', async () => (await liveAddresses('720p')).at(-1) ?? ''],
  ])('of a %s stream are dead 120 seconds after they were signed', async (_, find) => {
    const address = await find();
    nowMs = startMs + 60_000;
    expect((await get(address)).statusCode).toBe(200);
    nowMs = startMs + 121_000;
    await expectProblem(address, 403, 'invalid-media-token');
    expect((await get(address)).json().instance).toBe('/media/segments');
  });

  it('open no other segment, rung or video, and no playlist', async () => {
    const address = await segmentAddress('720p/5.m4s');
    const [live = '', next = ''] = await liveAddresses('720p');
    const exp = address.split('/')[4] ?? '';
    for (const other of [
      address.replace('/5.m4s', '/6.m4s'),
      address.replace('/720p/', '/360p/'),
      address.replace('/demo/', '/other/'),
      address.replace(`/${exp}/`, `/${Number(exp) + 60}/`),
      live.replace(/[^/]+$/, next.split('/').at(-1) ?? ''),
      live.replace('/720p/', '/360p/'),
    ]) {
      await expectProblem(other, 403, 'invalid-media-token');
    }
    for (const file of ['live.m3u8', 'replay.m3u8', 'init.mp4', '05.m4s'])
      await expectProblem(address.replace('5.m4s', file), 404, 'not-found');
    const [, , , sig] = address.split('/');
    await expectProblem(`/media/hls/${sig}/${exp}/demo/720p/5/live.m3u8`, 403, 'invalid-media-token');
    // And the signature of a playlist opens no segment.
    const [, , , token, tokenExp] = (await signedFolder()).split('/');
    await expectProblem(`/media/segments/${token}/${tokenExp}/demo/720p/5.m4s`, 403, 'invalid-media-token');
  });

  it('may be cached by everyone until their signature expires', async () => {
    const live = (await liveAddresses()).at(-1) ?? '';
    for (const address of [await segmentAddress('720p/0.m4s'), live]) {
      const exp = Number(address.split('/')[4]);
      const answer = await get(address);
      const left = Math.floor(exp - nowMs / 1000);
      expect(left).toBeGreaterThan(60);
      const cached = { 'cache-control': `public, max-age=${left}, must-revalidate` };
      expect(answer.headers).toMatchObject({
        ...cached,
        'content-type': 'video/mp4',
        'content-length': String(answer.rawPayload.length),
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers).not.toHaveProperty('vary');
      const etag = String(answer.headers.etag);
      const known = await get(address, { 'if-none-match': `"other", W/${etag}` });
      expect(known.statusCode).toBe(304);
      expect(known.rawPayload).toHaveLength(0);
      expect(known.headers).toMatchObject({ etag, ...cached });
      const part = await get(address, { range: 'bytes=0-9' });
      expect(part.headers).toMatchObject(cached);
    }
  });

  it('may never be kept longer than their signature lives', async () => {
    const address = await segmentAddress('720p/0.m4s');
    const expMs = Number(address.split('/')[4]) * 1000;
    nowMs = expMs - 1;
    expect((await get(address)).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    nowMs = expMs - 1500;
    expect((await get(address)).headers['cache-control']).toBe('public, max-age=1, must-revalidate');
  });

  it('that initialize a rung are never cached, because their address names a viewer', async () => {
    const { statusCode, headers } = await get(`${await signedFolder()}/360p/init.mp4`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'video/mp4' });
  });

  it('need no lease, so that serving one needs no database', async () => {
    const address = await segmentAddress('720p/0.m4s');
    const before = leaseChecks;
    playing.clear();
    expect((await get(address)).statusCode).toBe(200);
    expect(leaseChecks).toBe(before);
  });

  it('answer HEAD like GET, but without a body', async () => {
    const url = await segmentAddress('360p/0.m4s');
    const whole = await get(url);
    const head = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-9' } });
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
    expect(head.headers.etag).toBe(whole.headers.etag);
    expect((await app.inject({ method: 'HEAD', url: `${url}x` })).statusCode).toBe(404);
  });

  it('are sent in parts for range requests', async () => {
    const url = await segmentAddress('360p/5.m4s');
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

  it('do not exist under another name', async () => {
    const folder = await signedFolder();
    for (const file of [
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
    for (const path of ['/media/segments', '/media/segments/', '/media/segments/a/1/demo/720p/5/6.m4s'])
      expect((await get(path)).statusCode, path).toBe(404);
  });
});
