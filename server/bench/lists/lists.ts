/**
 * Measures a page of 20 with its exact total among a million rows against the same page among ten thousand. It calls
 * the repositories as the handlers do, without HTTP, which could hide a difference.
 */
import { listCompetitions } from '../../src/competitions/competition-list.repository.ts';
import type { Db } from '../../src/db/database.ts';
import { listAccesses } from '../../src/events/accesses/access.repository.ts';
import { listEvents } from '../../src/events/event.repository.ts';
import { readListQuery } from '../../src/lists/list-query.ts';
import { median } from '../compare.ts';
import { missed, sized } from '../size.ts';
import { hasRows, idOf, type ListDatabase, openListDatabase } from './list-databases.ts';

type Query = Parameters<typeof readListQuery>[0];

export interface ListResult {
  name: string;
  /** Time of the page among many rows / among few; the median of the rounds. */
  ratio: number;
  fewMs: number;
  manyMs: number;
  /** The query plan of each statement among many rows. */
  plans: string[][];
}

const bare = { blocks: false, liveStreams: false };
const events = (query: Query, includes = bare) => ({
  run: (db: Db) => listEvents(db, readListQuery(query), includes),
});
const accesses = (query: Query) => ({ run: (db: Db) => listAccesses(db, readListQuery(query), new Date()) });
const competitions = (query: Query) => ({ run: (db: Db) => listCompetitions(db, readListQuery(query), '') });

const cases = {
  events: events({}),
  'events with blocks and live streams': events({}, { blocks: true, liveStreams: true }),
  'events by name': events({ order: ['name'] }),
  'events by end, the latest first': events({ order: ['-endDate'] }),
  'events by slug': events({ order: ['slug'] }),
  'events by status': events({ order: ['status'] }),
  'public events': events({ filter: { status: { eq: 'public' } } }),
  'events of one day': events({
    filter: { startDate: { gte: '2000-02-01T00:00:00Z', lt: '2000-02-02T00:00:00Z' } },
  }),
  'events with a slug': events({ filter: { slug: { eq: 'event-4711' } } }),
  'events whose name contains a rare word': events({ filter: { name: { ilike: '%zhukov%' } } }),
  'events with a block of a rare name': events({ filter: { 'blocks.name': { ilike: '%zhukov%' } } }),
  competitions: competitions({}),
  accesses: accesses({}),
  'accesses by end': accesses({ order: ['endDate'] }),
  'accesses of an event': accesses({ filter: { eventId: { eq: idOf('event', 321) } } }),
  'accesses of a user': accesses({ filter: { userId: { eq: idOf('user', 321) } } }),
  'accesses of a block': accesses({ filter: { blockId: { eq: idOf('block', 321) } } }),
  'accesses that begin on one day': accesses({
    filter: { startDate: { gte: '2000-02-01T00:00:00Z', lt: '2000-02-02T00:00:00Z' } },
  }),
};

/** Here the number of matching rows grows with the table, and an exact total counts them all, so there is no goal. */
const growing = {
  'events whose name contains the word of one in a hundred': events({
    filter: { name: { ilike: '%gala%' } },
  }),
  'events whose name contains a rare number after a common word': events({
    filter: { name: { ilike: '%night 4712 %' } },
  }),
};

const rounds = sized(7, 1);
const pagesPerRound = sized(20, 2);

export async function measureLists(
  databaseUrl: string,
  { few, many } = sized({ few: 10_000, many: 1_000_000 }, { few: 1_000, many: 10_000 }),
): Promise<{ few: number; many: number; steady: ListResult[]; growing: ListResult[] }> {
  const small = await openListDatabase(databaseUrl, few);
  try {
    const large = await openListDatabase(databaseUrl, many);
    try {
      if (!(await hasRows(small)) || !(await hasRows(large)))
        throw new Error('The counts of the triggers are wrong');
      const measureAll = async (all: Record<string, { run: (db: Db) => Promise<{ data: unknown[] }> }>) => {
        const results: ListResult[] = [];
        for (const [name, { run }] of Object.entries(all))
          results.push(await measure(name, run, small, large));
        return results;
      };
      return { few, many, steady: await measureAll(cases), growing: await measureAll(growing) };
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}

async function measure(
  name: string,
  run: (db: Db) => Promise<{ data: unknown[] }>,
  small: ListDatabase,
  large: ListDatabase,
): Promise<ListResult> {
  large.drainStatements();
  const page = await run(large.db);
  if (page.data.length === 0) throw new Error(`${name}: nothing was found`);
  const plans = await Promise.all(large.drainStatements().map((statement) => large.explain(statement)));
  await run(small.db);
  const times: Array<{ few: number; many: number }> = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push({ few: await timePages(run, small.db), many: await timePages(run, large.db) });
  }
  return {
    name,
    ratio: median(times.map(({ few, many }) => many / few)),
    fewMs: median(times.map(({ few }) => few)),
    manyMs: median(times.map(({ many }) => many)),
    plans,
  };
}

async function timePages(run: (db: Db) => Promise<unknown>, db: Db): Promise<number> {
  const start = performance.now();
  for (let page = 0; page < pagesPerRound; page += 1) await run(db);
  return (performance.now() - start) / pagesPerRound;
}

export function printLists({ few, many, steady, growing }: Awaited<ReturnType<typeof measureLists>>): void {
  console.log(`a page of 20 and its total among ${many} rows against ${few} (goal <= 2):`);
  for (const result of steady) printResult(result, missed(result.ratio > 2));
  console.log('where the number of matching rows grows too (no goal: an exact total counts them all):');
  for (const result of growing) printResult(result, '');
}

function printResult({ name, ratio, fewMs, manyMs, plans }: ListResult, remark: string): void {
  console.log(`  ${name}: ${ratio.toFixed(2)} (${fewMs.toFixed(2)} and ${manyMs.toFixed(2)} ms)${remark}`);
  // The plans show the reason.
  if (remark !== '') for (const line of plans.flat()) console.log(`      ${line}`);
}

if (import.meta.main) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  printLists(await measureLists(databaseUrl));
}
