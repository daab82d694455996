import type { Generated } from 'kysely';

/** A picture that is whole in the store. */
interface ImageTable {
  id: string;
  /** Of the file that was uploaded, upright. */
  width: number;
  height: number;
  createdAt: Generated<string>;
}

/** Files of these may lie in the store without an image: being written, being removed, or left over by a crash. */
interface LoosePictureTable {
  id: string;
  since: Generated<string>;
}

export interface MediaTables {
  images: ImageTable;
  loosePictures: LoosePictureTable;
}
