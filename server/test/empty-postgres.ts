import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';

/** A new database on the server of the tests, without a table; it goes with the test file. */
export async function createEmptyPostgres(): Promise<string> {
  const url = new URL(String(process.env.TEST_DATABASE_URL));
  const server = url.href;
  const name = `ringside_empty_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  afterAll(() => onServer(server, `drop database if exists ${name} with (force)`));
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
