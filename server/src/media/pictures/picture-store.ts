import type { Readable } from 'node:stream';
import type { ByteRange } from '../byte-range.ts';
import type { PictureFile } from './picture-files.ts';

/**
 * Where the files of pictures lie, by picture and file name. A picture is written once, under a new id, and never
 * changes; that is what lets its files be cached for ever. Callers ask only for names that `picture-files.ts` knows.
 */
export interface PictureStore extends Disposable {
  /** In bytes; undefined when there is no such file. */
  findSize(pictureId: string, name: string): Promise<number | undefined>;
  /** The whole file, or a part of it; undefined when there is no such file. */
  open(pictureId: string, name: string, part?: ByteRange): Promise<OpenPicture | undefined>;
  /** Resolves when every file would survive a crash of the machine. */
  write(pictureId: string, files: PictureFile[]): Promise<void>;
  /** Removes every file of the picture, and does nothing when there is none. */
  remove(pictureId: string): Promise<void>;
}

interface OpenPicture {
  /** Of what is in the stream. */
  size: number;
  stream: Readable;
}
