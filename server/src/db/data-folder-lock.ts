/**
 * The embedded database has no lock: two processes on one folder both seem to work and lose half of the writes. So
 * the folder contains a file that names its owner, like PostgreSQL's postmaster.pid.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../operator-error.ts';

const attempts = 50;
const abandonedAfterMs = 5_000;

export class DataFolderInUseError extends OperatorError {
  override name = 'DataFolderInUseError';
}

/**
 * @returns a function that releases the folder.
 * @throws DataFolderInUseError while another process holds it.
 */
export function lockDataFolder(dataDir: string): () => void {
  // The folder contains password hashes and keys, so only this user may read it. An existing folder keeps its mode.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'ringside.pid');
  const mine = `${process.pid} ${startedAt(process.pid)}\n`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) pause(20);
    if (create(file, mine)) {
      return () => {
        if (readOwner(file) === mine) rmSync(file, { force: true });
      };
    }
    const owner = readOwner(file);
    const isBeingWritten = owner === '' && attempt < attempts / 2;
    if (owner === undefined || isBeingWritten) continue;
    if (isRunning(owner)) {
      throw new DataFolderInUseError(
        `Another Ringside server (process ${owner.split(' ')[0]}) is using ${dataDir}. ` +
          'Stop it first, or set DATA_DIR to another folder.',
      );
    }
    removeStale(file, owner);
  }
  throw new DataFolderInUseError(`Could not lock ${dataDir}.`);
}

/** @returns false when the file exists already. */
function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** One process at a time: otherwise a second one could remove the new file of the first. */
function removeStale(file: string, owner: string): void {
  const turn = `${file}.takeover`;
  try {
    mkdirSync(turn);
  } catch {
    const since = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    // The process that held the turn has died.
    if (Date.now() - since > abandonedAfterMs) rmSync(turn, { recursive: true, force: true });
    return;
  }
  try {
    if (readOwner(file) === owner) rmSync(file, { force: true });
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
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
  if (!Number.isInteger(id) || id <= 0) return false;
  // A restarted container reuses process ids: this process's id with another start time is a dead owner.
  if (id === process.pid) return started !== '-' && started === startedAt(id);
  try {
    process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === undefined || started === startedAt(id);
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Start time in clock ticks since boot, which tells a reused process id apart; '-' if unknown. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}
