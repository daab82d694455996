import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { type OpenDatabase, openDatabase } from './engines.ts';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Brings the database up to date, forward only; many servers may start at once (Kysely's migrator takes a lock).
 * @returns the names of the migrations that ran now.
 * @throws when a migration fails; what it did is rolled back.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}

/**
 * The same at the start of a server, over connections of its own where there can be more than one: they wait for
 * another server's migrations, and give an index on a large table its time.
 */
export async function migrateAtStart(database: OpenDatabase, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return void (await migrate(database.db));
  const patient = await openDatabase({ databaseUrl, dataDir: '', poolMax: 2, limits: 'none' });
  await migrate(patient.db).finally(() => patient.close());
}

/** In a transaction of the caller, to exactly the state that the last of these names stands for. */
export async function migrateTo(trx: Db, migration: string): Promise<void> {
  const { error } = await migratorOf(trx).migrateTo(migration);
  if (error !== undefined) throw error;
}

export interface MigrationState {
  name: string;
  /** undefined: still to come. */
  executedAt: Date | undefined;
}

/** Those of this version, in their order. */
export async function listMigrations(db: Db): Promise<MigrationState[]> {
  const migrations = await migratorOf(db).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, executedAt }));
}

/** Those that have run on this database, by this version or another; none where there is no database yet. */
export async function listExecutedMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await sql`
    select 1 from pg_class where relname = 'kysely_migration' and relnamespace = current_schema()::regnamespace
  `.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** True when every migration of this version has run: part of `/readyz`. */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrations = await migratorOf(db).getMigrations();
  return migrations.every((migration) => migration.executedAt !== undefined);
}

/** The names of this version's migrations, in their order. */
export async function ownMigrations(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: loadMigrations } });
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded = (await ownMigrations()).map(async (name): Promise<[string, Migration]> => {
    const module = (await import(new URL(`${name}.ts`, folder).href)) as Migration;
    return [name, module];
  });
  return Object.fromEntries(await Promise.all(loaded));
}
