/** The demo's pictures are drawn in advance; each start copies the files that the store lacks. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from '../db/database.ts';
import { pictureFileNames } from '../media/pictures/picture-files.ts';
import type { PictureStore } from '../media/pictures/picture-store.ts';
import type { DemoEvent } from './demo-data.ts';

const assets = fileURLToPath(new URL('../../assets/demo/pictures/', import.meta.url));

export async function writeDemoPictures(pictures: PictureStore, events: DemoEvent[]): Promise<void> {
  for (const { event, picture } of events) {
    const names = pictureFileNames('wide');
    const sizes = await Promise.all(names.map((name) => pictures.findSize(event.pictureId, name)));
    const missing = names.filter((_, index) => sizes[index] === undefined);
    const files = missing.map(async (name) => ({
      name,
      bytes: await readFile(path.join(assets, picture, name)),
    }));
    if (missing.length > 0) await pictures.write(event.pictureId, await Promise.all(files));
  }
}

export async function insertDemoImages(trx: Db, events: DemoEvent[]): Promise<void> {
  const ids = events.map(({ event }) => event.pictureId);
  await trx
    .insertInto('images')
    .values(ids.map((id) => ({ id, width: 1920, height: 1080 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // A platform without events gets the whole demo again, including deleted pictures.
  await trx.deleteFrom('looseFiles').where('id', 'in', ids).execute();
}

/** Leaves out the pictures that somebody deleted. */
export async function findKeptPictures(db: Db, events: DemoEvent[]): Promise<DemoEvent[]> {
  const ids = events.map(({ event }) => event.pictureId);
  const rows = await db.selectFrom('images').select('id').where('id', 'in', ids).execute();
  const kept = new Set(rows.map(({ id }) => id));
  return events.filter(({ event }) => kept.has(event.pictureId));
}
