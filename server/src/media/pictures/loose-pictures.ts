/**
 * Removes files in the store without a row in `images`: of an upload that never ended, or of a picture that was
 * deleted while the store was unreachable. Several servers may do this at once.
 * The row is written after the files, and deleted before them: meanwhile the id stands in `loose_pictures`. The row
 * first would leave a picture without files after a crash.
 */
import type { Db } from '../../db/database.ts';
import { deleteLoosePicture, listAbandonedPictures } from './image.repository.ts';
import type { PictureStore } from './picture-store.ts';

/** An upload fails when it takes longer. */
export const uploadMinutes = 30;
/** Well above `uploadMinutes`: then its files are removed. */
const abandonedMinutes = 60;

/** @returns the number of removed pictures: below the limit when nothing is left. */
export async function removeAbandonedPictures(
  db: Db,
  pictures: PictureStore,
  limit: number,
): Promise<number> {
  const ids = await listAbandonedPictures(db, abandonedMinutes, limit);
  for (const id of ids) {
    await pictures.remove(id);
    await deleteLoosePicture(db, id);
  }
  return ids.length;
}
