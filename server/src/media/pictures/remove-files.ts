import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { Failures } from '../../failures.ts';
import { deleteLooseFile } from '../loose/loose-file.repository.ts';
import type { PictureStore } from './picture-store.ts';

export interface FileRemoval {
  db: Db;
  pictures: PictureStore;
  failures: Failures;
}

/** Of a picture whose row is deleted and whose id is loose. If the store fails now, the clean-up deletes the files later. */
export async function removeFiles(
  { db, pictures, failures }: FileRemoval,
  imageId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await pictures.remove(imageId);
    await deleteLooseFile(db, imageId);
  } catch (error) {
    failures.count('picture');
    log.warn({ err: error }, 'the files of a deleted picture could not be removed: the clean-up retries');
  }
}
