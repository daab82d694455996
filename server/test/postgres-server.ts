/** Creates and drops databases on the PostgreSQL of TEST_DATABASE_URL. */
import pg from 'pg';

/** @param template the database to copy; undefined for an empty database. @returns the URL of the new database. */
export async function createPostgresDatabase(name: string, template?: string): Promise<string> {
  await onServer(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database and closes connections that are still open. */
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
