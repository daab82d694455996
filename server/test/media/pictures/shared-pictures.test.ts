import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawSharedPicture } from '../../../src/media/pictures/shared-picture.ts';
import { insertImage } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { uploadOf } from '../../multipart.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:update'] });
const portraitOf = async (background: string) => {
  const file = await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
    .png()
    .toBuffer();
  return (await organiser.request('POST /api/v1/media/images?shape=portrait', uploadOf(file))).body
    .id as string;
};
const get = (name: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/media/pictures/shared/${name}`, headers });

it('shows both portraits, each in its corner, and is one answer for all', async () => {
  const [green, white] = [await portraitOf('#00c000'), await portraitOf('#ffffff')];
  const name = `${green}_${white}.jpg`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => get(name)));
  const [first] = answers;
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(first?.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get(name, { 'if-none-match': String(first?.headers.etag) })).statusCode).toBe(304);
  const picture = sharp(first?.rawPayload);
  const { format, width, height, exif } = await picture.metadata();
  expect([format, width, height, exif]).toEqual(['jpeg', 1200, 630, undefined]);
  const pixel = async (left: number) =>
    [...(await picture.clone().extract({ left, top: 100, width: 1, height: 1 }).raw().toBuffer())] as const;
  const [, ofGreen = 0] = await pixel(450);
  const [red = 255] = await pixel(450);
  expect(ofGreen).toBeGreaterThan(red + 80);
  expect(Math.min(...(await pixel(750)))).toBeGreaterThan(200);
});

it('is gone with the portrait, also where it was drawn before', async () => {
  const [green, white] = [await portraitOf('#00c000'), await portraitOf('#ffffff')];
  const names = [`${green}.jpg`, `${green}_${white}.jpg`, `${white}.jpg`];
  for (const name of names) expect((await get(name)).statusCode).toBe(200);
  await organiser.request(`DELETE /api/v1/media/images/${green}`);
  const statuses = await Promise.all(names.map(async (name) => (await get(name)).statusCode));
  expect(statuses).toEqual([404, 404, 200]);
});

it('draws a silhouette for a corner without a portrait, and the same bytes each time', async () => {
  const one = await drawSharedPicture([null, null]);
  expect(await sharp(one).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect((await drawSharedPicture([null, null])).equals(one)).toBe(true);
});

it('is missing for a name that no page has', async () => {
  const id = await insertImage(api.db, 'portrait');
  const names = [
    'none.jpg',
    'none_none.jpg',
    `${id}.jpg`,
    `${id}_${id}_${id}.jpg`,
    '..%2F..%2Fx.jpg',
    `${id}.png`,
  ];
  for (const name of names) expect((await get(name)).statusCode, name).toBe(404);
});
