import path from 'node:path';
import type { Config } from '../../config.ts';
import { createPictureFolder } from './picture-folder.ts';
import type { PictureStore } from './picture-store.ts';

/** Loads the SDK of the object store only if one is configured: loading takes as long as all the rest. */
export async function openPictureStore({
  objectStore,
  dataDir,
}: Pick<Config, 'objectStore' | 'dataDir'>): Promise<PictureStore> {
  if (objectStore === undefined) return createPictureFolder(path.join(dataDir, 'pictures'));
  const { createPictureBucket } = await import('./picture-bucket.ts');
  return createPictureBucket(objectStore);
}
