import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPictureId } from './picture-files.ts';
import type { PictureStore } from './picture-store.ts';

/** Pictures as files of a folder: `<folder>/<pictureId>/<name>`. */
export function createPictureFolder(folder: string): PictureStore {
  const folderOf = (pictureId: string) => {
    if (!isPictureId(pictureId)) throw new Error('A picture id must be a UUID');
    return join(folder, pictureId);
  };

  return {
    name: 'A folder of this machine',

    async findSize(pictureId, name) {
      const stats = await stat(join(folderOf(pictureId), name)).catch(ifMissing);
      return stats?.size;
    },

    async open(pictureId, name, part) {
      const file = await open(join(folderOf(pictureId), name)).catch(ifMissing);
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      const { start, end } = part ?? { start: 0, end: size - 1 };
      return { size: end - start + 1, stream: file.createReadStream({ start, end }) };
    },

    async write(pictureId, files) {
      const target = folderOf(pictureId);
      await mkdir(target, { recursive: true });
      for (const { name, bytes } of files) {
        // A file gets its name only when it is complete, even if another process writes it too.
        const partial = join(target, `${name}.${randomUUID()}.partial`);
        await writeFile(partial, bytes, { flush: true });
        await rename(partial, join(target, name));
      }
      await flushFolder(target);
      await flushFolder(folder);
    },

    async remove(pictureId) {
      await rm(folderOf(pictureId), { recursive: true, force: true });
    },

    [Symbol.dispose]() {},
  };
}

/** Flushes the folder, which contains the names of new files. */
async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and stores the names without a flush.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
