/**
 * Two servers must survive faults of their PostgreSQL: a restart, a crash, dropped connections, held locks, a freeze.
 * These tests start their own cluster, and only they need `pg_ctl` on this machine.
 *
 * @tier all
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { toProblem } from '../../src/http/error-handler.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { engine } from '../test-database.ts';
import { call } from './call.ts';
import { figuresOf, listLost, newLedger } from './ledger.ts';
import { type MixedWrites, startMixedWrites } from './mixed-writes.ts';
import { createOwnPostgres, findPostgres, type OwnPostgres } from './own-postgres.ts';
import { signInAdministrator } from './sign-in.ts';

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
/** An answer may wait for a connection and for a lock on a busy machine, but not longer. */
const answerMs = 15_000;
const bin = findPostgres();
if (bin === undefined) {
  process.stderr.write(
    'SKIPPED: no pg_ctl on this machine, so no test checks that servers survive faults of PostgreSQL.\n',
  );
}

// Run them once, with the tests of the other engine.
describe.skipIf(bin === undefined || engine === 'postgres')('two servers whose PostgreSQL', () => {
  const dataDirs = [newDataDir(), newDataDir()];
  const ledger = newLedger();
  let postgres: OwnPostgres;
  let servers: ServerProcess[];
  let env: Record<string, string>;

  beforeAll(async () => {
    postgres = await createOwnPostgres(String(bin));
    env = {
      DATABASE_URL: postgres.databaseUrl,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      TRUST_PROXY: '127.0.0.1',
    };
    servers = await Promise.all(dataDirs.map((DATA_DIR) => startProcess({ ...env, DATA_DIR })));
  }, 120_000);
  afterAll(async () => {
    for (const { child } of servers ?? []) child.kill('SIGKILL');
    await postgres?.remove();
  });

  /** Runs `fault` under load. @returns the time from its end until both servers accept writes again. */
  async function duringLoad(fault: () => Promise<void>): Promise<{ backMs: number; writes: MixedWrites }> {
    const writes = startMixedWrites(servers, ledger, { survives: true });
    const moreAcknowledged = async () => {
      const before = ledger.acknowledged;
      const isDone = () => writes.faults.length > 0 || ledger.acknowledged > before + 30;
      await vi.waitUntil(isDone, { timeout: 50_000, interval: 5 });
    };
    await moreAcknowledged();
    await fault();
    const answersAt = performance.now();
    await Promise.all(
      servers.map((server) => vi.waitUntil(() => isReady(server), { timeout: 20_000, interval: 20 })),
    );
    const backMs = performance.now() - answersAt;
    await moreAcknowledged();
    await writes.stop();
    return { backMs, writes };
  }
  const isReady = async (server: ServerProcess) => (await call(server, 'GET /readyz')).status === 200;

  async function expectNoDamage(writes: MixedWrites): Promise<void> {
    expect(servers.map(({ child, errors }) => [child.exitCode, child.signalCode, errors()])).toEqual(
      servers.map(() => [null, null, '']),
    );
    expect(writes.faults).toEqual([]);
    expect(writes.slowestMs).toBeLessThan(answerMs);
    await using database = await openDatabase({ databaseUrl: postgres.databaseUrl, dataDir: '' });
    expect(await listLost(database.db, ledger)).toEqual([]);
  }

  it.each(['fast', 'immediate'] as const)(
    `is stopped (%s) and started ${rounds} times under load: 503 meanwhile, back within 3 s, nothing lost`,
    { timeout: 60_000 + rounds * 60_000 },
    async (mode) => {
      for (let round = 0; round < rounds; round += 1) {
        const { backMs, writes } = await duringLoad(async () => {
          await postgres.stop(mode);
          await wait(500);
          for (const server of servers) {
            const { status, body, headers } = await call(server, 'GET /api/v1/kickboxing/competitions');
            expect([status, body.type]).toEqual([503, '/problems/service-unavailable']);
            expect(Number(headers['retry-after'])).toBeGreaterThan(0);
            expect((await call(server, 'GET /readyz')).status).toBe(503);
            expect((await call(server, 'GET /healthz')).status).toBe(200);
          }
          await postgres.start();
        });
        await expectNoDamage(writes);
        expect(writes.statuses.get(503)).toBeGreaterThan(0);
        expect(backMs).toBeLessThan(3_000);
        report(`PostgreSQL stopped (${mode})`, backMs, writes);
      }
    },
  );

  it('ends every connection repeatedly: callers get at most a 503', { timeout: 120_000 }, async () => {
    let ended = 0;
    const { backMs, writes } = await duringLoad(async () => {
      for (let time = 0; time < 20; time += 1) {
        ended += await postgres.terminateBackends();
        await wait(50);
      }
    });
    await expectNoDamage(writes);
    expect(ended).toBeGreaterThan(20);
    report(`${ended} connections ended`, backMs, writes);
  });

  it('holds a lock too long: requests that need it get 503, others succeed', {
    timeout: 60_000,
  }, async () => {
    const [server] = servers as [ServerProcess, ServerProcess];
    const token = (await signInAdministrator(server)).accessToken.value;
    const [id] = ledger.rows.get('event') ?? [];
    const change = () => call(server, `PATCH /api/v1/events/${id}`, { token, body: { name: 'Held back' } });
    // Two connections, because pg_stat_activity does not change within a transaction.
    const [holder, watcher] = [await postgres.connect(), await postgres.connect()];
    await holder.query('begin');
    await holder.query('select * from events where id = $1 for update', [id]);
    // Fewer requests than connections in the pool.
    const held = Array.from({ length: 8 }, change);
    const areWaiting = async () => {
      const { rows } = await watcher.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
      return rows.length === held.length;
    };
    await vi.waitUntil(areWaiting, { timeout: 10_000, interval: 20 });
    const others = await Promise.all(
      Array.from({ length: 20 }, () => call(server, 'GET /api/v1/kickboxing/competitions')),
    );
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    const answers = await Promise.all(held);
    expect(answers.map(({ status, body: { type } }) => [status, type])).toEqual(
      answers.map(() => [503, '/problems/service-unavailable']),
    );
    await holder.query('rollback');
    await Promise.all([holder.end(), watcher.end()]);
    expect((await change()).status).toBe(204);
  });

  it('freezes: a connection in use is closed after its time limit, and the pool works again', {
    timeout: 30_000,
  }, async () => {
    const database = await openDatabase({
      databaseUrl: postgres.databaseUrl,
      dataDir: '',
      silenceLimitMs: 300,
    });
    const ask = () => sql`select 1 as one`.execute(database.db).then(({ rows }) => rows);
    try {
      expect(await ask()).toEqual([{ one: 1 }]);
      const thaw = postgres.freeze();
      const refusal = await ask().catch((error) => error);
      thaw();
      expect(toProblem(refusal).status).toBe(503);
      expect(await ask()).toEqual([{ one: 1 }]);
      // The time limit does not apply to an idle connection.
      await wait(500);
      expect([database.load().idle, await ask()]).toEqual([1, [{ one: 1 }]]);
    } finally {
      await database[Symbol.asyncDispose]();
    }
  });

  // Only the long run includes it, because it takes long.
  it.runIf(rounds > 1)(
    'freezes under load: every answer comes in time, and writes work again at once',
    {
      timeout: 90_000,
    },
    async () => {
      const { backMs, writes } = await duringLoad(async () => {
        const thaw = postgres.freeze();
        try {
          // Longer than the time limit of a silent connection.
          await wait(14_000);
          const { status } = await call(servers[0] as ServerProcess, 'GET /api/v1/kickboxing/competitions');
          expect(status).toBe(503);
        } finally {
          thaw();
        }
      });
      await expectNoDamage(writes);
      expect(backMs).toBeLessThan(3_000);
      report('PostgreSQL frozen for 14 s', backMs, writes);
    },
  );

  it('is frozen when a server starts: the server reports it in one line', { timeout: 60_000 }, async () => {
    const thaw = postgres.freeze();
    try {
      const server = await startProcess({ ...env, DATA_DIR: String(dataDirs[0]) });
      expect([await server.ended, server.errors()]).toEqual([
        78,
        'Cannot start:\n- DATABASE_URL must name a PostgreSQL that answers (ETIMEDOUT)\n',
      ]);
    } finally {
      thaw();
    }
  });

  function report(fault: string, backMs: number, { statuses, slowestMs }: MixedWrites): void {
    const figures = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`);
    process.stdout.write(
      `${fault}: back after ${Math.round(backMs)} ms; ${figures.join(', ')}; slowest answer ` +
        `${Math.round(slowestMs)} ms; ${figuresOf(ledger)}, none lost\n`,
    );
  }
});
