import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/database.ts';
import { type Loop, startLoop } from '../../loop.ts';
import { leaseLifetimeMs } from '../../playback/playback.rules.ts';
import { judgeSlices, noteWaiting } from './evidence.repository.ts';
import { watchMs } from './outage.rules.ts';
import type { PlaybackEvidence } from './playback-evidence.ts';

interface Options {
  db: Db;
  now: () => Date;
  evidence: PlaybackEvidence;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
}

/** Stores what viewers got, and finds outages in it, every few seconds and at the stop. */
export function startOutageWatch(options: Options): Loop {
  const { log, isPaused } = options;
  return startLoop({
    run: () => watchOnce(options),
    pauseMs: watchMs,
    log,
    failure: 'outages could not be looked for: the next time retries',
    isPaused,
    startsWithPause: true,
    endsWithRun: true,
    // For a database that does not answer.
    stopLimitMs: 1_000,
  });
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
