import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../src/db/database.ts';
import { engine } from './test-database.ts';

/**
 * Call it inside a transaction of a test: waits until a request is blocked by a lock of that transaction. The embedded
 * engine has one connection, so there the request runs after the commit anyway, and no other statement can run before.
 */
export async function waitUntilBlocked(db: Db, requests = 1): Promise<void> {
  if (engine === 'pglite') return;
  const isBlocked = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db);
    return rows.length >= requests;
  };
  await expect.poll(isBlocked, { timeout: 60_000, interval: 10 }).toBe(true);
}
