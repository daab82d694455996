/**
 * Whether there is room for writes. PGlite on a full disk turns in circles for ever, and a file that is cut off is
 * worse than none, so writes are refused while a margin is still left.
 */
import { statfs } from 'node:fs/promises';
import path from 'node:path';

const rememberedMs = 1_000;

export interface DiskState {
  freeBytes: number;
  /** `scarce`: below the limit; `spent`: below a quarter of it, which is kept for those who watch. */
  level: 'enough' | 'scarce' | 'spent';
}

export interface Disk {
  /** What may not be written when it is short: everything (the database is on it), or only files. */
  holds: 'database' | 'files' | 'nothing';
  check(): Promise<DiskState>;
}

/**
 * @param limitBytes 0 never refuses.
 * @param readFree asked once a second at most, however many requests there are.
 */
export function watchDisk(holds: Disk['holds'], limitBytes: number, readFree: () => Promise<number>): Disk {
  let asked = 0;
  let known: Promise<DiskState> | undefined;
  const read = async (): Promise<DiskState> => {
    const freeBytes = await readFree();
    if (freeBytes >= limitBytes) return { freeBytes, level: 'enough' };
    return { freeBytes, level: freeBytes >= limitBytes / 4 ? 'scarce' : 'spent' };
  };
  return {
    holds,
    check() {
      if (known === undefined || performance.now() - asked > rememberedMs) {
        asked = performance.now();
        known = read();
      }
      return known;
    },
  };
}

/** What an ordinary user may still fill, where the folder is or would be made. */
export async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return freeBytesOf(parent);
  }
}
