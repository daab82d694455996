/** Pictures as objects of an S3-compatible store: `<bucket>/<pictureId>/<name>`. */
import type { ObjectStoreConfig } from '../../config-values.ts';
import { openBucket } from '../object-bucket.ts';
import { everyPictureFileName, pictureFileType } from './picture-files.ts';
import type { PictureStore } from './picture-store.ts';

/** Every function throws problem 503 when the store cannot be reached or refuses. */
export function createPictureBucket(config: ObjectStoreConfig): PictureStore {
  const bucket = openBucket(config);
  const keyOf = (pictureId: string, name: string) => `${pictureId}/${name}`;

  return {
    name: bucket.name,
    findSize: (pictureId, name) => bucket.findSize(keyOf(pictureId, name)),
    open: (pictureId, name, part) => bucket.open(keyOf(pictureId, name), part),

    write: (pictureId, files) =>
      allSettled(
        files.map(({ name, bytes }) =>
          bucket.put(keyOf(pictureId, name), { bytes, type: pictureFileType(name) }),
        ),
      ),

    remove: (pictureId) =>
      allSettled(everyPictureFileName.map((name) => bucket.remove(keyOf(pictureId, name)))),

    [Symbol.dispose]: () => bucket[Symbol.dispose](),
  };
}

/** Rejects only after all calls have ended: a late write could otherwise follow the next call. */
async function allSettled(calls: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(calls);
  await Promise.all(calls);
}
