/**
 * Measures what the card costs with 20,000 fighters and full blocks: the answers and the served page of tonight's event, and the
 * search. By the computing time of this process and of its PostgreSQL, so that a busy machine changes little.
 */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/engines.ts';
import { builtClient } from '../../src/http/client-files.ts';
import { buildBenchApp } from '../bench-app.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { median } from '../compare.ts';
import { missed, sized } from '../size.ts';
import { boutsPerBlock, insertLargeCard, searches } from './large-card.ts';

const size = sized({ fighters: 20_000, nights: 400 }, { fighters: 500, nights: 5 });
const [cardRounds, searchRounds] = [sized(100, 3), sized(15, 1)];
const [cardGoalMs, searchGoalMs] = [60, 30];

interface Costs {
  title: string;
  goalMs: number;
  p50: number;
  p95: number;
  bytes: number;
  /** Of all that was asked, by its median. */
  worst: { asked: string; ms: number };
}

export async function measureCard(databaseUrl: string): Promise<Costs[]> {
  await using life = new AsyncDisposableStack();
  const made = await openBenchDatabase(databaseUrl, 'card');
  life.defer(made.close);
  const slug = await insertLargeCard(made.db, size);
  const database = life.use(await openDatabase({ databaseUrl: made.url, dataDir: '' }));
  // A page is kept for a second.
  let passedMs = 0;
  const { app } = await buildBenchApp(database, {
    now: () => new Date(Date.now() + passedMs),
    clientFolders: builtClient,
  });
  life.defer(() => app.close());
  const ask = async (url: string) => {
    passedMs += 2_000;
    const { statusCode, body } = await app.inject({
      url,
      headers: { accept: 'text/html, application/json' },
    });
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body.slice(0, 300)}`);
    return body.length;
  };
  const competition = `/api/v1/kickboxing/competitions/${slug}`;
  const search = (q: string) => [`/api/v1/kickboxing/search?${new URLSearchParams({ q })}`];
  const measure = (title: string, goalMs: number, rounds: number, asked: string[][]) =>
    measureCosts({ title, goalMs }, made.db, { asked, rounds, ask });
  return [
    await measure('the competition and its card', cardGoalMs, cardRounds, [
      [competition, `${competition}/bouts`],
    ]),
    await measure('the page as it is served', cardGoalMs, cardRounds, [[`/competitions/${slug}`]]),
    await measure('a search', searchGoalMs, searchRounds, searches.map(search)),
  ];
}

interface Asking {
  /** The addresses of each are one answer for the figures. */
  asked: string[][];
  rounds: number;
  ask: (url: string) => Promise<number>;
}

async function measureCosts(
  what: Pick<Costs, 'title' | 'goalMs'>,
  db: Db,
  { asked, rounds, ask }: Asking,
): Promise<Costs> {
  for (const urls of asked) for (const url of urls) await ask(url);
  const pids = await backendsOf(db);
  let bytes = 0;
  const costs = asked.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, urls] of asked.entries()) {
      const before = await cpuMs(pids);
      for (const url of urls) bytes = Math.max(bytes, await ask(url));
      costs[index]?.push((await cpuMs(pids)) - before);
    }
  const sorted = costs.flat().toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const medians = costs.map((each, index) => ({ asked: String(asked[index]), ms: median(each) }));
  const worst = medians.reduce((most, each) => (each.ms > most.ms ? each : most));
  return { ...what, p50: at(0.5), p95: at(0.95), bytes, worst };
}

async function backendsOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db);
  return rows.map(({ pid }) => pid);
}

/** Of a PostgreSQL on another machine nothing is known. */
async function cpuMs(pids: number[]): Promise<number> {
  const nanoseconds = await Promise.all(
    pids.map(async (pid) =>
      Number.parseInt(await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0'), 10),
    ),
  );
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

export function printCard(all: Costs[]): void {
  console.log(
    `${size.fighters} fighters, two blocks of ${boutsPerBlock} bouts; computing time of server and PostgreSQL:`,
  );
  for (const { title, goalMs, p50, p95, bytes, worst } of all) {
    const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (goal <= ${goalMs} ms)${missed(p95 > goalMs)}`;
    console.log(`  ${title}: ${times}; at most ${Math.ceil(bytes / 1_024)} KB`);
    console.log(`    the dearest: ${worst.asked}, ${worst.ms.toFixed(1)} ms`);
  }
}

if (import.meta.main) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  printCard(await measureCard(databaseUrl));
}
