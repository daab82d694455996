/**
 * Runs once: creates a migrated database for each engine, and every test file clones it. For PGlite it is a dump of the
 * data folder, for PostgreSQL a template database.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { embeddedDb, openDatabase, openPglite } from '../src/db/engines.ts';
import { migrate } from '../src/db/migrate.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A tar file for PGlite, a database name for PostgreSQL. */
    template: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template, drop } =
    project.config.env.TEST_ENGINE === 'postgres'
      ? await createPostgresTemplate()
      : await createEmbeddedTemplate();
  project.provide('template', template);
  return drop;
}

async function createEmbeddedTemplate() {
  const folder = await mkdtemp(path.join(tmpdir(), 'ringside-test-'));
  const template = path.join(folder, 'template.tar');
  const pglite = await openPglite({});
  await migrate(embeddedDb(pglite));
  const dump = await pglite.dumpDataDir('none');
  await writeFile(template, Buffer.from(await dump.arrayBuffer()));
  await pglite.close();
  return { template, drop: () => rm(folder, { recursive: true, force: true }) };
}

async function createPostgresTemplate() {
  // Two projects of one run have one process, and several runs one server.
  const template = `ringside_template_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await createPostgresDatabase(template);
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  await migrate(database.db);
  await database[Symbol.asyncDispose]();
  return { template, drop: () => dropPostgresDatabase(template) };
}
