/**
 * Whether the disk has room for writes. On a full disk PGlite loops for ever and files are truncated, so writes are
 * refused while some space is still free.
 * Pings and signed addresses may write until a quarter of the limit is left, everything else stops at the limit. The
 * price: one look at the file system, at most once a second.
 */
import { statfs } from 'node:fs/promises';
import path from 'node:path';

const cacheMs = 1_000;

interface DiskState {
  freeBytes: number;
  /** `scarce`: below the limit; `spent`: below a quarter of it, which is reserved for playback. */
  level: 'enough' | 'scarce' | 'spent';
}

export interface Disk {
  /** What the disk stores. When space is short, `database` stops all writes and `files` only those of files. */
  holds: 'database' | 'files' | 'nothing';
  check(): Promise<DiskState>;
}

/**
 * @param limitBytes 0 never refuses.
 * @param readFree called once a second at most, however many requests there are.
 */
export function watchDisk(holds: Disk['holds'], limitBytes: number, readFree: () => Promise<number>): Disk {
  let readAt = 0;
  let known: Promise<DiskState> | undefined;
  const read = async (): Promise<DiskState> => {
    const freeBytes = await readFree();
    if (freeBytes >= limitBytes) return { freeBytes, level: 'enough' };
    return { freeBytes, level: freeBytes >= limitBytes / 4 ? 'scarce' : 'spent' };
  };
  return {
    holds,
    check() {
      if (known === undefined || performance.now() - readAt > cacheMs) {
        readAt = performance.now();
        known = read();
      }
      return known;
    },
  };
}

/** The bytes that an ordinary user may still write to the disk of the folder, which may not exist yet. */
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
