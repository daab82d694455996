import type { Generated } from 'kysely';

/** A picture whose files are all in the store. */
interface ImageTable {
  id: string;
  /** Of the upload, upright. */
  width: number;
  height: number;
  createdAt: Generated<string>;
}

/** A picture that may have files but no row in `images`: being written or removed, or left by a crash. */
interface LoosePictureTable {
  id: string;
  since: Generated<string>;
}

export interface MediaTables {
  images: ImageTable;
  loosePictures: LoosePictureTable;
}
