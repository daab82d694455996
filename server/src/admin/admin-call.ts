/** One call of an operator's command: its arguments, its terminal and its database. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { type OpenDatabase, openDatabase } from '../db/engines.ts';
import { isMigrated } from '../db/migrate.ts';
import { OperatorError } from '../operator-error.ts';

/** The parts of a process that a command uses, so that tests can replace them. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Relative paths start here. */
  folder: string;
  stdin: NodeJS.ReadStream;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

export interface Call {
  operands: string[];
  options: { grant?: boolean; status?: boolean; 'drop-old'?: boolean };
  terminal: Terminal;
}

export class UsageError extends Error {
  override name = 'UsageError';
}

export function expectOperands(operands: string[], count: number, usage: string): [string] {
  if (operands.length !== count) throw new UsageError(`${usage}.`);
  return operands as [string];
}

export async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (database: OpenDatabase) => Promise<T>,
  { mayCreate = false } = {},
): Promise<T> {
  // Opening the embedded database would create it, and a later restore would then find that it is not empty.
  if (databaseUrl === undefined && !mayCreate && !existsSync(path.join(dataDir, 'database'))) {
    throw new OperatorError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL, or run "migrate" first.`,
    );
  }
  await using database = await openDatabase({ databaseUrl, dataDir, limits: 'none' });
  return await work(database);
}

/** @throws OperatorError */
export async function assertMigrated(db: Db): Promise<void> {
  if (!(await isMigrated(db)))
    throw new OperatorError('The database is not up to date: run "migrate" first.');
}
