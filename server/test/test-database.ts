import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CompiledQuery } from 'kysely';
import { extract } from 'tar-stream';
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

/** Writes the migrated database of PGlite into a folder, for a server process that opens it there. */
export async function unpackTemplate(folder: string): Promise<void> {
  for await (const entry of createReadStream(inject('template')).pipe(extract())) {
    const target = path.join(folder, entry.header.name);
    if (entry.header.type === 'directory') await mkdir(target, { recursive: true });
    else await writeFile(target, await buffer(entry));
    entry.resume();
  }
}

/** Creates a migrated database on PostgreSQL and opens no connection. */
export async function clonePostgresTemplate() {
  const name = `ringside_test_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await createPostgresDatabase(name, inject('template'));
  return { databaseUrl, drop: () => dropPostgresDatabase(name) };
}

async function clonePostgres(onQuery?: OnQuery) {
  const { databaseUrl, drop } = await clonePostgresTemplate();
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const watched = onQuery && postgresDb(postgresPool(databaseUrl), onQuery);
  return {
    ...database,
    db: watched ?? database.db,
    databaseUrl,
    [Symbol.asyncDispose]: async () => {
      await watched?.destroy();
      await database[Symbol.asyncDispose]();
      await drop();
    },
  };
}
