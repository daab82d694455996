/** A migrated PostgreSQL database of a benchmark's own; closing it drops it. */
import pg from 'pg';
import { type Db, openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';

export async function openBenchDatabase(
  server: string,
  purpose: string,
): Promise<{ db: Db; url: string; close(): Promise<void> }> {
  const name = `ringside_bench_${purpose}_${process.pid}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await migrate(database.db);
  return {
    db: database.db,
    url: url.href,
    async close() {
      await database.close();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
