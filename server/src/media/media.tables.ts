import type { Generated } from 'kysely';

/** A picture whose files are all in the store. */
interface ImageTable {
  id: string;
  shape: Generated<'wide' | 'portrait'>;
  /** Of the upload, upright. */
  width: number;
  height: number;
  createdAt: Generated<string>;
}

export type LooseKind = 'picture' | 'recording' | 'live-input';

/** Files without the row they belong to: being written or removed, left by a crash, or noted by a trigger when the row went. */
interface LooseFileTable {
  id: string;
  kind: LooseKind;
  since: Generated<string>;
  /** Of a live input: what the provider calls it. */
  remoteVideoId: Generated<string | null>;
  /** The parts of an upload that may be in the object store. */
  chunks: Generated<number>;
}

export interface MediaTables {
  images: ImageTable;
  looseFiles: LooseFileTable;
}
