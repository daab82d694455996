import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { type Loop, startLoop } from '../loop.ts';
import { raisePeaks } from './counts.repository.ts';
import { deskTimes, flushMs } from './desk.rules.ts';
import type { RefusalCounter } from './refusal-counter.ts';

interface Options {
  db: Db;
  now: () => Date;
  refusals: RefusalCounter;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
}

/** Stores what the desk shows of all servers together, every few seconds and at the stop. */
export function startDeskCounts({ db, now, refusals, log, isPaused }: Options): Loop {
  return startLoop({
    async run() {
      await refusals.flush(db, now());
      await raisePeaks(db, deskTimes(now()).pingedAfter);
    },
    pauseMs: flushMs,
    log,
    failure: 'the counts of the desk could not be stored: the next time retries',
    isPaused,
    startsWithPause: true,
    endsWithRun: true,
    // For a database that does not answer.
    stopLimitMs: 1_000,
  });
}
