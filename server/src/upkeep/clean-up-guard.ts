/**
 * Keeps a wrong date from deleting for ever: to a clock that has leapt, everything is old. The clean-up then *waits* for a day
 * of the steady clock, so that an operator can set the date right. The time that it has waited outlives a restart.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { hasLeapt, type Moment, waitMs } from './clean-up.rules.ts';
import { findUpkeep, noteCleanUp, noteWait } from './upkeep.repository.ts';

const release = 'if the date is right, "pnpm admin release-clean-up" ends the wait';

interface Options {
  db: Db;
  now: () => Date;
  /** Milliseconds that never step. */
  steady: () => number;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface CleanUpGuard {
  /** The date to clean up by; undefined: the clean-up waits. */
  dateOfRound(): Promise<Date | undefined>;
  /** A round has ended. */
  noteRound(): Promise<void>;
}

export function createCleanUpGuard({ db, now, steady, log }: Options): CleanUpGuard {
  /** The last clean-up of any server, and when this one heard of it. */
  let cleaned: Moment | undefined;
  /** What had been waited before this server joined in. */
  let wait: { since: Moment; beforeMs: number } | undefined;
  let last: Moment | undefined;

  async function dateOfRound(): Promise<Date | undefined> {
    const { cleanedAt, waitedMs } = await findUpkeep(db);
    const date = now();
    const moment = { date: date.getTime(), steadyMs: steady() };
    if (cleaned?.date !== Date.parse(cleanedAt))
      cleaned = { date: Date.parse(cleanedAt), steadyMs: moment.steadyMs };
    const isOtherDate = last !== undefined && hasLeapt(last, moment);
    last = moment;
    if (!hasLeapt(cleaned, moment)) {
      wait = undefined;
      return date;
    }
    if (wait === undefined || isOtherDate) {
      wait = { since: moment, beforeMs: isOtherDate ? 0 : (waitedMs ?? 0) };
      log.warn(
        { cleanedAt, now: date.toISOString() },
        `the date has leapt, or no server ran for an hour: nothing old is deleted for 24 hours; ${release}`,
      );
    }
    const ownMs = wait.beforeMs + moment.steadyMs - wait.since.steadyMs;
    if (ownMs >= waitMs) return date;
    await noteWait(db, ownMs, { isAnew: isOtherDate });
    return undefined;
  }

  return { dateOfRound, noteRound: () => noteCleanUp(db, now().toISOString()) };
}
