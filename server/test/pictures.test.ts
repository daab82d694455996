import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveClient } from '../src/http/client-files.ts';
import { installErrorHandler } from '../src/http/error-handler.ts';
import { pictureRoutes } from '../src/media/picture-routes.ts';
import { createPictureStore, type PictureStore } from '../src/media/picture-store.ts';

const pictureId = '0a6c2f3b-1d2e-4f50-8a7b-6c5d4e3f2a1b';
const otherId = '9b1c7f5e-2d4a-4c3b-8e6f-7a8b9c0d1e2f';

let app: FastifyInstance;
let dataFolder: string;
let pictures: PictureStore;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ringside-pictures-'));
  pictures = createPictureStore(join(dataFolder, 'pictures'));
  const client = join(dataFolder, 'client');
  await mkdir(client);
  await writeFile(join(client, 'index.html'), '<!doctype html>');
  app = fastify();
  installErrorHandler(app, await serveClient(app, { client, docs: join(dataFolder, 'docs') }));
  await app.register(pictureRoutes, { pictures });
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await rm(dataFolder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** Sends the path as it is: URL parsers take dot-dots out. */
function rawStatus(path: string): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    request.on('error', reject).end();
  });
}

describe('pictures', () => {
  beforeAll(async () => {
    const folder = join(dataFolder, 'drawn');
    await mkdir(folder);
    for (const format of ['avif', 'webp', 'jpg'])
      await writeFile(join(folder, `640.${format}`), `640 ${format}`);
    await writeFile(join(folder, 'notes.txt'), 'not a picture');
    await pictures.importPicture(pictureId, folder);
    // A second start of the server finds it there.
    await pictures.importPicture(pictureId, folder);
  });

  it.each([
    ['avif', 'image/avif'],
    ['webp', 'image/webp'],
    ['jpg', 'image/jpeg'],
  ])('are served as %s and may be kept for ever', async (format, type) => {
    const answer = await get(`/media/pictures/${pictureId}/640.${format}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`640 ${format}`);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-length': String(answer.body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const known = { 'if-none-match': String(answer.headers.etag) };
    expect((await get(`/media/pictures/${pictureId}/640.${format}`, known)).statusCode).toBe(304);
  });

  it('have no other names', async () => {
    for (const path of [
      `${pictureId}/1280.jpg`,
      `${pictureId}/641.jpg`,
      `${pictureId}/640.png`,
      `${pictureId}/notes.txt`,
      `${otherId}/640.jpg`,
      `${pictureId.toUpperCase()}/640.jpg`,
      'drawn/640.jpg',
    ]) {
      const answer = await get(`/media/pictures/${path}`);
      expect(answer.statusCode, path).toBe(404);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
      });
    }
  });

  it('are not taken over from a folder without any, or under a name that is no id', async () => {
    await expect(pictures.importPicture(otherId, dataFolder)).rejects.toThrow('no picture');
    await expect(pictures.importPicture('../x', dataFolder)).rejects.toThrow('UUID');
  });

  it('are not reached by a path that climbs', async () => {
    for (const path of [
      '..%2f..%2fsecret',
      `${pictureId}/..%2f..%2fsecret`,
      '%2e%2e/640.jpg',
      '..',
      'a/b/c',
    ]) {
      expect([400, 404], path).toContain((await get(`/media/pictures/${path}`)).statusCode);
    }
    for (const path of [
      '/media/pictures/../pictures/640.jpg',
      `/media/pictures/../../${pictureId}/640.jpg`,
    ]) {
      expect([400, 404], path).toContain(await rawStatus(path));
    }
  });
});
