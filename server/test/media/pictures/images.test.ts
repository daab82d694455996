import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pictureFileNames } from '../../../src/media/pictures/picture-files.ts';
import { insertEvent, insertImage } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { formBody, formHeaders, uploadOf } from '../../multipart.ts';

// Encoding takes long, especially on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});
const images = '/api/v1/media/images';

const jpeg = await sharp({
  create: { width: 1280, height: 720, channels: 3, background: '#dc1e1e' },
})
  .jpeg()
  .toBuffer();

const upload = (file: Buffer, name?: string, type?: string) =>
  organiser.request(`POST ${images}`, uploadOf(file, name, type));

async function refusal(file: Buffer, name?: string) {
  const { status, body } = await upload(file, name);
  expect(body.issues).toHaveLength(1);
  expect(body.issues[0]).toMatchObject({ pointer: '/file', location: 'body' });
  return { status, detail: body.issues[0].detail };
}

/** Shared by several tests, because encoding takes long. */
const uploaded = await upload(jpeg, 'page.html', 'text/html');
const { id: imageId } = uploaded.body;

describe('uploadImage', () => {
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
  });

  it('stores a picture with any file name and declared type', async () => {
    expect(uploaded.status).toBe(201);
    expect(uploaded.headers.location).toBe(`${images}/${imageId}`);
    for (const name of pictureFileNames('wide')) {
      const file = await api.app.inject({ url: `/media/pictures/${imageId}/${name}` });
      expect(file.statusCode, name).toBe(200);
      expect(file.headers['content-type']).toMatch(/^image\/(avif|webp|jpeg)$/);
      const [width, isSquare] = [Number(/\d+/.exec(name)), name.startsWith('artwork')];
      const metadata = await sharp(file.rawPayload).metadata();
      expect(metadata).toMatchObject({ width, height: isSquare ? width : (width * 9) / 16 });
    }
  });

  it.each([
    ['nothing', Buffer.alloc(0), /empty/],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /JPEG, PNG, WebP or AVIF/],
    ['half a picture', jpeg.subarray(0, jpeg.length / 2), /damaged/],
  ])('refuses %s', async (_, file, detail) => {
    const answer = await refusal(file);
    expect(answer.status).toBe(400);
    expect(answer.detail).toMatch(detail);
  });

  it('accepts a file of exactly 10 MB and refuses one byte more', async () => {
    const limit = 10 * 1024 * 1024;
    const padded = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
    expect((await upload(padded(limit))).status).toBe(201);
    expect(await refusal(padded(limit + 1))).toEqual({ status: 413, detail: 'Must be at most 10 MB.' });
    // Refused by its Content-Length, before the body is read.
    expect((await refusal(padded(limit + 1_000_000))).status).toBe(413);
  });

  it.each([
    ['no file', [], ['/file Is required.']],
    ['text in its place', [{ name: 'file', value: 'hall.jpg' }], ['/file Must be a file.']],
    ['two files', [file('file'), file('file')], ['/file Must be one file.']],
    ['an unknown field', [file('file'), { name: 'title', value: 'x' }], ['/title Is not a known field.']],
    [
      'a file under another name',
      [file('picture')],
      ['/picture Is not a known field.', '/file Is required.'],
    ],
    ['a name that is a path', [file('a/b~c')], ['/a~1b~0c Is not a known field.', '/file Is required.']],
    [
      'too many fields',
      Array.from({ length: 40 }, () => file('__proto__')),
      ['/__proto__ Is not a known field.'],
    ],
  ])('refuses a form with %s', async (_, parts, expected) => {
    const { status, body } = await organiser.request(`POST ${images}`, {
      body: formBody(parts),
      headers: formHeaders,
    });
    expect(status).toBe(400);
    const issues = body.issues.map(
      (item: { pointer: string; detail: string }) => `${item.pointer} ${item.detail}`,
    );
    expect(issues).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ['without a boundary', 'multipart/form-data', formBody([file('file')]), 400],
    ['with another boundary', 'multipart/form-data; boundary=another', formBody([file('file')]), 400],
    ['that ends early', formHeaders['content-type'], formBody([file('file')]).subarray(0, 300), 400],
    ['that is empty', formHeaders['content-type'], Buffer.alloc(0), 400],
    ['of JSON', 'application/json', Buffer.from('{"file":"x"}'), 415],
    ['of CSV', 'text/csv', Buffer.from('file'), 415],
    ['of only the picture', 'image/jpeg', jpeg, 415],
  ])('refuses a body %s', async (_, type, body, status) => {
    const answer = await organiser.request(`POST ${images}`, { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.issues[0].pointer).toBe('/file');
  });

  it('needs a body', async () => {
    expect((await organiser.request(`POST ${images}`)).status).toBe(415);
  });

  it('answers 503 when too many uploads run, and accepts the next when they have ended', async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const { body, headers } = uploadOf(jpeg);
    const head = [
      `POST ${images} HTTP/1.1`,
      'host: ringside.test',
      `authorization: Bearer ${organiser.accessToken}`,
      `content-type: ${headers['content-type']}`,
      `content-length: ${body.length}`,
    ];
    const slow: Socket[] = [];
    /** Sends half of an upload and then stops. */
    const startSlow = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(body.subarray(0, 500));
      slow.push(socket);
    };
    for (let count = 0; count < 8; count++) startSlow();
    const isBusy = async () => {
      if ((await upload(Buffer.from('no picture'))).status === 503) return true;
      // This question may have taken the place of a slow upload.
      startSlow();
      return false;
    };
    await expect.poll(isBusy, { timeout: 20_000 }).toBe(true);
    expect((await upload(jpeg)).headers['retry-after']).toBe('5');
    for (const socket of slow) socket.destroy();
    const next = async () => (await upload(jpeg)).status;
    await expect.poll(next, { timeout: 20_000 }).toBe(201);
  });

  it('writes an entry to the audit log', async () => {
    const entry = await api.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('entityId', '=', imageId)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actorId: organiser.userId,
      action: 'uploadImage',
      entityType: 'image',
      before: null,
      after: { shape: 'wide', width: 1280, height: 720 },
    });
  });
});

describe('getImage', () => {
  it('returns the size of a picture and the widths of its files', async () => {
    const { status, body } = await organiser.request(`GET ${images}/${imageId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: imageId,
      shape: 'wide',
      width: 1280,
      height: 720,
      widths: [320, 640, 1280, 1920],
      artworkWidths: [96, 128, 192, 256, 384, 512],
      squareWidths: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
    });
    expect((await organiser.request(`GET ${images}/${randomUUID()}`)).status).toBe(404);
  });
});

describe('deleteImage', () => {
  it('deletes a picture and its files', async () => {
    expect((await organiser.request(`DELETE ${images}/${imageId}`)).status).toBe(204);
    expect((await organiser.request(`GET ${images}/${imageId}`)).status).toBe(404);
    const { statusCode } = await api.app.inject({ url: `/media/pictures/${imageId}/640.jpg` });
    expect(statusCode).toBe(404);
    expect((await organiser.request(`DELETE ${images}/${imageId}`)).status).toBe(404);
    expect(await api.db.selectFrom('looseFiles').selectAll().execute()).toEqual([]);
    const actions = await api.db
      .selectFrom('auditEntries')
      .select('action')
      .where('entityId', '=', imageId)
      .orderBy('createdAt')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['uploadImage', 'deleteImage']);
  });

  it('deletes them also for an id in upper case', async () => {
    const { body } = await upload(jpeg);
    const id: string = body.id;
    expect((await organiser.request(`DELETE ${images}/${id.toUpperCase()}`)).status).toBe(204);
    expect((await api.app.inject({ url: `/media/pictures/${id}/640.jpg` })).statusCode).toBe(404);
    expect(await api.db.selectFrom('looseFiles').selectAll().execute()).toEqual([]);
    const entries = api.db.selectFrom('auditEntries').select('action').where('entityId', '=', id);
    expect(await entries.execute()).toHaveLength(2);
  });

  it('refuses a picture in use, and names the events that use it', async () => {
    const pictureId = await insertImage(api.db);
    for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth'])
      await insertEvent(api.db, { pictureId, name });
    const { status, body } = await organiser.request(`DELETE ${images}/${pictureId}`);
    expect(status).toBe(409);
    expect(body.detail).toMatch(/^The picture is in use by "\w+", "\w+", "\w+" and 2 more\.$/);
    expect((await organiser.request(`GET ${images}/${pictureId}`)).status).toBe(200);
  });

  it('and a change of an event to the same picture do not both succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const pictureId = await insertImage(api.db);
      const eventId = await insertEvent(api.db);
      const [taken, deleted] = await Promise.all([
        organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { pictureId } }),
        organiser.request(`DELETE ${images}/${pictureId}`),
      ]);
      expect([
        [204, 409],
        [400, 204],
      ]).toContainEqual([taken.status, deleted.status]);
      const { body } = await organiser.request(`GET /api/v1/events/${eventId}`);
      expect(body.pictureId).toBe(taken.status === 204 ? pictureId : null);
    }
  });
});

function file(name: string) {
  return { name, value: jpeg, fileName: 'hall.jpg', type: 'image/jpeg' };
}
