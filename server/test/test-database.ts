import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CompiledQuery } from 'kysely';
import { inject } from 'vitest';
import { listenToEmbedded } from '../src/db/change-listener.ts';
import { embeddedLoad } from '../src/db/connection-queue.ts';
import {
  embeddedDb,
  type OpenDatabase,
  openDatabase,
  openPglite,
  postgresDb,
  postgresPool,
} from '../src/db/engines.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-server.ts';

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite';

/** Called for every statement; if it throws, the statement fails with that error. */
export type OnQuery = (query: CompiledQuery) => void;

/** Opens a migrated database for the caller only; `close` drops it. */
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
    listen: (listener: Parameters<OpenDatabase['listen']>[0]) => listenToEmbedded(pglite, listener),
    databaseUrl: undefined,
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

async function clonePostgres(onQuery?: OnQuery) {
  const name = `ringside_test_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await createPostgresDatabase(name, inject('template'));
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const watched = onQuery && postgresDb(postgresPool(databaseUrl), onQuery);
  return {
    ...database,
    db: watched ?? database.db,
    databaseUrl,
    [Symbol.asyncDispose]: async () => {
      await watched?.destroy();
      await database[Symbol.asyncDispose]();
      await dropPostgresDatabase(name);
    },
  };
}
