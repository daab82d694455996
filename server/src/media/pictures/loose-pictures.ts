/**
 * Files in the store that belong to no image: of an upload that never ended, or of an image that was deleted while the
 * store was away. Any number of servers may do this at once: removing twice does no harm.
 */
import type { Db } from '../../db/database.ts';
import { deleteLoosePicture, listAbandonedPictures } from './image.repository.ts';
import type { PictureStore } from './picture-store.ts';

/** An upload that was not done by then is given up, */
export const uploadMinutes = 30;
/** and well after that its files are removed. */
const abandonedMinutes = 60;

/** @returns how many were removed: fewer than the limit when nothing is left. */
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
