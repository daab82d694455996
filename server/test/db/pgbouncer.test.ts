/**
 * A real PgBouncer between the server and PostgreSQL: in session mode everything works, in transaction mode the server
 * knows that it hears of no changes. Since 1.20 it reads startup options itself.
 *
 * @tier all
 * @engine postgres
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { insertEvent } from '../factories.ts';
import { freePort, unprivileged } from '../faults/own-postgres.ts';
import { openTestDatabase } from '../test-database.ts';
import { describeWith } from '../tools.ts';

function newListener() {
  return {
    changed: vi.fn<(eventId: string) => void>(),
    revoked: vi.fn<(id: string) => void>(),
    ingestChanged: vi.fn<(ingestId: string) => void>(),
    missed: vi.fn(),
    heardUntil: vi.fn<(instant: number) => void>(),
    onError: vi.fn(),
  };
}

describeWith('pgbouncer', 'behind PgBouncer', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringside-pgbouncer-'));
  const life = new AsyncDisposableStack();
  life.defer(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => life.disposeAsync());

  /** @returns the address of a new database through a new PgBouncer. */
  async function start(mode: 'session' | 'transaction'): Promise<string> {
    const database = life.use(await openTestDatabase());
    const url = new URL(String(database.databaseUrl));
    const port = await freePort();
    const file = path.join(folder, `${mode}.ini`);
    const password = url.password ? ` password=${decodeURIComponent(url.password)}` : '';
    writeFileSync(
      file,
      `[databases]
* = host=${url.hostname} port=${url.port || 5432} user=${decodeURIComponent(url.username)}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = options
`,
    );
    const child = spawn('pgbouncer', [file], { ...unprivileged(folder), stdio: 'ignore' });
    life.defer(async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    });
    url.hostname = '127.0.0.1';
    url.port = String(port);
    await vi.waitFor(
      async () => {
        await using probe = await openDatabase({ databaseUrl: url.href, dataDir: '' });
        await sql`select 1`.execute(probe.db);
      },
      { timeout: 20_000, interval: 50 },
    );
    return url.href;
  }

  it('in session mode, has UTC in every connection and hears of changes', async () => {
    const databaseUrl = await start('session');
    for (const limits of ['of requests', 'none'] as const) {
      await using database = await openDatabase({ databaseUrl, dataDir: '', limits });
      expect((await sql`show timezone`.execute(database.db)).rows).toEqual([{ TimeZone: 'UTC' }]);
    }
    await using database = await openDatabase({ databaseUrl, dataDir: '' });
    const listener = newListener();
    await using _listening = database.listen(listener);
    await vi.waitFor(() => expect(listener.heardUntil.mock.lastCall?.[0]).toBeGreaterThan(0), 30_000);
    const eventId = await insertEvent(database.db);
    await vi.waitFor(() => expect(listener.changed.mock.calls).toEqual([[eventId]]), 30_000);
    expect(listener.onError.mock.calls).toEqual([]);
  });

  it('in transaction mode, never says that it has heard everything, also while the pool is quiet', async () => {
    await using database = await openDatabase({ databaseUrl: await start('transaction'), dataDir: '' });
    const listener = newListener();
    await using _listening = database.listen(listener);
    await vi.waitFor(
      () => expect(listener.onError.mock.calls.join()).toContain('A pooler shares the connection'),
      30_000,
    );
    const instants = listener.heardUntil.mock.calls.map(([instant]) => instant);
    expect(new Set(instants)).toEqual(new Set([Number.NEGATIVE_INFINITY]));
  });
});
