import { readdir } from 'node:fs/promises';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

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

/** True when every migration of this version has run: part of `/readyz`. */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrations = await migratorOf(db).getMigrations();
  return migrations.every((migration) => migration.executedAt !== undefined);
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: loadMigrations } });
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const loaded = files.map(async (file): Promise<[string, Migration]> => {
    const module = (await import(new URL(file, folder).href)) as Migration;
    return [file.replace(/\.ts$/, ''), module];
  });
  return Object.fromEntries(await Promise.all(loaded));
}
