/** The addresses of the contract's examples lead to pictures and to a video that plays. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/contract/document.ts';
import { buildDemoMedia } from '../../stand-ins/media/demo-media.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildDemoMedia();
});
afterAll(() => app.close());

const examples = JSON.stringify(
  (contract as unknown as { components: { examples: object } }).components.examples,
);
const videos = [...new Set(examples.match(/\/media\/hls\/[^"\s\\]+\.m3u8/g))];
const pictureIds = [...new Set([...examples.matchAll(/"pictureId":"([0-9a-f-]{36})"/g)].map(([, id]) => id))];

const get = (url: string, headers = {}) => app.inject({ url, headers });
const linesOf = (playlist: string) =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('the demo media without a server', () => {
  it('knows addresses of examples', () => {
    expect(videos.length).toBeGreaterThan(2);
    expect(pictureIds.length).toBeGreaterThan(1);
  });

  it.each(videos)('plays %s', async (address) => {
    const master = await get(address);
    expect(master.statusCode).toBe(200);
    const [rung = ''] = linesOf(master.body);
    const playlistAddress = new URL(rung, `http://origin${address}`).pathname;
    const playlist = await get(playlistAddress);
    expect(playlist.statusCode).toBe(200);
    const segment = new URL(linesOf(playlist.body).at(-1) ?? '', `http://origin${playlistAddress}`).pathname;
    const found = await get(segment);
    const bytes = found.statusCode === 302 ? await get(String(found.headers.location)) : found;
    expect(bytes.statusCode).toBe(200);
    expect(bytes.headers['content-type']).toBe('video/mp4');
    expect(bytes.rawPayload.length).toBeGreaterThan(1000);
  });

  it.each(pictureIds)('has the picture %s in each form', async (pictureId) => {
    for (const file of ['320.avif', '1920.webp', '640.jpg', 'artwork-512.jpg']) {
      const picture = await get(`/media/pictures/${pictureId}/${file}`);
      expect(picture.statusCode).toBe(200);
      expect(picture.rawPayload.length).toBeGreaterThan(1000);
    }
  });

  it('answers with the fault that a call prefers', async () => {
    for (const code of [403, 404, 503]) {
      expect((await get(videos[0] ?? '', { prefer: `code=${code}` })).statusCode).toBe(code);
    }
    expect((await get(videos[0] ?? '', { prefer: 'code=200' })).statusCode).toBe(200);
  });

  it('opens nothing that is not there, and no other file', async () => {
    for (const url of [
      '/media/hls/x/1/y/z',
      '/media/hls/x/1/a/b/demo/../../../package.json',
      `/media/pictures/${pictureIds[0]}/..%2f..%2fvideo%2fvideo.json`,
      '/media/segments/x/1/demo/720p/0.m4s',
      '/package.json',
    ]) {
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400);
    }
  });
});
