/** The demo's pictures are drawn in advance; each start copies the files that the store lacks. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from '../db/database.ts';
import { type PictureShape, pictureFileNames } from '../media/pictures/picture-files.ts';
import type { PictureStore } from '../media/pictures/picture-store.ts';
import { demoFighters } from './demo-card.ts';
import type { DemoEvent } from './demo-data.ts';

const assets = fileURLToPath(new URL('../../assets/demo/', import.meta.url));

interface DemoPicture {
  id: string;
  shape: PictureShape;
  /** In the demo assets. */
  folder: string;
}

export function demoPictures(events: DemoEvent[]): DemoPicture[] {
  return [
    ...events.map(({ event, picture }) => ({
      id: event.pictureId,
      shape: 'wide' as const,
      folder: `pictures/${picture}`,
    })),
    ...demoFighters.map(({ pictureId, slug }) => ({
      id: pictureId,
      shape: 'portrait' as const,
      folder: `portraits/${slug}`,
    })),
  ];
}

export async function writeDemoPictures(store: PictureStore, pictures: DemoPicture[]): Promise<void> {
  for (const { id, shape, folder } of pictures) {
    const names = pictureFileNames(shape);
    const sizes = await Promise.all(names.map((name) => store.findSize(id, name)));
    const missing = names.filter((_, index) => sizes[index] === undefined);
    const files = missing.map(async (name) => ({
      name,
      bytes: await readFile(path.join(assets, folder, name)),
    }));
    if (missing.length > 0) await store.write(id, await Promise.all(files));
  }
}

const drawn = { wide: { width: 1920, height: 1080 }, portrait: { width: 960, height: 1200 } };

export async function insertDemoImages(trx: Db, pictures: DemoPicture[]): Promise<void> {
  await trx
    .insertInto('images')
    .values(pictures.map(({ id, shape }) => ({ id, shape, ...drawn[shape] })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // A platform without events gets the whole demo again, including deleted pictures.
  const ids = pictures.map(({ id }) => id);
  await trx.deleteFrom('looseFiles').where('id', 'in', ids).execute();
}

/** Leaves out the pictures that somebody deleted. */
export async function findKeptPictures(db: Db, pictures: DemoPicture[]): Promise<DemoPicture[]> {
  const ids = pictures.map(({ id }) => id);
  const rows = await db.selectFrom('images').select('id').where('id', 'in', ids).execute();
  const kept = new Set(rows.map(({ id }) => id));
  return pictures.filter(({ id }) => kept.has(id));
}
