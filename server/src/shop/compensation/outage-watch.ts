import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { Disk } from '../../health/free-disk.ts';
import { leaseLifetimeMs } from '../../playback/playback.rules.ts';
import { judgeSlices, noteWaiting } from './evidence.repository.ts';
import { watchMs } from './outage.rules.ts';
import type { PlaybackEvidence } from './playback-evidence.ts';

/** A stop does not wait longer for a database that does not answer. */
const stopLimitMs = 1_000;

interface Options {
  db: Db;
  now: () => Date;
  disk: Disk;
  evidence: PlaybackEvidence;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Stores what viewers got, and finds outages in it, every few seconds until it is disposed. */
export function startOutageWatch(options: Options): AsyncDisposable {
  const { disk, log } = options;
  let running: Promise<void> | undefined;
  const watch = async () => {
    // The embedded engine does not recover from a write on a full disk.
    if (disk.holds === 'database' && (await disk.check()).level === 'spent') return;
    await watchOnce(options);
  };
  const run = () => {
    running ??= watch()
      .catch((error) => log.warn({ err: error }, 'outages could not be looked for: the next time retries'))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const timer = setInterval(run, watchMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      const last = (running ?? Promise.resolve()).then(run);
      await Promise.race([last, wait(stopLimitMs, undefined, { ref: false })]);
    },
  };
}

export async function watchOnce({
  db,
  now,
  evidence,
}: Pick<Options, 'db' | 'now' | 'evidence'>): Promise<void> {
  const at = now();
  await evidence.flush(db);
  await judgeSlices(db, at);
  await noteWaiting(db, { now: at, pingedAfter: new Date(at.getTime() - leaseLifetimeMs).toISOString() });
}
