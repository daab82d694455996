import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { type OpenDatabase, openDatabase } from './engines.ts';
import { createTrigrams, withoutTrigrams } from './trigrams.ts';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Brings the database up to date, forward only; several servers may start at once (Kysely's migrator takes a lock).
 * @returns the names of the migrations that ran now.
 * @throws when a migration fails, after a rollback.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migratorOf(await migratingDb(db)).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}

/**
 * Migrates at the start of a server. On PostgreSQL it opens connections without time limits: they wait for
 * another server's migrations, and building an index on a large table takes long.
 */
export async function migrateAtStart(database: OpenDatabase, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return void (await migrate(database.db));
  await using patient = await openDatabase({ databaseUrl, dataDir: '', poolMax: 2, limits: 'none' });
  await migrate(patient.db);
}

/** Migrates within the caller's transaction, exactly up to the last of these names. */
export async function migrateTo(trx: Db, migration: string): Promise<void> {
  const { error } = await migratorOf(await migratingDb(trx)).migrateTo(migration);
  if (error !== undefined) throw error;
}

export interface MigrationState {
  name: string;
  /** undefined: it has not run yet. */
  executedAt: Date | undefined;
}

/** The migrations of this version, in order. */
export async function listMigrations(db: Db): Promise<MigrationState[]> {
  const migrations = await migratorOf(db).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, executedAt }));
}

/** The migrations that have run on this database, by any version; an empty list for an empty database. */
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

/** The names of this version's migrations, in order. */
export async function ownMigrations(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

async function migratingDb(db: Db): Promise<Db> {
  return (await createTrigrams(db)) ? db : db.withPlugin(withoutTrigrams);
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
