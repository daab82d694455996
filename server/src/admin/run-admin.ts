/** The operator's commands: `pnpm admin <verb>`. Exit codes: 0 done, 1 refused or failed, 2 not understood. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { email as parseEmail } from '../config-values.ts';
import { unreachableCode } from '../db/database-away.ts';
import { type OpenDatabase, openDatabase } from '../db/engines.ts';
import { isMigrated, listMigrations, migrate } from '../db/migrate.ts';
import { rotateSigningKeys } from '../identity/sessions/rotate-signing-keys.ts';
import { OperatorError } from '../operator-error.ts';
import { createAdministrator } from './create-administrator.ts';
import { readPassword } from './read-password.ts';

const help = `Usage: pnpm admin <verb>

  create-admin <e-mail>   Makes an account with every permission. The password is asked for, piped in, or taken from
                          ADMIN_PASSWORD; it is never an argument.
    --grant               Makes an account that exists already an administrator.
  backup <file>           Writes everything into one .tar.gz: the rows, and the pictures where they are files. It holds
                          password hashes and signing keys: keep it as safe as the database.
  restore <file>          Puts a backup into an empty database or data folder, of the same engine or the other.
  migrate                 Brings the database up to date, and tells what ran.
    --status              Only tells; the exit code is 1 while something is still to run.
  rotate-keys             Makes a new key to sign tokens with. Servers that run take it within a minute; what the old
                          keys have signed stays good until it expires.
    --drop-old            After a leak: takes the old keys away at once. Clients refresh; nobody is signed out.
  help                    Shows this.

The environment says which database, as for the server: DATABASE_URL, or DATA_DIR (.data). With the embedded database
stop the server first; PostgreSQL may be in use, save for restore.
`;

/** How the command meets the world: what a process has. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Against which relative paths are meant. */
  folder: string;
  stdin: NodeJS.ReadStream;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

interface Call {
  operands: string[];
  options: { grant?: boolean; status?: boolean; 'drop-old'?: boolean };
  terminal: Terminal;
}

class UsageError extends Error {
  override name = 'UsageError';
}

const verbs: Record<string, (call: Call) => Promise<number>> = {
  'create-admin': createAdmin,
  backup,
  restore,
  migrate: runMigrations,
  'rotate-keys': rotateKeys,
};

/** @returns the exit code. */
export async function runAdmin(args: string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parse(args);
    const [verb = 'help', ...operands] = positionals;
    if (verb === 'help' || values.help) {
      terminal.stdout.write(help);
      return args.length === 0 ? 2 : 0;
    }
    const run = verbs[verb];
    if (run === undefined) throw new UsageError(`There is no verb ${verb}.`);
    return await run({ operands, options: values, terminal });
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr.write(`${error.message}\n\n${help}`);
      return 2;
    }
    terminal.stderr.write(`${tell(error as NodeJS.ErrnoException)}\n`);
    return 1;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        grant: { type: 'boolean' },
        status: { type: 'boolean' },
        'drop-old': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function createAdmin({ operands, options, terminal }: Call): Promise<number> {
  const [given] = only(operands, 1, 'create-admin takes one e-mail address; the password is asked for');
  const email = parseEmail(given);
  if (email === undefined) throw new UsageError(`${given} is no e-mail address.`);
  const { ADMIN_PASSWORD: password } = terminal.env;
  // The account of this call, whatever the server's own start makes.
  const config = readConfig({ ...terminal.env, ADMIN_EMAIL: password ? email : undefined });
  await withDatabase(config, async ({ db }) => {
    if (!(await isMigrated(db)))
      throw new OperatorError('The database is not up to date: run "migrate" first.');
    const askPassword = async () => config.admin?.password ?? readPassword(terminal.stdin, terminal.stdout);
    const done = await createAdministrator(db, {
      email,
      grant: options.grant ?? false,
      askPassword,
      now: new Date(),
    });
    terminal.stdout.write(`${done}\n`);
  });
  return 0;
}

async function backup({ operands, terminal }: Call): Promise<number> {
  const [name] = only(operands, 1, 'backup takes the name of one file');
  const config = readConfig(terminal.env);
  const file = path.resolve(terminal.folder, name);
  await withDatabase(config, async (database) => {
    const summary = await writeBackup(database, {
      file,
      pictureFolder: pictureFolder(config),
      now: new Date(),
    });
    terminal.stdout.write(
      `Backed up ${summary.rows} rows of ${summary.tables} tables and ${summary.pictures} picture files ` +
        `to ${file} (${(summary.bytes / 1e6).toFixed(1)} MB).\n` +
        'It holds password hashes and signing keys: keep it as safe as the database.\n',
    );
    if (config.objectStore) terminal.stdout.write('The pictures in the object store are not part of it.\n');
  });
  return 0;
}

async function restore({ operands, terminal }: Call): Promise<number> {
  const [name] = only(operands, 1, 'restore takes the name of one file');
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
      `Copy what is in ${path.join(dataDir, 'pictures')} into the object store, under the same names.\n`,
    );
  }
  return 0;
}

async function runMigrations({ operands, options, terminal }: Call): Promise<number> {
  only(operands, 0, 'migrate takes no name');
  const say = (line: string) => terminal.stdout.write(`${line}\n`);
  const config = readConfig(terminal.env);
  if (options.status) {
    const migrations = await withDatabase(config, ({ db }) => listMigrations(db));
    for (const { name, executedAt } of migrations)
      say(`${executedAt?.toISOString() ?? 'still to run'.padEnd(24)}  ${name}`);
    return migrations.every(({ executedAt }) => executedAt) ? 0 : 1;
  }
  const ran = await withDatabase(config, ({ db }) => migrate(db), { mayCreate: true });
  for (const migration of ran) say(`Ran ${migration}`);
  say(ran.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return 0;
}

async function rotateKeys({ operands, options, terminal }: Call): Promise<number> {
  only(operands, 0, 'rotate-keys takes no name');
  const dropOld = options['drop-old'] ?? false;
  await withDatabase(readConfig(terminal.env), async ({ db }) => {
    if (!(await isMigrated(db)))
      throw new OperatorError('The database is not up to date: run "migrate" first.');
    const id = await rotateSigningKeys(db, new Date(), { dropOld });
    terminal.stdout.write(
      `Tokens are signed with the new key ${id}, by servers that run within a minute. ` +
        `${dropOld ? 'The old keys are gone.' : 'What the old keys have signed stays good until it expires.'}\n`,
    );
  });
  return 0;
}

/** Where pictures are files; undefined: they are in an object store, which has backups of its own. */
function pictureFolder({ objectStore, dataDir }: Config): string | undefined {
  return objectStore === undefined ? path.join(dataDir, 'pictures') : undefined;
}

async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (database: OpenDatabase) => Promise<T>,
  { mayCreate = false } = {},
): Promise<T> {
  // Opening the embedded one would make it, and a restore would then find the place taken.
  if (databaseUrl === undefined && !mayCreate && !existsSync(path.join(dataDir, 'database'))) {
    throw new OperatorError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL, or run "migrate" first.`,
    );
  }
  await using database = await openDatabase({ databaseUrl, dataDir, limits: 'none' });
  return await work(database);
}

function only(operands: string[], count: number, usage: string): [string] {
  if (operands.length !== count) throw new UsageError(`${usage}.`);
  return operands as [string];
}

/** What the operator can put right is one line; anything else is told whole. */
function tell(error: NodeJS.ErrnoException): string {
  if (error instanceof ConfigError) return error.message.replace('Cannot start:', 'Cannot do that:');
  if (error instanceof OperatorError) return error.message;
  const unreachable = unreachableCode(error);
  if (unreachable) return `DATABASE_URL must name a PostgreSQL that answers (${unreachable}).`;
  if (/^(ENOSPC|ENOENT|EACCES|EROFS|EPERM|ENOTDIR|EDQUOT)$/.test(error.code ?? ''))
    return `${error.message}. Nothing was done.`;
  return error.stack ?? String(error);
}
