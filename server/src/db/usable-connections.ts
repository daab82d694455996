/**
 * Errors of connecting get one kind, and connections of a time when PostgreSQL was read-only are not used again: after a
 * failover, or when a full disk has room again, a session that began before stays read-only.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';
import { NoConnectionError } from './database-away.ts';
import { connectionOf } from './silent-connections.ts';

export const readOnlyCode = '25006';
/** A younger connection is kept, so that a database that stays read-only is not asked for a new one by each write. */
const leastAgeMs = 2_000;

export function useUsableConnections(pool: pg.Pool): void {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let staleBefore = Number.NEGATIVE_INFINITY;
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now());
    connectionOf(client).on('errorMessage', ({ code }) => {
      if (code === readOnlyCode) staleBefore = performance.now() - leastAgeMs;
    });
  });
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connectUsable = async (): Promise<pg.PoolClient> => {
    const client = await connect().catch((error) => {
      throw new NoConnectionError(error);
    });
    if (Number(openedAt.get(client)) > staleBefore) return client;
    client.release(true);
    return connectUsable();
  };
  pool.connect = connectUsable as pg.Pool['connect'];
}

/**
 * A write that changes nothing.
 * @throws what a write would meet: no connection, or a database that is read-only (25006).
 */
export async function tryWriting(db: Db): Promise<void> {
  await sql`update kysely_migration_lock set is_locked = is_locked where false`.execute(db);
}
