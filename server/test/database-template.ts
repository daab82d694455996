/**
 * Runs once: makes a migrated database of each engine, from which every test file clones its own. PGlite's is a dump of
 * its data folder, PostgreSQL's a template database.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { embeddedDb, openDatabase, openPglite } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A tar file for PGlite, a database name for PostgreSQL. */
    template: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template, drop } =
    project.name === 'postgres'
      ? await createPostgresTemplate(String(process.env.TEST_DATABASE_URL))
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

async function createPostgresTemplate(databaseUrl: string) {
  const template = `ringside_template_${process.pid}`;
  await onServer(databaseUrl, `create database ${template}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${template}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await migrate(database.db);
  await database.close();
  return { template, drop: () => onServer(databaseUrl, `drop database if exists ${template} with (force)`) };
}

async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
