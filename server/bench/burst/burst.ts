/**
 * Measures a burst of 5,000 events of the payment provider at 200 a second on the whole server: what is lost or counted
 * twice, the time of the answers, what an event costs, and the pings of viewers meanwhile against those without.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../src/db/database.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { type Phase, startLoad } from '../load-process.ts';
import { missed, sized } from '../size.ts';
import { planBurst } from './events.ts';
import { type Faults, findFaults, storeOrders } from './orders.ts';
import type { BurstTimes, SendBurst } from './provider-process.ts';
import type { BurstServerState } from './server-process.ts';
import { watchingPings } from './viewers.ts';

const count = sized(5_000, 200);
const perSecond = sized(200, 50);
const warmUpMs = sized(3_000, 500);
const quietMs = sized(10_000, 1_000);
const goalMs = 200;

interface BurstResult extends Faults {
  events: number;
  times: BurstTimes;
  pings: Record<'before' | 'during' | 'after', Phase>;
  statementsPerEvent: number;
  /** Milliseconds of the server's process, without what the pings cost. */
  cpuPerEvent: number;
  /** The most frequent statements of the burst, for each event. */
  statements: Array<[text: string, perEvent: number]>;
  load: number;
}

export async function measureBurst(databaseUrl: string): Promise<BurstResult> {
  const database = await openBenchDatabase(databaseUrl, 'burst');
  const provider = startProcess('./provider-process.ts');
  const [origin] = (await once(provider, 'message')) as [string];
  const server = startProcess('./server-process.ts', database.url, origin);
  try {
    const [url] = (await once(server, 'message')) as [string];
    return await measure({ db: database.db, url, provider, server });
  } finally {
    provider.disconnect();
    if (server.connected) server.disconnect();
    if (server.exitCode === null) await once(server, 'exit');
    await database.close();
  }
}

interface Parts {
  db: Db;
  url: string;
  provider: ChildProcess;
  server: ChildProcess;
}

async function measure({ db, url, provider, server }: Parts): Promise<BurstResult> {
  const { orders, deliveries } = planBurst(count);
  await storeOrders(db, orders);
  const load = await startLoad(await watchingPings(db, url));
  try {
    await load.measure(() => wait(warmUpMs));
    const start = await stateOf(server);
    const before = await load.measure(() => wait(quietMs));
    const quiet = await stateOf(server);
    let times: BurstTimes | undefined;
    const startedAt = performance.now();
    const during = await load.measure(async () => {
      const webhook = `${url}/api/v1/shop/webhook`;
      times = (await ask(provider, {
        url: webhook,
        deliveries,
        perSecond,
      } satisfies SendBurst)) as BurstTimes;
    });
    const burstMs = performance.now() - startedAt;
    const end = await stateOf(server);
    const after = await load.measure(() => wait(quietMs));
    const idle = burstMs / quietMs;
    const statements = difference(end, quiet, difference(quiet, start), idle);
    return {
      ...(await findFaults(db, orders, deliveries)),
      events: deliveries.length,
      times: times as BurstTimes,
      pings: { before, during, after },
      statementsPerEvent: statements.reduce((sum, [, perEvent]) => sum + perEvent, 0),
      cpuPerEvent: ((end.cpu - quiet.cpu - (quiet.cpu - start.cpu) * idle) * 1_000) / count,
      statements: statements.slice(0, 30),
      load: loadavg()[0] ?? Number.NaN,
    };
  } finally {
    load.child.disconnect();
  }
}

/** @param usual what the pings alone cause, in one quiet time. */
function difference(
  end: BurstServerState,
  start: BurstServerState,
  usual: Array<[string, number]> = [],
  idle = 0,
): Array<[string, number]> {
  const quiet = new Map(usual);
  return Object.entries(end.statements)
    .map(([text, number]): [string, number] => [
      text,
      (number - (start.statements[text] ?? 0) - (quiet.get(text) ?? 0) * count * idle) / count,
    ])
    .filter(([, perEvent]) => Math.abs(perEvent) > 0.001)
    .toSorted(([, a], [, b]) => b - a);
}

function startProcess(script: string, ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(script, import.meta.url)), args);
}

async function ask(child: ChildProcess, message: object | string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
}

const stateOf = (server: ChildProcess) => ask(server, 'state') as Promise<BurstServerState>;

export function printBurst(result: BurstResult): void {
  const { events, times, pings, lost, doubled, statementsPerEvent, cpuPerEvent, load } = result;
  console.log(
    `${events} events of the payment provider, ${perSecond} a second (load of the machine ${load.toFixed(1)}):`,
  );
  const refused = Object.entries(times.refused).map(([status, number]) => `${number} with ${status}`);
  console.log(
    `    ${lost.length} lost, ${doubled.length} doubled, refused: ${refused.join(', ') || 'none'} (goal: none)`,
  );
  for (const fault of [...lost, ...doubled].slice(0, 10)) console.log(`      ${fault}`);
  const remark = missed(times.p99 > goalMs);
  console.log(
    `    answers: p50 ${ms(times.p50)}, p95 ${ms(times.p95)}, p99 ${ms(times.p99)} (goal <= ${goalMs} ms), ` +
      `at most ${ms(times.max)}; sent at most ${ms(times.lateMs)} late${remark}`,
  );
  console.log(
    `    an event costs ${statementsPerEvent.toFixed(1)} statements and ${cpuPerEvent.toFixed(1)} ms of CPU time`,
  );
  const without = (pings.before.p99 + pings.after.p99) / 2;
  const failed = pings.before.failed + pings.during.failed + pings.after.failed;
  console.log(
    `    pings of viewers: p50 ${ms(pings.during.p50)}, p99 ${ms(pings.during.p99)}; p99 ${ms(pings.before.p99)} before and ` +
      `${ms(pings.after.p99)} after: ${(pings.during.p99 / without).toFixed(1)} times; ${failed} failed`,
  );
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

if (import.meta.main) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  const result = await measureBurst(databaseUrl);
  printBurst(result);
  for (const [text, perEvent] of result.statements)
    console.log(`      ${perEvent.toFixed(2)} ${text.replace(/\s+/g, ' ').trim().slice(0, 110)}`);
}
