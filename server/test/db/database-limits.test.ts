/**
 * @engine postgres
 */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { openTestDatabase } from '../test-database.ts';

const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'timezone'];

// The embedded engine has no such limits.
describe('a connection to PostgreSQL', async () => {
  const testDatabase = await openTestDatabase();
  const databaseUrl = testDatabase.databaseUrl;
  afterAll(() => testDatabase[Symbol.asyncDispose]());

  async function settingsOf(limits?: 'none'): Promise<string[]> {
    await using database = await openDatabase({ databaseUrl, dataDir: '', ...(limits ? { limits } : {}) });
    const shown = settings.map((name) =>
      sql<Record<string, string>>`show ${sql.ref(name)}`.execute(database.db),
    );
    return (await Promise.all(shown)).flatMap(({ rows }) => Object.values(rows[0] ?? {}));
  }

  it('limits a request to 10 s per statement, 5 s per lock and 15 s per idle transaction', async () => {
    expect(await settingsOf()).toEqual(['10s', '5s', '15s', 'UTC']);
  });

  it('has no time limits for migrations and backups', async () => {
    expect(await settingsOf('none')).toEqual(['0', '0', '0', 'UTC']);
  });
});
