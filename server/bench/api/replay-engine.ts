/** An engine that captures the statements of one request to Ringside, so that other servers can replay them. */
import type pg from 'pg';
import type { Db } from '../../src/db/database.ts';
import { embeddedDb, openPglite, postgresDb, postgresPool } from '../../src/db/engines.ts';
import { createBenchDatabase } from '../bench-database.ts';

interface Statement {
  sql: string;
  parameters: unknown[];
}

export interface ReplayEngine {
  name: 'pglite' | 'postgres';
  db: Db;
  /** The statements that `send` caused, `begin` and `commit` among them. */
  capture(send: () => Promise<unknown>): Promise<Statement[]>;
  /** Runs them in order on connections of its own. @returns the rows of the statement that found the most. */
  replay(statements: Statement[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export function openReplayEngine(databaseUrl: string | undefined): Promise<ReplayEngine> {
  return databaseUrl === undefined ? openEmbedded() : openPostgres(databaseUrl);
}

async function openEmbedded(): Promise<ReplayEngine> {
  const pglite = await openPglite({});
  let captured: Statement[] = [];
  const db = embeddedDb(
    pglite,
    ({ sql, parameters }) => void captured.push({ sql, parameters: [...parameters] }),
  );
  return {
    name: 'pglite',
    db,
    capture: async (send) => {
      captured = [];
      await send();
      return captured;
    },
    replay: async (statements) => {
      let most: unknown[] = [];
      for (const { sql, parameters } of statements) {
        const { rows } = await pglite.query(sql, parameters);
        if (rows.length >= most.length) most = rows;
      }
      return most;
    },
    close: () => pglite.close(),
  };
}

async function openPostgres(databaseUrl: string): Promise<ReplayEngine> {
  const { url, drop } = await createBenchDatabase(databaseUrl, 'replay');
  const pool = postgresPool(url);
  const replayPool = postgresPool(url);
  let captured: Statement[] | undefined;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      if (typeof args[0] === 'string')
        captured?.push({ sql: args[0], parameters: (args[1] as unknown[]) ?? [] });
      return query(...args);
    }) as typeof client.query;
  });
  return {
    name: 'postgres',
    db: postgresDb(pool),
    capture: async (send) => {
      const statements: Statement[] = [];
      captured = statements;
      await send();
      captured = undefined;
      return statements;
    },
    replay: (statements) => replayOn(replayPool, statements),
    close: async () => {
      await Promise.all([pool.end(), replayPool.end()]);
      await drop();
    },
  };
}

/** A transaction needs one connection for all its statements; other statements take one each, as in Ringside. */
async function replayOn(pool: pg.Pool, statements: Statement[]): Promise<unknown[]> {
  const isTransaction = statements.some(({ sql }) => sql === 'begin');
  const client = isTransaction ? await pool.connect() : undefined;
  try {
    let most: unknown[] = [];
    for (const { sql, parameters } of statements) {
      const { rows } = await (client ?? pool).query(sql, parameters);
      if (rows.length >= most.length) most = rows;
    }
    return most;
  } finally {
    client?.release();
  }
}
