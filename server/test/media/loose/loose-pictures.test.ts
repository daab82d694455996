/** Loose pictures: files that a crash during an upload or a deletion leaves in the store. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deleteLooseFile, insertLoosePicture } from '../../../src/media/loose/loose-file.repository.ts';
import { removeLoose, uploadMinutes } from '../../../src/media/loose/remove-loose.ts';
import { createPictureFolder } from '../../../src/media/pictures/picture-folder.ts';
import { insertImage } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const { db } = await startApi();
const folder = await mkdtemp(path.join(tmpdir(), 'ringside-loose-'));
const pictures = createPictureFolder(folder);
afterAll(() => rm(folder, { recursive: true }));

const write = (id: string) => pictures.write(id, [{ name: '320.jpg', bytes: Buffer.from('x') }]);
const isStored = async (id: string) => (await pictures.findSize(id, '320.jpg')) !== undefined;
const removePictures = () =>
  removeLoose(db, { kind: 'picture', limit: 100 }, ({ id }) => pictures.remove(id));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function leaveLoose(id: string, minutes: number): Promise<string> {
  await write(id);
  await db
    .insertInto('looseFiles')
    .values({ id, kind: 'picture', since: minutesAgo(minutes) })
    .execute();
  return id;
}

it('removes loose pictures that no upload or deletion can still use', async () => {
  const [abandoned, recent] = [await leaveLoose(randomUUID(), 61), await leaveLoose(randomUUID(), 5)];
  expect(await removePictures()).toBe(1);
  expect([await isStored(abandoned), await isStored(recent)]).toEqual([false, true]);
  const rows = await db.selectFrom('looseFiles').select('id').execute();
  expect(rows).toEqual([{ id: recent }]);
});

it('removes many loose pictures in batches', async () => {
  const ids = await Promise.all(Array.from({ length: 130 }, () => leaveLoose(randomUUID(), 120)));
  expect(await removePictures()).toBe(100);
  expect(await removePictures()).toBe(30);
  expect(await isStored(ids[129] as string)).toBe(false);
});

it('keeps the files of a picture that exists', async () => {
  const id = await leaveLoose(await insertImage(db), 120);
  expect(await removePictures()).toBe(0);
  expect(await isStored(id)).toBe(true);
});

it('completes no upload that took so long that the clean-up may remove its files', async () => {
  const id = await leaveLoose(randomUUID(), uploadMinutes + 1);
  expect(await deleteLooseFile(db, id, uploadMinutes)).toBe(false);
  const inTime = randomUUID();
  await insertLoosePicture(db, inTime);
  expect(await deleteLooseFile(db, inTime, uploadMinutes)).toBe(true);
});

it('removes the others when one stays, and says so when none can be removed', async () => {
  const [kept, other] = [await leaveLoose(randomUUID(), 120), await leaveLoose(randomUUID(), 120)];
  const removeOther = () =>
    removeLoose(db, { kind: 'picture', limit: 100 }, async ({ id }) => {
      if (id === kept) throw new Error('away');
      await pictures.remove(id);
    });
  expect(await removeOther()).toBe(1);
  expect([await isStored(kept), await isStored(other)]).toEqual([true, false]);
  await expect(removeOther()).rejects.toThrow('away');
});
