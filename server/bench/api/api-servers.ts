/**
 * The process that `api.ts` measures: Ringside on one port, and on two others a bare Fastify and an Express that replay
 * Ringside's statements on the same engine and answer with the rows.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { embeddedLoad } from '../../src/db/connection-queue.ts';
import { migrate } from '../../src/db/migrate.ts';
import { buildBenchApp } from '../bench-app.ts';
import { type BenchRequest, prepareRequests } from './bench-requests.ts';
import { createExpressServer, type ReplayedAnswer, type ReplayedRoute } from './express-server.ts';
import { openReplayEngine } from './replay-engine.ts';

/** Sent once, when all servers listen. */
export interface ApiServers {
  engine: string;
  ports: { ringside: number; fastify: number; express: number };
  requests: BenchRequest[];
}

const engine = await openReplayEngine(process.env.BENCH_DATABASE_URL);
const { db } = engine;
await migrate(db);
// The clock is fixed. Otherwise the playback sessions of devices would expire before they are measured.
const now = new Date();
// No video is served here: a signed URL does not need the files.
const { app: ringside, platform } = await buildBenchApp(
  { db, engine: engine.name, load: embeddedLoad, [Symbol.asyncDispose]: engine.close },
  { now: () => now, videos: new Map() },
);
const { tokens } = platform;
const requests = await prepareRequests(db, tokens, ringside, now);
const routes = await captureRoutes(requests);

const listen = { host: '127.0.0.1', port: 0 };
const ports = {
  ringside: Number(new URL(await ringside.listen(listen)).port),
  fastify: await listenBare(),
  express: await listenExpress(),
};
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => void engine.close().finally(() => process.exit()));
process.send?.({ engine: engine.name, ports, requests } satisfies ApiServers);

/** Devices that request the same path are distinguished by their token: each replays its own statements. */
async function captureRoutes(all: BenchRequest[]): Promise<ReplayedRoute[]> {
  const found: ReplayedRoute[] = [];
  for (const sharing of Map.groupBy(all, ({ method, path }) => `${method} ${path}`).values()) {
    const answers = new Map<string | undefined, () => Promise<ReplayedAnswer>>();
    // One after the other, so that the statements of two requests do not mix.
    for (const request of sharing) answers.set(request.headers.authorization, await captureAnswer(request));
    const [{ method, path }] = sharing as [BenchRequest];
    found.push({
      method,
      path: path.split('?', 1)[0] ?? path,
      answer: async (authorization) => (await answers.get(authorization)?.()) ?? { status: 401 },
    });
  }
  return found;
}

async function captureAnswer({
  method,
  path,
  headers,
}: BenchRequest): Promise<() => Promise<ReplayedAnswer>> {
  let status = 0;
  const statements = await engine.capture(async () => {
    const answer = await ringside.inject({ method, url: path, headers });
    status = answer.statusCode;
  });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
  return async () => {
    const rows = await engine.replay(statements);
    if (status === 204) return { status };
    return { status, body: rows.length === 1 ? rows[0] : { data: rows, total: rows.length } };
  };
}

async function listenBare(): Promise<number> {
  const bare = Fastify();
  for (const { method, path, answer } of routes) {
    bare.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const { status, body } = await answer(request.headers.authorization);
        return reply.code(status).send(body);
      },
    });
  }
  return Number(new URL(await bare.listen(listen)).port);
}

async function listenExpress(): Promise<number> {
  const app = createExpressServer(
    routes,
    async (token) => (await tokens.verifyAccessToken(token, now)) !== undefined,
  );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}
