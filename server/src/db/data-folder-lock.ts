/**
 * The embedded database takes no lock of its own: two processes on one folder both seem to work and lose
 * half of the writes. So the folder carries a file that names its owner, as PostgreSQL's postmaster.pid does.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

/**
 * @returns a function that gives the folder free.
 * @throws DataFolderInUseError when a running process holds it.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'ringside.pid');
  const mine = `${process.pid} ${startedAt(process.pid)}\n`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        if (readOwner(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (owner !== undefined && isRunning(owner)) {
      throw new DataFolderInUseError(
        `Another Ringside server (process ${owner.split(' ')[0]}) is using ${dataDir}. ` +
          'Stop it first, or set DATA_DIR to another folder.',
      );
    }
    rmSync(file, { force: true });
  }
  throw new DataFolderInUseError(`Could not take the lock of ${dataDir}.`);
}

function readOwner(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isRunning(owner: string): boolean {
  const [pid, started] = owner.trim().split(' ');
  const id = Number(pid);
  // A restarted container hands out the same process ids again: our own id in the file is a dead owner.
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === undefined || started === startedAt(id);
}

/** Start time in clock ticks since boot, so that a reused process id is told apart; '-' where unknown. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}
