/** Databases that come and go on the PostgreSQL of TEST_DATABASE_URL. */
import pg from 'pg';

/** @param template is copied; undefined: the server's own, without a table. @returns its address. */
export async function createPostgresDatabase(name: string, template?: string): Promise<string> {
  await onServer(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Whoever is still connected is cut off. */
export async function dropPostgresDatabase(name: string): Promise<void> {
  await onServer(`drop database if exists ${name} with (force)`);
}

const serverUrl = () => String(process.env.TEST_DATABASE_URL);

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
