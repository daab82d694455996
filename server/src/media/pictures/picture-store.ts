import type { Readable } from 'node:stream';
import type { ByteRange } from '../byte-range.ts';
import type { PictureFile } from './picture-files.ts';

/**
 * Stores the files of pictures, by picture and file name. A picture is written once, under a new id, and never
 * changes, so its files can be cached for ever. Callers ask only for names from `picture-files.ts`.
 */
export interface PictureStore extends Disposable {
  /** Where it is, for people; without secrets. */
  readonly name: string;
  /** In bytes; undefined when there is no such file. */
  findSize(pictureId: string, name: string): Promise<number | undefined>;
  /** The whole file, or a part of it; undefined when there is no such file. */
  open(pictureId: string, name: string, part?: ByteRange): Promise<OpenPicture | undefined>;
  /** Resolves when every file would survive a crash of the machine. */
  write(pictureId: string, files: PictureFile[]): Promise<void>;
  /** Removes every file of the picture; does nothing when there is none. */
  remove(pictureId: string): Promise<void>;
}

interface OpenPicture {
  /** The size of the stream, in bytes. */
  size: number;
  stream: Readable;
}
