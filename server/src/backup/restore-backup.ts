/**
 * Restores a backup into an empty database and folder: all of it or nothing. The whole file is verified first; then one
 * transaction runs the migrations that the backup was made with, inserts the rows and runs the newer migrations.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/database.ts';
import { migrate, migrateTo, ownMigrations } from '../db/migrate.ts';
import { OperatorError } from '../operator-error.ts';
import { beQuiet } from '../upkeep/upkeep.repository.ts';
import { type Manifest, pictureOfEntry, tableOfPart } from './backup-format.ts';
import { readContents, verifyBackup } from './read-backup.ts';
import { openRestoreTarget } from './restore-target.ts';
import {
  addForeignKeys,
  analyzeTables,
  type Column,
  dropForeignKeys,
  emptyTables,
  insertRows,
  listColumns,
  listTables,
  prepareForCopy,
  setSequences,
  switchTriggers,
} from './table-copy.repository.ts';

export interface RestoreSummary {
  madeAt: string;
  rows: number;
  pictures: number;
  /** The migrations that are newer than the backup. */
  migrated: string[];
}

/** @throws OperatorError when the backup or the target does not fit; then nothing was written. */
export async function restoreBackup(options: {
  file: string;
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<RestoreSummary> {
  const { file, dataDir } = options;
  const manifest = await verifyBackup(file);
  assertReadable(file, manifest, await ownMigrations());
  const target = await openRestoreTarget(options);
  const pictures = path.join(dataDir, 'pictures');
  const newPictures = `${pictures}.restoring`;
  try {
    await rm(newPictures, { recursive: true, force: true });
    const summary = await target.db.transaction().execute(async (trx) => {
      const rows = await fill(trx, file, manifest, newPictures);
      const migrated = await migrate(trx);
      await beQuiet(trx, manifest.createdAt);
      const restored = await countFiles(newPictures);
      await rm(pictures, { recursive: true, force: true });
      if (restored > 0) await rename(newPictures, pictures);
      return { madeAt: manifest.createdAt, rows, pictures: restored, migrated };
    });
    await analyzeTables(target.db);
    await target.keep();
    return summary;
  } catch (error) {
    // The target was empty, so every file in it came from this restore.
    for (const folder of [newPictures, pictures]) await rm(folder, { recursive: true, force: true });
    await target.discard();
    throw error;
  }
}

/** This version can only migrate a state that its own migrations have passed through. */
function assertReadable(file: string, manifest: Manifest, own: string[]): void {
  const unknown = manifest.migrations.filter((name) => !own.includes(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `${file} was made by a newer version of Ringside: this one does not know the migrations ${unknown.join(', ')}. ` +
        'Restore it with that version. Nothing was restored.',
    );
  }
  const isStart = manifest.migrations.every((name, index) => name === own[index]);
  if (!isStart || manifest.migrations.length === 0) {
    throw new OperatorError(
      `${file} was made between two versions of Ringside: its migrations are not the first ones of this version. ` +
        'Restore it with the version that made it. Nothing was restored.',
    );
  }
}

async function fill(
  transaction: Db,
  file: string,
  manifest: Manifest,
  pictureFolder: string,
): Promise<number> {
  const trx = transaction.withoutPlugins();
  await prepareForCopy(trx);
  await migrateTo(transaction, String(manifest.migrations.at(-1)));
  const columns = await columnsOf(trx, file, manifest);
  const tables = manifest.tables.map(({ name }) => name);
  const foreignKeys = await dropForeignKeys(trx);
  await switchTriggers(trx, tables, 'disable');
  await emptyTables(trx, tables);
  await readContents(file, manifest, async (entry, content) => {
    const table = tableOfPart(entry);
    const picture = pictureOfEntry(entry);
    if (table !== undefined) {
      const lines = content.toString('utf8').trimEnd().split('\n');
      await insertRows(trx, table, columns.get(table) ?? [], lines);
    } else if (picture !== undefined) {
      await writePicture(path.join(pictureFolder, picture), content);
    }
  });
  await addForeignKeys(trx, foreignKeys);
  await switchTriggers(trx, tables, 'enable');
  await setSequences(trx, manifest.sequences);
  return manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** The backup's columns with this database's types. Both must have the same tables and columns. */
async function columnsOf(trx: Db, file: string, manifest: Manifest): Promise<Map<string, Column[]>> {
  const present = new Set(await listTables(trx));
  const result = new Map<string, Column[]>();
  for (const { name, columns } of manifest.tables) {
    const own = present.has(name) ? await listColumns(trx, name) : [];
    const sorted = columns.map((column) => own.find((candidate) => candidate.name === column));
    if (own.length !== columns.length || sorted.includes(undefined)) {
      throw new OperatorError(
        `${file} does not fit: the table ${name} has other columns in this version. Nothing was restored.`,
      );
    }
    result.set(name, sorted as Column[]);
  }
  const missing = [...present].filter((name) => !result.has(name));
  if (missing.length > 0)
    throw new OperatorError(`${file} does not fit: it has no table ${missing.join(', ')}.`);
  return result;
}

async function writePicture(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content, { flush: true });
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}
