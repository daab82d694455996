/**
 * Measures 5,000 open streams of one competition on one process: memory, the time until a change has reached all, the
 * statements of a change, and the time of other answers, with and without streams in turns.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBenchDatabase } from '../bench-database.ts';
import { median } from '../compare.ts';
import { type Phase, startLoad } from '../load-process.ts';
import { missed, sized } from '../size.ts';
import type { StreamServer, StreamServerState } from './stream-server.ts';

const streams = sized(5_000, 500);
const rounds = sized(3, 1);
const changesPerRound = sized(8, 2);
const everyMs = 1_000;
const goalMs = 2_000;

interface StreamsResult {
  bytesPerStream: number;
  /** From the end of the change's statement until the last stream had it. */
  reachedMs: number[];
  statementsPerChange: { few: number; many: number };
  rounds: Array<Record<'without' | 'open' | 'changing', Phase>>;
}

export async function measureStreams(databaseUrl: string | undefined): Promise<StreamsResult> {
  const database = databaseUrl === undefined ? undefined : await createBenchDatabase(databaseUrl, 'streams');
  const server = startProcess(new URL('./stream-server.ts', import.meta.url), [], database?.url);
  try {
    const [{ url, eventId }] = (await once(server, 'message')) as [StreamServer];
    const competition = `${url}/api/v1/kickboxing/competitions/${eventId}`;
    const clients = startProcess(new URL('./stream-clients.ts', import.meta.url), [`${competition}/events`]);
    await once(clients, 'message');
    try {
      const costs = await measureCosts(server, clients);
      return { ...costs, ...(await measureSpeed(server, clients, competition)) };
    } finally {
      clients.disconnect();
    }
  } finally {
    server.disconnect();
    await once(server, 'exit');
    await database?.drop();
  }
}

type Costs = Pick<StreamsResult, 'bytesPerStream' | 'statementsPerChange'>;

async function measureCosts(server: ChildProcess, clients: ChildProcess): Promise<Costs> {
  const openAndChange = async (count: number) => {
    await ask(clients, `open ${count}`);
    await wait(1_000);
    return (await change(server, clients)).statements;
  };
  const few = await openAndChange(100);
  await ask(clients, 'close');
  await wait(1_000);
  const before = await stateOf(server, 'collect');
  const many = await openAndChange(streams);
  const after = await stateOf(server, 'collect');
  await ask(clients, 'close');
  return {
    bytesPerStream: (after.rss - before.rss) / streams,
    statementsPerChange: { few, many },
  };
}

async function measureSpeed(server: ChildProcess, clients: ChildProcess, url: string) {
  const load = await startLoad(url);
  const reachedMs: number[] = [];
  const results: StreamsResult['rounds'] = [];
  const quiet = () => load.measure(() => wait(changesPerRound * everyMs));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const without = await quiet();
      await ask(clients, `open ${streams}`);
      const open = await quiet();
      const changing = await load.measure(async () => {
        for (let number = 0; number < changesPerRound; number += 1) {
          const dueAt = performance.now() + everyMs;
          reachedMs.push((await change(server, clients)).reachedMs);
          await wait(Math.max(0, dueAt - performance.now()));
        }
      });
      await ask(clients, 'close');
      await wait(1_000);
      results.push({ without, open, changing });
    }
  } finally {
    load.child.disconnect();
  }
  return { reachedMs, rounds: results };
}

async function change(server: ChildProcess, clients: ChildProcess) {
  const text = `Change-${Math.random()}`;
  clients.send(`await ${text}`);
  const arrival = once(clients, 'message');
  const { statements } = await stateOf(server);
  const { changedAt } = (await ask(server, `change ${text}`)) as StreamServerState;
  const [arrivedAt] = await arrival;
  await wait(300);
  // Without the statement of the change itself.
  return {
    reachedMs: arrivedAt - changedAt,
    statements: (await stateOf(server)).statements - statements - 1,
  };
}

function startProcess(script: URL, args: string[], databaseUrl?: string): ChildProcess {
  return fork(fileURLToPath(script), args, {
    execArgv: ['--expose-gc'],
    env: { ...process.env, BENCH_STREAMS_DATABASE_URL: databaseUrl },
  });
}

async function ask(child: ChildProcess, word: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(word);
  return (await answer)[0];
}

const stateOf = (server: ChildProcess, word = 'state') => ask(server, word) as Promise<StreamServerState>;

export function printStreams({
  bytesPerStream,
  reachedMs,
  statementsPerChange,
  rounds: all,
}: StreamsResult): void {
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${streams} open streams on one process (load of the machine ${load}):`);
  console.log(`    memory: ${(bytesPerStream / 1024).toFixed(1)} KB a stream`);
  const slowest = Math.max(...reachedMs);
  const remark = missed(slowest > goalMs);
  console.log(
    `    a change has reached all after ${ms(median(reachedMs))}, at most ${ms(slowest)} (goal <= ${ms(goalMs)})${remark}`,
  );
  const { few, many } = statementsPerChange;
  console.log(
    `    statements of a change: ${few} with 100 streams, ${many} with ${streams} (goal: the same)`,
  );
  for (const name of ['without', 'open', 'changing'] as const) {
    const p50 = median(all.map((round) => round[name].p50));
    const p99 = median(all.map((round) => round[name].p99));
    const ratio = median(all.map((round) => round[name].p99 / round.without.p99));
    const failed = all.reduce((sum, round) => sum + round[name].failed, 0);
    console.log(
      `    other answers, ${titles[name]}: p50 ${ms(p50)}, p99 ${ms(p99)}, ${ratio.toFixed(1)} times; ${failed} failed`,
    );
  }
}

const titles = {
  without: 'without streams',
  open: 'with open streams',
  changing: 'with a change each second',
};
const ms = (value: number) => `${value.toFixed(1)} ms`;

if (import.meta.main) printStreams(await measureStreams(process.env.BENCH_DATABASE_URL));
