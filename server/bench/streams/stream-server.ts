/** The process that `streams.ts` measures: Ringside on one port, which counts its statements and reports its memory. */

import { buildApp } from '../../src/app.ts';
import { listenToEmbedded, listenToPostgres } from '../../src/db/change-listener.ts';
import { type ChangeListener, Changes } from '../../src/db/changes.ts';
import { embeddedLoad } from '../../src/db/connection-queue.ts';
import { embeddedDb, openPglite, postgresDb, postgresPool } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { loadSigningKeys } from '../../src/identity/sessions/signing-keys.ts';
import { createPictureEncoder } from '../../src/media/pictures/picture-encoder.ts';
import { createPictureFolder } from '../../src/media/pictures/picture-folder.ts';
import { insertWatchable } from '../../test/factories.ts';
import { unusedIngest } from '../unused-ingest.ts';

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
const changes = new Changes();
const listen = (on: (listener: ChangeListener) => ReturnType<typeof listenToPostgres>) =>
  changes.listenTo({ listen: on }, (error) => {
    throw error;
  });
const engine = url === undefined ? await openEmbedded() : openPostgres(url);
const { db } = engine;
await migrate(db);
const now = () => new Date();
const app = await buildApp({
  config: {
    publicUrl: undefined,
    allowedOrigins: [],
    trustProxy: [],
    logLevel: 'fatal',
    requireSecondFactor: false,
    sessionMaxDays: 90,
  },
  database: { ...engine, load: embeddedLoad, async [Symbol.asyncDispose]() {} },
  changes,
  signingKeys: await loadSigningKeys(db, now()),
  videos: new Map(),
  ingest: unusedIngest(db),
  pictures: createPictureFolder('unused'),
  encoder: createPictureEncoder(),
  now,
});
const { eventId } = await insertWatchable(db);

const highResolution = () => performance.timeOrigin + performance.now();

/** `state`; `collect`: the state after a garbage collection; `change <text>`: a new banner, as an organiser sets it. */
process.on('message', async (word: string) => {
  let changedAt = 0;
  if (word.startsWith('change ')) {
    const broadcast = { banner: word.slice('change '.length), bannerSince: now().toISOString() };
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
  listen((listener) => listenToEmbedded(pglite, listener));
  return { db: embeddedDb(pglite, count), engine: 'pglite' as const };
}

function openPostgres(databaseUrl: string) {
  listen((listener) => listenToPostgres(databaseUrl, listener));
  return { db: postgresDb(postgresPool(databaseUrl), count), engine: 'postgres' as const };
}
