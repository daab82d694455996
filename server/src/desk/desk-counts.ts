import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import type { Disk } from '../health/free-disk.ts';
import { raisePeaks } from './counts.repository.ts';
import { deskTimes, flushMs } from './desk.rules.ts';
import type { RefusalCounter } from './refusal-counter.ts';

/** A stop does not wait longer for a database that does not answer. */
const stopLimitMs = 1_000;

interface Options {
  db: Db;
  now: () => Date;
  disk: Disk;
  refusals: RefusalCounter;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Stores what the desk shows of all servers together, every few seconds until it is disposed. */
export function startDeskCounts({ db, now, disk, refusals, log }: Options): AsyncDisposable {
  const store = async () => {
    // The embedded engine does not recover from a write on a full disk.
    if (disk.holds === 'database' && (await disk.check()).level === 'spent') return;
    await refusals.flush(db, now());
    await raisePeaks(db, deskTimes(now()).pingedAfter);
  };
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= store()
      .catch((error) =>
        log.warn({ err: error }, 'the counts of the desk could not be stored: the next time retries'),
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const timer = setInterval(run, flushMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      const last = (running ?? Promise.resolve()).then(run);
      await Promise.race([last, wait(stopLimitMs, undefined, { ref: false })]);
    },
  };
}
