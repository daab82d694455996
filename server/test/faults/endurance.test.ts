/**
 * A minute of mixed load must not leak memory or resources. Only the long run includes it: `pnpm faults`.
 *
 * @tier all
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { engine, openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import { figuresOf, newLedger } from './ledger.ts';
import { startMixedWrites } from './mixed-writes.ts';

const seconds = Number(process.env.FAULT_SECONDS ?? 60);
const isLongRun = Number(process.env.FAULT_ROUNDS ?? 1) > 1;
const dataDir = newDataDir();
const database = engine === 'postgres' && isLongRun ? await openTestDatabase() : undefined;
afterAll(() => database?.[Symbol.asyncDispose]());

const env = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  TRUST_PROXY: '127.0.0.1',
  ...(database?.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
};

interface Sample {
  heapMb: number;
  residentMb: number;
  /** Sockets, timers and child processes, which keep a process alive. */
  resources: number;
}

async function sample(server: ServerProcess): Promise<Sample> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  const megabytes = (name: string) => Math.round(value(name) / 1024 / 1024);
  return {
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
    residentMb: megabytes('process_resident_memory_bytes'),
    resources: value('nodejs_active_resources_total'),
  };
}

it.runIf(isLongRun)(
  `uses no more memory and resources after ${seconds} s of mixed load than before`,
  {
    timeout: 120_000 + seconds * 2_000,
  },
  async () => {
    const server = await startProcess(env);
    const ledger = newLedger();
    const load = async (forMs: number, each: () => Promise<unknown>) => {
      const writes = startMixedWrites([server], ledger);
      let reads = 0;
      let isOver = false;
      const read = async () => {
        for (; !isOver; reads += 1) await call(server, 'GET /api/v1/kickboxing/competitions');
      };
      const readers = [read(), read()];
      for (const end = Date.now() + forMs; Date.now() < end; ) await each();
      isOver = true;
      await Promise.all([...readers, writes.stop()]);
      expect(writes.faults).toEqual([]);
      return reads;
    };

    // Warm-up: filled caches and compiled code are not a leak.
    await load(seconds * 250, () => wait(500));
    await wait(1_000);
    const before = await sample(server);
    const samples: Sample[] = [];
    const reads = await load(seconds * 1_000, async () => {
      samples.push(await sample(server));
      await wait(500);
    });
    await wait(1_000);
    const after = await sample(server);
    // The minimum of a third is the heap right after a garbage collection.
    const third = Math.floor(samples.length / 3);
    const kept = (part: Sample[]) => Math.min(...part.map(({ heapMb }) => heapMb));
    const [early, late] = [kept(samples.slice(0, third)), kept(samples.slice(-third))];
    process.stdout.write(
      `${seconds} s of mixed load on ${engine}: ${figuresOf(ledger)}, ${reads} reads; heap kept ${early} MB in the first ` +
        `third and ${late} MB in the last; resident ${before.residentMb} MB before and ${after.residentMb} MB after; ` +
        `open resources ${before.resources} before and ${after.resources} after\n`,
    );
    expect(late).toBeLessThan(early * 1.3 + 10);
    expect(after.resources).toBeLessThanOrEqual(before.resources + 5);
    server.child.kill('SIGTERM');
    expect([await server.ended, server.errors()]).toEqual([0, '']);
  },
);
