import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveClient } from '../../../src/http/client-files.ts';
import { installErrorHandler } from '../../../src/http/error-handler.ts';
import { createPictureFolder } from '../../../src/media/pictures/picture-folder.ts';
import { pictureRoutes } from '../../../src/media/pictures/picture-routes.ts';
import type { PictureStore } from '../../../src/media/pictures/picture-store.ts';
import { writeClient } from '../../pages/client-folder.ts';

const pictureId = '0a6c2f3b-1d2e-4f50-8a7b-6c5d4e3f2a1b';
const otherId = '9b1c7f5e-2d4a-4c3b-8e6f-7a8b9c0d1e2f';

let app: FastifyInstance;
let dataFolder: string;
let pictures: PictureStore;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ringside-pictures-'));
  pictures = createPictureFolder(join(dataFolder, 'pictures'));
  const client = join(dataFolder, 'client');
  await mkdir(client);
  writeClient(client);
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

/** Sends the path unchanged: URL parsers remove `..` segments. */
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
    const files = ['640.avif', '640.webp', '640.jpg', 'artwork-512.jpg'].map((name) => ({
      name,
      bytes: Buffer.from(`bytes of ${name}`),
    }));
    await pictures.write(pictureId, files);
    // As at a second start of the server, when they already exist.
    await pictures.write(pictureId, files);
    await writeFile(join(dataFolder, 'pictures', pictureId, 'notes.txt'), 'not a picture');
  });

  it.each([
    ['640.avif', 'image/avif'],
    ['640.webp', 'image/webp'],
    ['640.jpg', 'image/jpeg'],
    ['artwork-512.jpg', 'image/jpeg'],
  ])('are served as %s and may be cached for ever', async (name, type) => {
    const url = `/media/pictures/${pictureId}/${name}`;
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`bytes of ${name}`);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-length': String(answer.body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const head = await app.inject({ method: 'HEAD', url });
    expect(head.body).toBe('');
    expect(head.headers).toMatchObject({
      'content-type': type,
      'content-length': String(answer.body.length),
    });
    const known = { 'if-none-match': String(answer.headers.etag) };
    expect((await get(url, known)).statusCode).toBe(304);
    const changed = await get(url, { 'if-none-match': '"another"' });
    expect(changed.body).toBe(answer.body);
  });

  it('are sent in parts for range requests', async () => {
    const url = `/media/pictures/${pictureId}/640.jpg`;
    const part = await get(url, { range: 'bytes=9-' });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('640.jpg');
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 9-15/16', 'content-length': '7' });
    const beyond = await get(url, { range: 'bytes=16-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers).toMatchObject({
      'content-range': 'bytes */16',
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    });
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

  it('are not stored under a name that is not an id', async () => {
    await expect(pictures.write('../x', [])).rejects.toThrow('UUID');
    await expect(pictures.remove('..')).rejects.toThrow('UUID');
  });

  it('are not found after their removal, and a second removal does nothing', async () => {
    await pictures.write(otherId, [{ name: '640.jpg', bytes: Buffer.from('x') }]);
    await pictures.remove(otherId);
    await pictures.remove(otherId);
    expect((await get(`/media/pictures/${otherId}/640.jpg`)).statusCode).toBe(404);
  });

  it('cannot be reached by a path with `..`', async () => {
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
