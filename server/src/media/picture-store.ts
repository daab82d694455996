/**
 * Pictures in a folder: `<folder>/<pictureId>/<width>.<format>`. A picture is written once, under a new
 * id, and never changes; that is what lets its files be cached for ever.
 */
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface PictureStore {
  /** Undefined when there is no such picture, width or format, or the name is none of ours. */
  read(pictureId: string, file: string): Promise<{ bytes: Buffer; type: string } | undefined>;
  /** Takes the files of a folder over as one picture; does nothing when the picture is there already. */
  importPicture(pictureId: string, fromFolder: string): Promise<void>;
}

const contentTypes: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
const pictureFile = /^(?:320|640|1280|1920)\.(avif|webp|jpg)$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createPictureStore(folder: string): PictureStore {
  return {
    async read(pictureId, file) {
      const type = contentTypes[pictureFile.exec(file)?.[1] ?? ''];
      if (type === undefined || !uuid.test(pictureId)) return undefined;
      try {
        return { bytes: await readFile(join(folder, pictureId, file)), type };
      } catch (error) {
        if (isErrorCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },

    async importPicture(pictureId, fromFolder) {
      if (!uuid.test(pictureId)) throw new Error('A picture id must be a UUID');
      const files = (await readdir(fromFolder)).filter((name) => pictureFile.test(name));
      if (files.length === 0) throw new Error(`There is no picture in ${fromFolder}`);
      // Complete or not there at all: the name appears when every file is in place.
      const partial = join(folder, `${pictureId}.${process.pid}.partial`);
      await mkdir(partial, { recursive: true });
      for (const file of files) await cp(join(fromFolder, file), join(partial, file));
      try {
        await rename(partial, join(folder, pictureId));
      } catch (error) {
        await rm(partial, { recursive: true });
        if (!isErrorCode(error, 'ENOTEMPTY') && !isErrorCode(error, 'EEXIST')) throw error;
      }
    },
  };
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
