import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-server.ts';

/** A new database on the server of the tests, without a table; it goes with the test file. */
export async function createEmptyPostgres(): Promise<string> {
  const name = `ringside_empty_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await createPostgresDatabase(name);
  afterAll(() => dropPostgresDatabase(name));
  return databaseUrl;
}
