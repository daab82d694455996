/**
 * Pictures in an object store: the adapter against a server that speaks S3, and server processes that share it.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createPictureBucket } from '../../../src/media/pictures/picture-bucket.ts';
import { pictureFileNames } from '../../../src/media/pictures/picture-files.ts';
import { startObjectStore } from '../../../stand-ins/object-store.ts';
import { uploadOf } from '../../multipart.ts';
import { administrator, fetchPatiently, newDataDir, newInstallation, startProcess } from '../../processes.ts';

vi.setConfig({ testTimeout: 120_000 });

const store = await startObjectStore();
const bucketOf = (url: string) => {
  const { objectStore } = readConfig({ STORAGE_URL: url });
  if (objectStore === undefined) throw new Error('There is no object store');
  return createPictureBucket(objectStore);
};
const pictures = bucketOf(store.url);
afterEach(() => store.failWith(undefined));
afterAll(async () => {
  pictures[Symbol.dispose]();
  await store.close();
});

describe('a picture in an object store', () => {
  const id = randomUUID();
  const bytes = Buffer.from('sixteen bytes ok');

  it('is written, read whole and in part, and removed', async () => {
    await pictures.write(id, [{ name: '640.webp', bytes }]);
    expect(store.objects.get(`${id}/640.webp`)).toEqual({ bytes, type: 'image/webp' });
    expect(await pictures.findSize(id, '640.webp')).toBe(16);
    const whole = await pictures.open(id, '640.webp');
    expect([whole?.size, whole && (await buffer(whole.stream))]).toEqual([16, bytes]);
    const part = await pictures.open(id, '640.webp', { start: 8, end: 12 });
    expect([part?.size, part && String(await buffer(part.stream))]).toEqual([5, 'bytes']);
    await pictures.remove(id);
    await pictures.remove(id);
    expect(store.objects.size).toBe(0);
  });

  it('that does not exist is neither found nor opened', async () => {
    expect(await pictures.findSize(id, '640.webp')).toBeUndefined();
    expect(await pictures.open(id, '640.webp')).toBeUndefined();
  });

  it.each([
    ['the secret is wrong', () => bucketOf(store.url.replace('secret@', 'canary@'))],
    ['the bucket does not exist', () => bucketOf(store.url.replace('/pictures?', '/others?'))],
    ['no server listens', () => bucketOf(store.url.replace(/:\d+\//, ':9/'))],
  ])('causes a 503 when %s, and reveals no secret', async (_, open) => {
    const other = open();
    for (const use of [
      () => other.open(id, '640.webp'),
      () => other.write(id, [{ name: '640.webp', bytes }]),
      () => other.remove(id),
    ]) {
      const error = await use().then(
        () => undefined,
        (reason) => reason,
      );
      expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      expect(`${error.message} ${error.cause} ${JSON.stringify(error)}`).not.toMatch(/canary|stand\/in/);
    }
    other[Symbol.dispose]();
  });
});

describe('servers that share a database and an object store', async () => {
  const env = {
    ...(await newInstallation()),
    STORAGE_URL: store.url,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  };
  // Of one colour and of the smallest size: encoding is not the subject, and a busy machine has a time limit for it.
  const picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#137' } })
    .jpeg()
    .toBuffer();

  it('serve a picture that one of them has stored, and delete it for all', async () => {
    const first = await startProcess(env);
    // Only one server can use the embedded database.
    const second = env.DATABASE_URL ? await startProcess({ ...env, DATA_DIR: newDataDir() }) : first;
    const login = await fetchPatiently(
      `${first.url}/api/v1/identity/auth/credentials/login?includeTokens=true`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(administrator),
      },
    );
    const { tokens } = (await login.json()) as { tokens: { accessToken: { value: string } } };
    const authorization = `Bearer ${tokens.accessToken.value}`;
    const upload = uploadOf(picture);
    const send = (by: typeof fetch) =>
      by(`${first.url}/api/v1/media/images`, {
        method: 'POST',
        headers: { ...upload.headers, authorization },
        body: new Uint8Array(upload.body),
      });

    store.failWith(500);
    expect((await send(fetch)).status).toBe(503);
    store.failWith(undefined);
    const uploaded = await send(fetchPatiently as typeof fetch);
    expect(uploaded.status).toBe(201);
    const { id } = (await uploaded.json()) as { id: string };
    expect([...store.objects.keys()].toSorted()).toEqual(
      pictureFileNames('wide')
        .map((name) => `${id}/${name}`)
        .toSorted(),
    );

    const url = `${second.url}/media/pictures/${id}/1920.avif`;
    const served = await fetch(url);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/avif');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(store.objects.get(`${id}/1920.avif`)?.bytes);
    const part = await fetch(url, { headers: { range: 'bytes=-10' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const known = await fetch(url, { headers: { 'if-none-match': String(served.headers.get('etag')) } });
    expect(known.status).toBe(304);
    store.failWith(503);
    const away = await fetch(url);
    expect([away.status, away.headers.get('cache-control')]).toEqual([503, 'no-store']);
    const awayPart = await fetch(url, { headers: { range: 'bytes=0-9' } });
    expect([awayPart.status, ((await awayPart.json()) as { status: number }).status]).toEqual([503, 503]);
    store.failWith(undefined);

    const deleted = await fetch(`${second.url}/api/v1/media/images/${id}`, {
      method: 'DELETE',
      headers: { authorization },
    });
    expect(deleted.status).toBe(204);
    expect(store.objects.size).toBe(0);
    expect((await fetch(`${first.url}/media/pictures/${id}/1920.avif`)).status).toBe(404);
    expect(`${first.output()}${first.errors()}`).not.toContain('stand/in');
  });
});
