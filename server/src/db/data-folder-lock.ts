/**
 * The embedded database has no lock: two processes on one folder both seem to work and lose half of the writes. So a
 * process holds an exclusive transaction of SQLite on `ringside.lock`. That is a lock of the kernel: it also holds
 * between containers that share the folder, and it ends with its process, however that process ends.
 *
 * The process that holds the lock must not open that file in any other way: closing any descriptor of it would drop
 * the lock. The empty file stays, because deleting it would let a second process lock a new one.
 * A file with a process id means nothing in another container, and a UNIX socket stays after `kill -9`. The price:
 * the message cannot name the other process.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exitCodes } from '../exit-codes.ts';
import { OperatorError } from '../operator-error.ts';

const sqliteBusy = 5;
/** Kept here, because the garbage collector would close them and so release the folders. */
const held = new Set<DatabaseSync>();

export class DataFolderInUseError extends OperatorError {
  override name = 'DataFolderInUseError';
  override readonly exitCode = exitCodes.taken;
}

/**
 * @returns a function that releases the folder.
 * @throws DataFolderInUseError while another process holds it; OperatorError when its file system cannot lock it.
 */
export function lockDataFolder(dataDir: string): () => void {
  // The folder contains password hashes and keys, so only this user may read it. An existing folder keeps its mode.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(path.join(dataDir, 'ringside.lock'), { open: false, timeout: 0 });
  try {
    lock.open();
    // SQLite opens a file that it may not write for reading, and then shares the lock. The write, which is never
    // committed, refuses that.
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1');
  } catch (error) {
    if (lock.isOpen) lock.close();
    throw faultOf(error as Error & { errcode?: number }, dataDir);
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}

function faultOf({ errcode = 0, message }: Error & { errcode?: number }, dataDir: string): OperatorError {
  // The lowest byte is the code, the others say more about it. No other code means that the folder is free.
  if (errcode % 256 !== sqliteBusy) return new OperatorError(`Could not lock ${dataDir}: ${message}`);
  return new DataFolderInUseError(
    `Another Ringside process is using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
