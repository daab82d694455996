/** The commands that copy, fill or migrate the whole database. */
import path from 'node:path';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type Config, readConfig } from '../config.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import { listMigrations, migrate } from '../db/migrate.ts';
import { findMailFacts, insertBackupNote } from '../settings/system.repository.ts';
import { goLive, noteCleanUp } from '../upkeep/upkeep.repository.ts';
import { assertMigrated, type Call, expectOperands, withDatabase } from './admin-call.ts';
import { rebuildOrders } from './order-commands.ts';

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
  const { databaseUrl, dataDir, objectStore, stripe } = readConfig(terminal.env);
  const file = path.resolve(terminal.folder, name);
  const { madeAt, rows, pictures, migrated } = await restoreBackup({ file, databaseUrl, dataDir });
  terminal.stdout.write(
    `Restored ${rows} rows and ${pictures} picture files into ${databaseUrl ? 'PostgreSQL' : dataDir}, ` +
      `as they were at ${madeAt}.\n`,
  );
  for (const migration of migrated) terminal.stdout.write(`Migrated since: ${migration}\n`);
  terminal.stdout.write(
    'It is quiet: servers on it send no mail and no push message, and call no provider, until "go-live".\n',
  );
  if (stripe) await listLost(terminal);
  else
    terminal.stdout.write('With STRIPE_SECRET_KEY, "rebuild-orders" finds the purchases since the backup.\n');
  if (objectStore && pictures > 0) {
    terminal.stdout.write(
      `Copy the files of ${path.join(dataDir, 'pictures')} into the object store, under the same names.\n`,
    );
  }
  return 0;
}

/** The backup is restored, also when the payment provider does not answer. */
async function listLost(terminal: Call['terminal']): Promise<void> {
  try {
    if ((await rebuildOrders({ operands: [], options: { status: true }, terminal })) > 0)
      terminal.stdout.write('Make these orders again with "rebuild-orders", before "go-live".\n');
  } catch (error) {
    terminal.stdout.write(`Purchases since the backup are not known: ${(error as Error).message}\n`);
  }
}

/** After a restore that was no rehearsal: mails and messages that wait go out. */
export async function live({ operands, terminal }: Call): Promise<number> {
  expectOperands(operands, 0, 'go-live takes no name');
  await withDatabase(readConfig(terminal.env), async ({ db }) => {
    await assertMigrated(db);
    const { waiting } = await findMailFacts(db);
    const done = (await goLive(db))
      ? `The platform is live: servers send the mails that wait (${waiting}) and call the providers again.`
      : 'The platform was live already.';
    terminal.stdout.write(`${done}\n`);
  });
  return 0;
}

/** After a leap of the date that was none: the clean-up need not wait for a day. */
export async function release({ operands, terminal }: Call): Promise<number> {
  expectOperands(operands, 0, 'release-clean-up takes no name');
  await withDatabase(readConfig(terminal.env), async ({ db }) => {
    await assertMigrated(db);
    const now = (await readDatabaseTime(db)).toISOString();
    await noteCleanUp(db, now);
    terminal.stdout.write(`From its next round on, the clean-up deletes what is old. It is ${now}.\n`);
  });
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
