import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';

const api = await startApi();

describe('/healthz', () => {
  it('answers while the process runs', async () => {
    const { status, body, headers } = await api.request('GET /healthz');
    expect([status, body, headers['cache-control']]).toEqual([200, { status: 'ok' }, 'no-store']);
  });
});

describe('/readyz', () => {
  it('waits for the migrations', async () => {
    await sql`alter table kysely_migration rename to kysely_migration_away`.execute(api.db);
    const { status, body, headers } = await api.request('GET /readyz');
    await sql`drop table if exists kysely_migration`.execute(api.db);
    await sql`alter table kysely_migration_away rename to kysely_migration`.execute(api.db);
    expect([status, body.type, headers['retry-after']]).toEqual([503, '/problems/service-unavailable', '2']);

    const ready = await api.request('GET /readyz');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
  });

  if (api.databaseUrl !== undefined) {
    it('answers 200 again soon after the database has dropped its connections', async () => {
      const client = new pg.Client({ connectionString: api.databaseUrl });
      await client.connect();
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await client.end();
      await expect.poll(async () => (await api.request('GET /readyz')).status, { timeout: 15_000 }).toBe(200);
    });
  }

  it('answers 503 when the database is unreachable, while the process runs on', async () => {
    await api.db.destroy();
    const { status, body } = await api.request('GET /readyz');
    expect([status, body.detail]).toEqual([503, 'The database cannot be reached.']);
    expect((await api.request('GET /healthz')).status).toBe(200);
  });
});
