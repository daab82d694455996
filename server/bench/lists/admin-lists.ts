/**
 * Measures every list of the organiser's pages among a large platform, over HTTP: for every filter and every order that
 * the contract offers, and the last page. The goal is a p95 of 300 ms.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { contractOperations, deref } from '../../src/contract/document.ts';
import { openDatabase } from '../../src/db/engines.ts';
import { buildBenchApp } from '../bench-app.ts';
import { createBenchDatabase } from '../bench-database.ts';
import { fillLargePlatform, idOf, largeSize } from '../large-platform.ts';
import { sized } from '../size.ts';

const goalMs = 300;
/** A quick call is measured often, a slow one a few times: there are hundreds. */
const calls = sized({ least: 4, most: 20, withinMs: 400 }, { least: 1, most: 1, withinMs: 0 });
const size = sized(largeSize, { users: 1_000, events: 500, accesses: 10_000, auditEntries: 2_000 });

type Conditions = Record<string, object[]>;

const months = (from: number, to: number) => {
  const date = (count: number) => new Date(Date.now() + count * 30 * 86_400_000).toISOString();
  return { gte: date(from), lt: date(to) };
};
const dates = [months(-12, -6), months(-1, 0), { gt: months(0, 0).gte }];

/** What people type and choose, by list and field: something common, something rare, and the exact value. */
const conditions: Record<string, Conditions> = {
  listEvents: {
    name: [{ ilike: '%rumble%' }, { ilike: '%rumble 4712%' }, { ilike: '%o%' }],
    slug: [{ ilike: '%rotterdam%' }, { eq: 'rotterdam-1' }],
    status: [{ eq: 'public' }, { eq: 'draft' }, { ne: 'draft' }],
    startDate: dates,
    endDate: dates,
    'blocks.name': [{ ilike: '%main%' }, { ilike: '%nobody%' }],
  },
  listAccesses: {
    eventId: [{ eq: idOf('event', 321) }],
    blockId: [{ eq: idOf('block', 643) }, { isNull: true }, { isNotNull: true }],
    userId: [{ eq: idOf('user', 321) }, { isNull: true }],
    startDate: dates,
    endDate: [...dates, { isNull: true }],
    state: [{ eq: 'waiting' }, { eq: 'current' }, { eq: 'future' }, { eq: 'past' }, { ne: 'past' }],
    'event.name': [{ ilike: '%rumble%' }, { ilike: '%rumble 4712%' }],
    'user.name': [
      { ilike: '%robin%' },
      { ilike: '%a%' },
      { ilike: '%robin de vries%' },
      { ilike: '%nobody%' },
    ],
    email: [
      { ilike: '%person4711%' },
      { ilike: '%guest%' },
      { ilike: '%example%' },
      { ilike: '%1%' },
      { eq: 'person1@example.test' },
    ],
  },
  listUsers: {
    name: [{ ilike: '%robin%' }, { ilike: '%robin de vries%' }, { ilike: '%nobody%' }],
    email: [{ ilike: '%person4711%' }, { ilike: '%example%' }, { eq: 'person1@example.test' }],
    emailVerified: [{ eq: true }, { eq: false }],
    isInvited: [{ eq: true }, { eq: false }],
    roleCode: [{ eq: 'organiser' }, { eq: 'viewer' }, { eq: 'administrator' }],
    createdAt: dates,
  },
  listAuditEntries: {
    actorId: [{ eq: idOf('user', 21) }],
    action: [{ eq: 'updateEvent' }, { eq: 'nothing' }, { ilike: '%update%' }],
    entityType: [{ eq: 'event' }, { eq: 'block' }],
    entityId: [{ eq: idOf('event', 321) }],
    createdAt: dates,
  },
};

/** Searches beside the filters. */
const queries: Record<string, string[]> = { listUsers: ['robin', 'robin de vries', 'person4711', 'e'] };

/** To ask for the last page. */
const lengths: Record<string, number> = {
  listEvents: size.events,
  listAccesses: size.accesses,
  listUsers: size.users,
  listAuditEntries: size.auditEntries,
};

export interface AdminListResult {
  name: string;
  p95Ms: number;
  /** The quickest call: on a busy machine nearer to the truth. */
  bestMs: number;
  total: number;
}

/** @param existing a database that `pnpm seed:large` has filled; undefined: one is made and dropped. */
export async function measureAdminLists(server: string, existing?: string): Promise<AdminListResult[]> {
  const made = existing === undefined ? await createBenchDatabase(server, 'admin_lists') : undefined;
  try {
    if (made) await fillLargePlatform(made.url, size);
    return await measureAll(made?.url ?? String(existing));
  } finally {
    await made?.drop();
  }
}

async function measureAll(databaseUrl: string): Promise<AdminListResult[]> {
  await using database = await openDatabase({ databaseUrl, dataDir: '' });
  const { app, authorization } = await startApp(database);
  try {
    const results: AdminListResult[] = [];
    for (const { name, url } of listCalls()) {
      const times: number[] = [];
      let total = 0;
      const begin = performance.now();
      const isEnough = () => times.length >= calls.most || performance.now() - begin > calls.withinMs;
      while (times.length < calls.least || !isEnough()) {
        const start = performance.now();
        const answer = await app.inject({ url, headers: { authorization } });
        times.push(performance.now() - start);
        if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
        total = answer.json().total;
      }
      results.push({ name, p95Ms: percentile(times, 0.95), bestMs: Math.min(...times), total });
    }
    return results;
  } finally {
    await app.close();
  }
}

/** Every list, or those of the command line, with each of its orders, each condition with each order, and the last page of each order. */
function listCalls(): Array<{ name: string; url: string }> {
  const asked = process.argv.slice(2).filter((argument) => argument in conditions);
  const lists = Object.entries(conditions).filter(([id]) => asked.length === 0 || asked.includes(id));
  return lists.flatMap(([operationId, byField]) => {
    const operation = contractOperations.find((candidate) => candidate.operationId === operationId);
    if (operation === undefined) throw new Error(`There is no ${operationId}`);
    const pointerOf = (name: string) =>
      operation.parameters.find((parameter) => parameter.name === name)?.pointer;
    const orders = deref(`${pointerOf('order')}/schema/items`).node.enum as string[];
    const { properties } = deref(`${pointerOf('filter')}/content/application~1json/schema`).node;
    const fields = Object.keys(properties as object).filter((field) => !['AND', 'OR', 'NOT'].includes(field));
    const missing = fields.filter((field) => byField[field] === undefined);
    if (missing.length > 0) throw new Error(`${operationId}: nothing is measured for ${missing}`);
    const filters = Object.entries(byField).flatMap(([field, list]) =>
      list.map((item) => ({ [field]: item })),
    );
    const pages: Array<Record<string, string>> = [
      {},
      ...filters.map((filter) => ({ filter: JSON.stringify(filter) })),
      ...(queries[operationId] ?? []).map((q) => ({ q })),
      { offset: String((lengths[operationId] ?? 0) - 20) },
    ];
    return pages.flatMap((page) =>
      [undefined, ...orders].map((order) => {
        const query = { ...page, ...(order ? { order } : {}) };
        const wanted = page.filter ?? (page.q ? `q=${page.q}` : page.offset && `offset ${page.offset}`);
        const name = [operationId, wanted, order].filter(Boolean).join(' ');
        return { name, url: `${operation.path}?${new URLSearchParams(query)}` };
      }),
    );
  });
}

async function startApp(
  database: Awaited<ReturnType<typeof openDatabase>>,
): Promise<{ app: FastifyInstance; authorization: string }> {
  const { db } = database;
  const { app, platform } = await buildBenchApp(database, { videos: new Map() });
  const [userId, sessionId] = [idOf('user', 1), randomUUID()];
  const [createdAt, endsAt] = [new Date(), new Date(Date.now() + 86_400_000)];
  const instants = { createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() };
  await db
    .insertInto('loginSessions')
    .values({
      id: sessionId,
      userId,
      remember: true,
      userAgent: null,
      ...instants,
      authenticatedAt: instants.createdAt,
      revokedAt: null,
    })
    .execute();
  const token = await platform.tokens.signAccessToken({ userId, sessionId }, createdAt, endsAt);
  return { app, authorization: `Bearer ${token}` };
}

function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export function printAdminLists(results: AdminListResult[]): void {
  const slow = results.filter(({ p95Ms }) => p95Ms > goalMs);
  const slowest = results.toSorted((a, b) => b.p95Ms - a.p95Ms).slice(0, 10);
  console.log(
    `lists of a large platform: ${results.length} calls, ${slow.length} above a p95 of ${goalMs} ms; the slowest:`,
  );
  for (const { name, p95Ms, bestMs, total } of slow.length > 10 ? slow : slowest)
    console.log(`  ${p95Ms.toFixed(0)} ms (best ${bestMs.toFixed(0)}), ${total} found: ${name}`);
}

if (import.meta.main) {
  const [server, existing] = [process.env.BENCH_DATABASE_URL, process.env.BENCH_LARGE_DATABASE_URL];
  if (server === undefined && existing === undefined)
    throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  printAdminLists(await measureAdminLists(String(server), existing));
}
