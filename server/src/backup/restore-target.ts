/**
 * The target of a restore: a PostgreSQL without tables, or a data folder without a database. The embedded database is
 * filled in a folder beside its final one and moved when it is complete, so that an interrupted restore leaves nothing.
 */
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDataFolder } from '../db/data-folder-lock.ts';
import type { Db } from '../db/database.ts';
import { embeddedDb, openDatabase, openPglite } from '../db/engines.ts';
import { OperatorError } from '../operator-error.ts';
import { countRows, listTables } from './table-copy.repository.ts';

export interface RestoreTarget {
  db: Db;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** @throws OperatorError that lists what the target already holds. */
export async function openRestoreTarget(options: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<RestoreTarget> {
  const { databaseUrl, dataDir } = options;
  const pictures = await readdir(path.join(dataDir, 'pictures')).catch(() => []);
  if (pictures.length > 0) {
    throw new OperatorError(
      `There are pictures already in ${path.join(dataDir, 'pictures')} (${pictures.length}). ` +
        'Restore needs an empty place: set DATA_DIR to another folder, or move them away.',
    );
  }
  return databaseUrl === undefined ? openFolder(dataDir) : openPostgres(databaseUrl, dataDir);
}

async function openPostgres(databaseUrl: string, dataDir: string): Promise<RestoreTarget> {
  await using life = new AsyncDisposableStack();
  const { db } = life.use(await openDatabase({ databaseUrl, dataDir }));
  const content = await describeContent(db);
  if (content !== '') {
    throw new OperatorError(
      `The database is not empty: it has ${content}. Restore needs a new one: make it with "create database", ` +
        'and name it in DATABASE_URL.',
    );
  }
  const kept = life.move();
  return { db, keep: () => kept.disposeAsync(), discard: () => kept.disposeAsync() };
}

async function openFolder(dataDir: string): Promise<RestoreTarget> {
  const place = path.join(dataDir, 'database');
  if (existsSync(place) && (await readdir(place)).length > 0) {
    await using database = await openDatabase({ databaseUrl: undefined, dataDir });
    const content = await describeContent(database.db);
    throw new OperatorError(
      `There is a database already in ${place}${content && `: it has ${content}`}. ` +
        'Restore needs an empty place: set DATA_DIR to another folder, or move it away.',
    );
  }
  const unlock = lockDataFolder(dataDir);
  const partial = `${place}.restoring`;
  try {
    await rm(partial, { recursive: true, force: true });
    const pglite = await openPglite({ dataDir: partial });
    const db = embeddedDb(pglite);
    const close = async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    };
    return {
      db,
      keep: async () => {
        await close();
        await rm(place, { recursive: true, force: true });
        await rename(partial, place);
        unlock();
      },
      discard: async () => {
        await close();
        await rm(partial, { recursive: true, force: true });
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** `users (3 rows), events (1 row)`; empty where there are no tables. */
async function describeContent(database: Db): Promise<string> {
  const db = database.withoutPlugins();
  const tables: Array<{ name: string; rows: number }> = [];
  for (const name of await listTables(db)) tables.push({ name, rows: await countRows(db, name) });
  const filled = tables.filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows);
  if (filled.length === 0 && tables.length > 0) return `${tables.length} tables without rows`;
  return filled.map(({ name, rows }) => `${name} (${rows} ${rows === 1 ? 'row' : 'rows'})`).join(', ');
}
