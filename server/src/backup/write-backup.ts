/** Writes all stored data into one file: one consistent snapshot, never a whole table in memory. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { Db } from '../db/database.ts';
import type { OpenDatabase } from '../db/engines.ts';
import { listExecutedMigrations } from '../db/migrate.ts';
import { OperatorError } from '../operator-error.ts';
import {
  type BackupTable,
  formatVersion,
  type Manifest,
  manifestName,
  partName,
  pictureOfEntry,
  readme,
} from './backup-format.ts';
import {
  listColumns,
  listSequences,
  listTables,
  lockTables,
  prepareForCopy,
  readRows,
} from './table-copy.repository.ts';

const partBytes = 1024 * 1024;

export interface BackupSummary {
  tables: number;
  rows: number;
  pictures: number;
  bytes: number;
}

/** @param pictureFolder where pictures are files. @throws OperatorError when the file exists already. */
export async function writeBackup(
  database: OpenDatabase,
  options: { file: string; pictureFolder: string | undefined; now: Date },
): Promise<BackupSummary> {
  const { file, pictureFolder, now } = options;
  await refuseExisting(file);
  const partial = `${file}.${randomUUID()}.partial`;
  const archive = openArchive(partial);
  try {
    await archive.add('README.txt', Buffer.from(readme));
    const content = await database.db
      .withoutPlugins()
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => addTables(trx, archive.add));
    const pictures = pictureFolder === undefined ? 0 : await addPictures(pictureFolder, archive.add);
    const manifest: Manifest = {
      product: 'ringside',
      format: formatVersion,
      createdAt: now.toISOString(),
      engine: database.engine,
      ...content,
      checksums: archive.checksums,
    };
    await archive.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    await archive.finish();
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return {
      tables: content.tables.length,
      rows: content.tables.reduce((sum, { rows }) => sum + rows, 0),
      pictures,
      bytes: (await stat(file)).size,
    };
  } catch (error) {
    await archive.abandon();
    await rm(partial, { force: true });
    throw error;
  }
}

type Add = (name: string, content: Buffer) => Promise<void>;

async function addTables(trx: Db, add: Add): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  await prepareForCopy(trx);
  const names = await listTables(trx);
  if (names.length === 0) throw new OperatorError('There is nothing to back up: the database has no tables.');
  await lockTables(trx, names);
  const tables: BackupTable[] = [];
  for (const name of names) tables.push(await addTable(trx, name, add));
  return { migrations: await listExecutedMigrations(trx), tables, sequences: await listSequences(trx) };
}

async function addTable(trx: Db, name: string, add: Add): Promise<BackupTable> {
  const columns = await listColumns(trx, name);
  let rows = 0;
  let parts = 0;
  let lines: string[] = [];
  let size = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    await add(partName(name, ++parts), Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
    size = 0;
  };
  for await (const batch of readRows(trx, name, columns)) {
    for (const line of batch) {
      lines.push(line);
      size += line.length;
      rows++;
      if (size >= partBytes) await flush();
    }
  }
  await flush();
  return { name, columns: columns.map((column) => column.name), rows };
}

/** Runs after the rows: a picture is complete before a row names it, so every picture of the snapshot exists. */
async function addPictures(folder: string, add: Add): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  let pictures = 0;
  for (const entry of files?.filter((candidate) => candidate.isFile()) ?? []) {
    const full = path.join(entry.parentPath, entry.name);
    const name = `pictures/${path.relative(folder, full).split(path.sep).join('/')}`;
    if (pictureOfEntry(name) === undefined) continue;
    // It was deleted meanwhile; only an unused picture can be deleted.
    const content = await readFile(full).catch(ignoreMissing);
    if (content === undefined) continue;
    await add(name, content);
    pictures++;
  }
  return pictures;
}

/** A .tar.gz that only its owner may read. It has reached the disk when `finish` resolves. */
function openArchive(file: string) {
  const tar: Pack = pack();
  const checksums: Record<string, string> = {};
  const written = pipeline(
    tar,
    createGzip(),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  // A write error rejects the next `add` or `finish`.
  let fault: Error | undefined;
  written.catch((error: Error) => {
    fault = error;
  });
  const add: Add = async (name, content) => {
    checksums[name] = createHash('sha256').update(content).digest('hex');
    if (fault) throw fault;
    const added = new Promise<void>((resolve, reject) => {
      tar.entry({ name, size: content.length, mode: 0o600 }, content, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    await Promise.race([added, written]);
    if (fault) throw fault;
  };
  return {
    checksums,
    add,
    finish: () => {
      tar.finalize();
      return written;
    },
    abandon: async () => {
      tar.destroy();
      await written.catch(() => {});
    },
  };
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new OperatorError(`There is a file already at ${file}. Choose another name.`);
}

/** Syncs the folder, so that the new name survives a power failure too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
