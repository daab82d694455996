/** Creates PostgreSQL databases for a benchmark. */
import pg from 'pg';
import type { Db } from '../src/db/database.ts';
import { openDatabase } from '../src/db/engines.ts';
import { migrate } from '../src/db/migrate.ts';

/** Creates an empty database. `drop` closes connections that are still open. */
export async function createBenchDatabase(
  server: string,
  purpose: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `ringside_bench_${purpose}_${process.pid}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

/** Creates a migrated database. `close` drops it. */
export async function openBenchDatabase(
  server: string,
  purpose: string,
): Promise<{ db: Db; url: string; close(): Promise<void> }> {
  const { url, drop } = await createBenchDatabase(server, purpose);
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrate(database.db);
  return {
    db: database.db,
    url,
    async close() {
      await database[Symbol.asyncDispose]();
      await drop();
    },
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
