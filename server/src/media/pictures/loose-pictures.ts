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

/** @returns how many were removed. */
export async function removeAbandonedPictures(db: Db, pictures: PictureStore): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await listAbandonedPictures(db, abandonedMinutes);
    for (const id of ids) {
      await pictures.remove(id);
      await deleteLoosePicture(db, id);
    }
    removed += ids.length;
    if (ids.length === 0) return removed;
  }
}

const everyMs = 3_600_000;

/** Now and every hour. @returns a stop that waits for what is going on. */
export function removeAbandonedPicturesHourly(deps: {
  db: Db;
  pictures: PictureStore;
  onError: (error: unknown) => void;
}): () => Promise<void> {
  let run = Promise.resolve();
  const start = () => {
    run = removeAbandonedPictures(deps.db, deps.pictures).then(() => {}, deps.onError);
  };
  const timer = setInterval(start, everyMs).unref();
  start();
  return () => {
    clearInterval(timer);
    return run;
  };
}
