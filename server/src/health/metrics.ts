/**
 * `/metrics` in the text format of Prometheus. Not public: only callers of this machine or holders of METRICS_TOKEN get an
 * answer; everyone else gets a 404.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { bearerToken } from '../http/bearer-token.ts';
import { isLocal } from '../http/local-requests.ts';
import { isOpenStream } from '../http/log/logging.ts';
import { problem } from '../http/problems.ts';

/** One value, or one for each label; undefined: unknown now, and left out. */
type Reading = number | Record<string, number> | undefined;

export interface Source {
  name: string;
  help: string;
  /** The name of the label, if there are several values. */
  label?: string;
  /** It counts since the start, and never falls. */
  isTotal?: boolean;
  read(): Reading | Promise<Reading>;
}

export interface Metrics {
  countShed(reason: string): void;
  countRefusedConnection(by: string): void;
}

/** The process has one event loop and one heap for all its servers; measuring starts with the first server. */
let processRegistry: Registry | undefined;

export function installMetrics(
  app: FastifyInstance,
  { token, sources }: { token: string | undefined; sources: Source[] },
): Metrics {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  const registry = new Registry();
  const registers = [registry];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the last byte of its answer, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const shed = new Counter({
    name: 'ringside_requests_shed_total',
    help: 'Requests shed with 503, by the overloaded resource',
    labelNames: ['reason'],
    registers,
  });
  const refusedConnections = new Counter({
    name: 'ringside_connections_refused_total',
    help: 'Connections refused, by the bound: of all, or of one address',
    labelNames: ['by'],
    registers,
  });
  for (const source of sources) addSource(source, registers);

  app.addHook('onResponse', (request, reply, done) => {
    // A stream that ends has lasted for hours, which says nothing about the speed of answers.
    if (isOpenStream(request, reply)) return done();
    const route = request.routeOptions.url ?? '(none)';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw problem('not-found');
    const [own, ofProcess] = await Promise.all([registry.metrics(), processRegistry?.metrics()]);
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', registry.contentType)
      .send(`${own}\n${ofProcess}`);
  });
  return {
    countShed: (reason) => shed.inc({ reason }),
    countRefusedConnection: (by) => refusedConnections.inc({ by }),
  };
}

function addSource({ name, help, label, isTotal, read }: Source, registers: Registry[]): void {
  const labelNames = label ? [label] : [];
  if (isTotal) {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        for (const [value, count] of Object.entries((await read()) ?? {}))
          this.inc({ [String(label)]: value }, count);
      },
    });
    return;
  }
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      this.reset();
      // An unreachable database must not hide the other metrics.
      const reading = await Promise.resolve(read()).catch(() => undefined);
      if (reading === undefined) return this.remove();
      if (typeof reading === 'number') return this.set(reading);
      for (const [value, count] of Object.entries(reading)) this.set({ [String(label)]: value }, count);
    },
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const sent = bearerToken(request);
  if (token !== undefined && sent !== undefined && isSame(sent, token)) return true;
  return isLocal(request);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
