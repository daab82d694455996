/**
 * @engine postgres
 */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, postgresPool } from '../../src/db/engines.ts';
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

  it('lets the options of the URL change its limits, not its zone', async () => {
    const url = new URL(String(databaseUrl));
    url.searchParams.set('options', '-c application_name=mine -c lock_timeout=1s -c timezone=Asia/Tokyo');
    await using database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    const { rows } = await sql`
      select current_setting('application_name') as name, current_setting('lock_timeout') as lock,
        current_setting('timezone') as zone
    `.execute(database.db);
    expect(rows).toEqual([{ name: 'mine', lock: '1s', zone: 'UTC' }]);
  });

  it.each(['of requests', 'none'] as const)(
    'sends options that end with a value (limits %s)',
    async (limits) => {
      const pool = postgresPool(String(databaseUrl), 1, limits);
      // PgBouncer refuses a space at the end.
      expect(pool.options.options).toMatch(/^(-c \w+=\d+ )*-c timezone=UTC$/);
      await pool.end();
    },
  );

  it('has no time limits for migrations and backups', async () => {
    expect(await settingsOf('none')).toEqual(['0', '0', '0', 'UTC']);
  });
});
