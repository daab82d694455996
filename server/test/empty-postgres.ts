import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-server.ts';

/** Creates an empty database on the PostgreSQL server of the tests; it is dropped after the test file. */
export async function createEmptyPostgres(): Promise<string> {
  const name = `ringside_empty_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await createPostgresDatabase(name);
  afterAll(() => dropPostgresDatabase(name));
  return databaseUrl;
}
