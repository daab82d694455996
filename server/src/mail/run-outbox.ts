import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database.ts';
import type { Mailer } from './mailer.ts';
import { type OutboxWorker, startOutboxWorker } from './outbox-worker.ts';

/** A mail server that answers too slowly does not hold up the stop: what it has not taken is sent again later. */
const stopLimitMs = 8_000;

/** Ties the worker to the server's life: it begins when the server listens, and is done before the server is. */
export function runOutbox(app: FastifyInstance, parts: { db: Db; mailer: Mailer }): { wake(): void } {
  let worker: OutboxWorker | undefined;
  let stopped: Promise<unknown> = Promise.resolve();
  app.addHook('onListen', async () => {
    worker = startOutboxWorker({ ...parts, log: app.log });
  });
  app.addHook('preClose', async () => {
    if (worker) stopped = Promise.race([worker.stop(), wait(stopLimitMs, undefined, { ref: false })]);
  });
  app.addHook('onClose', async () => {
    await stopped;
  });
  return { wake: () => worker?.wake() };
}
