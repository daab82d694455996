/** Both engines behind one Kysely: PostgreSQL if DATABASE_URL names one, otherwise PGlite in the data folder. */
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import {
  CamelCasePlugin,
  type CompiledQuery,
  type Dialect,
  Kysely,
  PGliteDialect,
  PostgresDialect,
} from 'kysely';
import pg from 'pg';
import { listenToEmbedded, listenToPostgres } from './change-listener.ts';
import type { ChangeListener, Listening } from './changes.ts';
import { type DatabaseLoad, embeddedLoad, watchPool } from './connection-queue.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Database, Db } from './database.ts';
import { cutSilentConnections } from './silent-connections.ts';
import { useUsableConnections } from './usable-connections.ts';

export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  engine: 'pglite' | 'postgres';
  /** The present load of the connections. */
  load(): DatabaseLoad;
  /** Listens for changes by any server until it is disposed. */
  listen(listener: ChangeListener): Listening;
}

const timestamptz = 1184;
const int8 = 20;
const date = 1082;

/** Turns PostgreSQL's UTC text, `2026-11-20 19:00:00.5+00`, into the form that it has inside JSON. */
function isoInstant(value: string): string {
  return `${value.replace(' ', 'T')}:00`;
}

/** A day stays its text: a `Date` would have a zone. */
const parsers: Record<number, (value: string) => unknown> = {
  [timestamptz]: isoInstant,
  [int8]: Number,
  [date]: (value) => value,
};

export interface DatabaseOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Connections to PostgreSQL at most, for this process. */
  poolMax?: number;
  limits?: 'of requests' | 'none';
  /** Cuts a connection in use after this much silence; undefined: never. */
  silenceLimitMs?: number;
  /** Called when PostgreSQL drops a connection; the pool opens a new one by itself. */
  onConnectionError?: (error: Error) => void;
}

/** @throws DataFolderInUseError when another process holds the embedded folder. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, poolMax, limits, silenceLimitMs, onConnectionError = () => {} } = options;
  if (databaseUrl === undefined) return openEmbedded(dataDir);
  const pool = postgresPool(databaseUrl, poolMax, limits);
  // Without a listener a restart of PostgreSQL would end this process.
  pool.on('error', onConnectionError);
  if (silenceLimitMs !== undefined) cutSilentConnections(pool, silenceLimitMs);
  useUsableConnections(pool);
  const load = watchPool(pool);
  const db = postgresDb(pool);
  return {
    db,
    engine: 'postgres',
    load,
    [Symbol.asyncDispose]: () => db.destroy(),
    listen: (listener) => listenToPostgres(databaseUrl, listener),
  };
}

/** Limits for requests, so that a transaction of a hanging process does not hold its locks for ever. */
const requestLimits =
  '-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000';

/**
 * A request that gets no connection within 3 s is a 503, and so is a statement that takes 10 s or waits 5 s for a lock.
 * @param limits 'none' for migrations and backups, which take longer the more rows there are.
 */
export function postgresPool(
  connectionString: string,
  max = 10,
  limits: 'of requests' | 'none' = 'of requests',
): pg.Pool {
  const url = new URL(connectionString);
  const optionsOfUrl = url.searchParams.get('options');
  // The last one of a name counts: an operator may raise our limits, not change the zone that the parsers need.
  const options = [limits === 'none' ? null : requestLimits, optionsOfUrl, '-c timezone=UTC'];
  // Otherwise those of the URL would replace ours.
  if (optionsOfUrl !== null) url.searchParams.delete('options');
  const pool = new pg.Pool({
    connectionString: optionsOfUrl === null ? connectionString : url.href,
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    // PgBouncer refuses a space at the end.
    options: options.filter(Boolean).join(' '),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // A connection lost between two statements of a transaction has no other error listener, and without one the process
  // would end. The next statement fails and reports the loss.
  pool.on('connect', (client) => client.on('error', () => {}));
  // The same for idle connections. Callers may add a listener of their own.
  pool.on('error', () => {});
  return pool;
}

/** @param onQuery called for every statement. */
export function postgresDb(pool: pg.Pool, onQuery?: (query: CompiledQuery) => void): Db {
  return kysely(new PostgresDialect({ pool }), onQuery);
}

/** A Kysely on a PGlite that is already open (the tests clone theirs from a migrated one). */
export function embeddedDb(pglite: PGlite, onQuery?: (query: CompiledQuery) => void): Db {
  return kysely(new PGliteDialect({ pglite }), onQuery);
}

export function openPglite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ ...options, parsers, extensions: { pg_trgm } });
}

function kysely(dialect: Dialect, onQuery: ((query: CompiledQuery) => void) | undefined): Db {
  return new Kysely<Database>({
    dialect,
    plugins: [new CamelCasePlugin()],
    ...(onQuery ? { log: (event) => onQuery(event.query) } : {}),
  });
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  await using life = new AsyncDisposableStack();
  life.defer(lockDataFolder(dataDir));
  const pglite = await openPglite({ dataDir: path.join(dataDir, 'database') });
  life.defer(async () => {
    if (!pglite.closed) await pglite.close();
  });
  await pglite.exec("SET timezone = 'UTC'");
  const db = embeddedDb(pglite);
  life.defer(() => db.destroy());
  const opened = life.move();
  return {
    db,
    engine: 'pglite',
    load: embeddedLoad,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
    listen: (listener) => listenToEmbedded(pglite, listener),
  };
}
