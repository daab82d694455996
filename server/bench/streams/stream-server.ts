/** The process that `streams.ts` measures: Ringside on one port, which counts its statements and reports its memory. */

import { listenToEmbedded, listenToPostgres } from '../../src/db/change-listener.ts';
import type { ChangeListener } from '../../src/db/changes.ts';
import { embeddedLoad } from '../../src/db/connection-queue.ts';
import { embeddedDb, openPglite, postgresDb, postgresPool } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { insertWatchable } from '../../test/factories.ts';
import { buildBenchApp } from '../bench-app.ts';

/** Sent once, when the server listens. */
export interface StreamServer {
  url: string;
  eventId: string;
}

export interface StreamServerState {
  rss: number;
  statements: number;
  /** When the statement of the last change had returned; milliseconds since 1970. */
  changedAt: number;
}

let statements = 0;
const count = () => void statements++;
const url = process.env.BENCH_STREAMS_DATABASE_URL;
const engine = url === undefined ? await openEmbedded() : openPostgres(url);
const { db } = engine;
await migrate(db);
const { app, platform } = await buildBenchApp(
  { ...engine, load: embeddedLoad, async [Symbol.asyncDispose]() {} },
  { videos: new Map() },
);
platform.changes.listenTo(engine, (error) => {
  throw error;
});
const { eventId } = await insertWatchable(db);

const highResolution = () => performance.timeOrigin + performance.now();

/** `state`; `collect`: the state after a garbage collection; `change <text>`: a new banner, as an organiser sets it. */
process.on('message', async (word: string) => {
  let changedAt = 0;
  if (word.startsWith('change ')) {
    const broadcast = { banner: word.slice('change '.length), bannerSince: new Date().toISOString() };
    await db
      .insertInto('broadcasts')
      .values({ eventId, featuredStreamId: null, ...broadcast })
      .onConflict((conflict) => conflict.column('eventId').doUpdateSet(broadcast))
      .execute();
    changedAt = highResolution();
  } else if (word === 'collect') globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage.rss(), statements, changedAt } satisfies StreamServerState);
});
process.on('disconnect', () => process.exit());
process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }), eventId } satisfies StreamServer);

async function openEmbedded() {
  const pglite = await openPglite({});
  await pglite.exec("SET timezone = 'UTC'");
  return {
    db: embeddedDb(pglite, count),
    engine: 'pglite' as const,
    listen: (listener: ChangeListener) => listenToEmbedded(pglite, listener),
  };
}

function openPostgres(databaseUrl: string) {
  return {
    db: postgresDb(postgresPool(databaseUrl), count),
    engine: 'postgres' as const,
    listen: (listener: ChangeListener) => listenToPostgres(databaseUrl, listener),
  };
}
