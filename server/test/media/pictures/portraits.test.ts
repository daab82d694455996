import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { removeLoose } from '../../../src/media/loose/remove-loose.ts';
import { pictureFileNames } from '../../../src/media/pictures/picture-files.ts';
import { insertEvent, insertFighter, insertImage } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { uploadOf } from '../../multipart.ts';

vi.setConfig({ testTimeout: 90_000 });

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update', 'event:delete'] });
const images = '/api/v1/media/images';

/** As phones make it: taller than 4:5, its upper half red, on its side, with metadata. */
const photo = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#1e1edc' } })
  .composite([
    {
      input: { create: { width: 800, height: 1000, channels: 3, background: '#dc1e1e' } },
      left: 0,
      top: 0,
    },
  ])
  .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '51/1 55/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

const upload = (file: Buffer, query = '?shape=portrait') =>
  organiser.request(`POST ${images}${query}`, uploadOf(file));
const file = (id: string, name: string) => api.app.inject({ url: `/media/pictures/${id}/${name}` });
const looseIds = async () =>
  (await api.db.selectFrom('looseFiles').select('id').execute()).map(({ id }) => id);

describe('uploadImage of a portrait', () => {
  it('makes pictures of 4:5 and squares that keep the upper edge, upright and without metadata', async () => {
    const { status, body } = await upload(photo);
    expect(status).toBe(201);
    for (const name of pictureFileNames('portrait')) {
      const { statusCode, rawPayload } = await file(body.id, name);
      expect(statusCode, name).toBe(200);
      const width = Number(/\d+/.exec(name));
      const metadata = await sharp(rawPayload).metadata();
      expect(metadata).toMatchObject({ width, height: name.startsWith('square') ? width : width * 1.25 });
      expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined]);
    }
    expect((await file(body.id, '640.jpg')).statusCode).toBe(404);
    expect(await partThatIsRed((await file(body.id, '240.jpg')).rawPayload)).toBeCloseTo(0.64, 1);
    expect(await partThatIsRed((await file(body.id, 'square-224.jpg')).rawPayload)).toBeCloseTo(0.8, 1);
    expect((await organiser.request(`GET ${images}/${body.id}`)).body).toMatchObject({
      shape: 'portrait',
      width: 1000,
      height: 1600,
      widths: [240, 480, 960],
      artworkWidths: [],
      squareWidths: [112, 224, 448],
    });
  });

  it('refuses one that is too small, and an unknown shape', async () => {
    const small = await sharp({ create: { width: 640, height: 799, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await upload(small)).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/file', detail: expect.stringContaining('640 x 800') }] },
    });
    expect((await upload(photo, '?shape=round')).status).toBe(400);
  });
});

/** Of the height, along the middle. */
async function partThatIsRed(bytes: Buffer) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, y) => {
    const at = (y * info.width + Math.floor(info.width / 2)) * info.channels;
    return (data[at] ?? 0) > (data[at + 2] ?? 0);
  });
  return rows.filter(Boolean).length / rows.length;
}

describe('the portrait of a fighter', () => {
  const change = (id: string, body: object) => organiser.request(`PATCH /api/v1/fighters/${id}`, { body });

  it('is a portrait, and that of an event is wide', async () => {
    const [wide, portrait] = [await insertImage(api.db), await insertImage(api.db, 'portrait')];
    const fighterId = await insertFighter(api.db);
    const eventId = await insertEvent(api.db);
    const issue = { status: 400, body: { issues: [{ pointer: '/pictureId' }] } };
    expect(await change(fighterId, { pictureId: wide })).toMatchObject(issue);
    expect(
      await organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { pictureId: portrait } }),
    ).toMatchObject(issue);
    expect((await change(fighterId, { pictureId: portrait })).status).toBe(204);
  });

  it('goes with its fighter, and when another one takes its place, and the next clean-up removes its files', async () => {
    const [first, second] = [(await upload(photo)).body.id, await insertImage(api.db, 'portrait')];
    const fighterId = await insertFighter(api.db, { pictureId: first });
    await change(fighterId, { name: 'Another' });
    expect((await file(first, '240.jpg')).statusCode).toBe(200);
    await change(fighterId, { pictureId: second });
    expect((await organiser.request(`GET ${images}/${first}`)).status).toBe(404);
    expect(await looseIds()).toEqual([first]);
    const removed: string[] = [];
    await removeLoose(api.db, { kind: 'picture', limit: 10 }, async ({ id }) => void removed.push(id));
    expect(removed).toEqual([first]);
    await organiser.request(`DELETE /api/v1/fighters/${fighterId}`);
    expect(await looseIds()).toEqual([second]);
  });

  it('stays while another fighter has it', async () => {
    const pictureId = await insertImage(api.db, 'portrait');
    const ids = [
      await insertFighter(api.db, { pictureId, slug: randomUUID().slice(0, 8) }),
      await insertFighter(api.db, { pictureId }),
    ] as const;
    await change(ids[0], { pictureId: null });
    expect((await organiser.request(`GET ${images}/${pictureId}`)).status).toBe(200);
    expect((await organiser.request(`DELETE ${images}/${pictureId}`)).status).toBe(409);
  });
});
