/**
 * The process that `api.ts` measures: Ringside on one port, and on another bare Fastify routes that send the very same
 * statements to the same engine and answer with the rows. The statements are those that Ringside was seen to send.
 */
import Fastify from 'fastify';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { buildApp } from '../src/app.ts';
import { embeddedLoad } from '../src/db/connection-queue.ts';
import { embeddedDb, openPglite, postgresDb, postgresPool } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { createKeyring } from '../src/identity/keyring.ts';
import { insertSession } from '../src/identity/session.repository.ts';
import { loadSigningKeys } from '../src/identity/signing-keys.ts';
import { createTokens } from '../src/identity/tokens.ts';
import { createPictureFolder } from '../src/media/picture-folder.ts';
import { insertUser, insertWatchable } from '../test/factories.ts';

export interface BenchRequest {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
}

/** Sent once, when both listen. */
export interface ApiServers {
  engine: string;
  ringsidePort: number;
  barePort: number;
  requests: BenchRequest[];
}

const devices = 60;
let captured: CompiledQuery[] = [];
const { db, engine, run, close } = await openEngine(process.env.BENCH_DATABASE_URL);
await migrate(db);

const keys = await loadSigningKeys(db, new Date());
const keyring = createKeyring(db, {
  ...keys,
  now: () => new Date(),
  onError: (error) => {
    throw error;
  },
});
const ringside = await buildApp({
  config: { publicUrl: undefined, allowedOrigins: [], trustProxy: [], logLevel: 'fatal' },
  database: { db, engine, load: embeddedLoad, close },
  signingKeys: keys,
  // No video is served here; the signed URL only needs the name of one.
  videos: new Map(),
  pictures: createPictureFolder('unused'),
});
const requests = await prepare();

const bare = Fastify();
for (const { method, path, headers } of requests) {
  captured = [];
  const answer = await ringside.inject({ method, url: path, headers });
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}`);
  const statements = captured;
  bare.route({
    method,
    url: path,
    handler: async (_request, reply) => {
      let rows: unknown[] = [];
      for (const statement of statements) rows = await run(statement);
      if (answer.statusCode === 204) return reply.code(204).send();
      return rows[0];
    },
  });
}

const listen = { host: '127.0.0.1', port: 0 };
const ringsidePort = Number(new URL(await ringside.listen(listen)).port);
const barePort = Number(new URL(await bare.listen(listen)).port);
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => void close().finally(() => process.exit()));
process.send?.({ engine, ringsidePort, barePort, requests } satisfies ApiServers);

async function openEngine(databaseUrl: string | undefined) {
  const capture = (query: CompiledQuery) => void captured.push(query);
  if (databaseUrl === undefined) {
    const pglite = await openPglite({});
    return {
      engine: 'pglite' as const,
      db: embeddedDb(pglite, capture),
      run: async ({ sql, parameters }: CompiledQuery) => (await pglite.query(sql, atNow(parameters))).rows,
      close: () => pglite.close(),
    };
  }
  const name = `ringside_bench_${process.pid}`;
  await onServer(databaseUrl, `create database ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const pool = postgresPool(url.href);
  const barePool = postgresPool(url.href);
  // Dropping the database at the end cuts what is still closing.
  for (const each of [pool, barePool]) each.on('error', () => {});
  return {
    engine: 'postgres' as const,
    db: postgresDb(pool, capture),
    run: async ({ sql, parameters }: CompiledQuery) => (await barePool.query(sql, atNow(parameters))).rows,
    close: async () => {
      await Promise.all([pool.end(), barePool.end()]);
      await onServer(databaseUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** An old instant in a replayed ping would let the lease expire. */
function atNow(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? new Date().toISOString() : value,
  );
}

/** One competition as a page asks for it, and the pings of the devices that watch it. */
async function prepare(): Promise<BenchRequest[]> {
  const { eventId, signedUrlPath } = await insertWatchable(db);
  const path = `/api/v1/kickboxing/competitions/${eventId}`;
  const requests: BenchRequest[] = [{ name: 'one competition', method: 'GET', path, headers: {} }];
  // Many, or what is measured is how long they wait for each other's row.
  for (let device = 0; device < devices; device += 1) requests.push(await preparePing(signedUrlPath));
  return requests;
}

async function preparePing(signedUrlPath: string): Promise<BenchRequest> {
  const userId = await insertUser(db);
  const now = new Date();
  const sessionId = await insertSession(db, {
    userId,
    remember: true,
    userAgent: null,
    createdAt: now.toISOString(),
    revokedAt: null,
  });
  const accessToken = await createTokens(keyring).signAccessToken(
    { userId, sessionId },
    now,
    new Date(now.getTime() + 3_600_000),
  );
  const headers = { authorization: `Bearer ${accessToken}` };
  const signed = await ringside.inject({ method: 'GET', url: signedUrlPath, headers });
  const { playbackSessionId } = signed.json<{ playbackSessionId: string }>();
  return {
    name: 'ping',
    method: 'POST',
    path: `/api/v1/playback/sessions/${playbackSessionId}/ping`,
    headers,
  };
}

async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
