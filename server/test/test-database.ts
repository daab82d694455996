import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { embeddedLoad } from '../src/db/connection-queue.ts';
import {
  embeddedDb,
  type OpenDatabase,
  openDatabase,
  openPglite,
  postgresDb,
  postgresPool,
} from '../src/db/database.ts';

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite';

/** Told of every statement; what it throws is what the statement fails with. */
export type OnQuery = (query: CompiledQuery) => void;

/** A migrated database of its own; closing it drops it. */
export function openTestDatabase(
  onQuery?: OnQuery,
): Promise<OpenDatabase & { databaseUrl: string | undefined }> {
  return engine === 'postgres' ? clonePostgres(onQuery) : cloneEmbedded(onQuery);
}

async function cloneEmbedded(onQuery?: OnQuery) {
  const tar = await readFile(inject('template'));
  const pglite = await openPglite({ loadDataDir: new Blob([tar]) });
  await pglite.exec("SET timezone = 'UTC'");
  const db = embeddedDb(pglite, onQuery);
  return {
    db,
    engine: 'pglite' as const,
    load: embeddedLoad,
    databaseUrl: undefined,
    close: () => db.destroy(),
  };
}

async function clonePostgres(onQuery?: OnQuery) {
  const server = String(process.env.TEST_DATABASE_URL);
  const name = `ringside_test_${randomUUID().replaceAll('-', '')}`;
  await run(server, `create database ${name} template ${inject('template')}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  const watched = onQuery && postgresDb(postgresPool(url.href), onQuery);
  return {
    ...database,
    db: watched ?? database.db,
    databaseUrl: url.href,
    close: async () => {
      await watched?.destroy();
      await database.close();
      await run(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
