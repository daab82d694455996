/** The commands that copy, fill or migrate the whole database. */
import path from 'node:path';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type Config, readConfig } from '../config.ts';
import { listMigrations, migrate } from '../db/migrate.ts';
import { insertBackupNote } from '../settings/system.repository.ts';
import { type Call, expectOperands, withDatabase } from './admin-call.ts';

export async function backup({ operands, terminal }: Call): Promise<number> {
  const [name] = expectOperands(operands, 1, 'backup takes the name of one file');
  const config = readConfig(terminal.env);
  const file = path.resolve(terminal.folder, name);
  await withDatabase(config, async (database) => {
    const madeAt = new Date();
    const summary = await writeBackup(database, {
      file,
      pictureFolder: pictureFolder(config),
      now: madeAt,
    });
    await insertBackupNote(database.db, { madeAt: madeAt.toISOString(), bytes: summary.bytes }).catch(() => {
      terminal.stdout.write('The date of the backup could not be noted in the database.\n');
    });
    terminal.stdout.write(
      `Backed up ${summary.rows} rows of ${summary.tables} tables and ${summary.pictures} picture files ` +
        `to ${file} (${(summary.bytes / 1e6).toFixed(1)} MB).\n` +
        'It holds password hashes and signing keys: keep it as safe as the database.\n',
    );
    if (config.objectStore)
      terminal.stdout.write('The pictures in the object store are not in the backup.\n');
  });
  return 0;
}

export async function restore({ operands, terminal }: Call): Promise<number> {
  const [name] = expectOperands(operands, 1, 'restore takes the name of one file');
  const { databaseUrl, dataDir, objectStore } = readConfig(terminal.env);
  const file = path.resolve(terminal.folder, name);
  const { madeAt, rows, pictures, migrated } = await restoreBackup({ file, databaseUrl, dataDir });
  terminal.stdout.write(
    `Restored ${rows} rows and ${pictures} picture files into ${databaseUrl ? 'PostgreSQL' : dataDir}, ` +
      `as they were at ${madeAt}.\n`,
  );
  for (const migration of migrated) terminal.stdout.write(`Migrated since: ${migration}\n`);
  if (objectStore && pictures > 0) {
    terminal.stdout.write(
      `Copy the files of ${path.join(dataDir, 'pictures')} into the object store, under the same names.\n`,
    );
  }
  return 0;
}

export async function runMigrations({ operands, options, terminal }: Call): Promise<number> {
  expectOperands(operands, 0, 'migrate takes no name');
  const say = (line: string) => terminal.stdout.write(`${line}\n`);
  const config = readConfig(terminal.env);
  if (options.status) {
    const migrations = await withDatabase(config, ({ db }) => listMigrations(db));
    for (const { name, executedAt } of migrations)
      say(`${executedAt?.toISOString() ?? 'pending'.padEnd(24)}  ${name}`);
    return migrations.every(({ executedAt }) => executedAt) ? 0 : 1;
  }
  const ran = await withDatabase(config, ({ db }) => migrate(db), { mayCreate: true });
  for (const migration of ran) say(`Ran ${migration}`);
  say(ran.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return 0;
}

/** The folder of the pictures; undefined: they are in an object store, which has its own backups. */
function pictureFolder({ objectStore, dataDir }: Config): string | undefined {
  return objectStore === undefined ? path.join(dataDir, 'pictures') : undefined;
}
