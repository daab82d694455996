/**
 * Removes lost second factors (docs/product.md, 9.19): a second mail after two days, the removal a day later. Any number
 * of servers run it; each account is changed under its lock.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/database.ts';
import { type Loop, startLoop } from '../../loop.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import {
  deleteRemoval,
  findOpenRemoval,
  listDueRemovals,
  updateRemoval,
} from '../factor-removal.repository.ts';
import { removalReminderMs, removalWaitMs } from '../second-factor.rules.ts';
import { findUser, listPermissionCodes, lockUser } from '../user.repository.ts';
import { removeSecondFactors } from './remove-second-factors.ts';

export interface RemovalWorkerOptions {
  db: Db;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Called after a commit that has added mails. */
  wakeOutbox: () => void;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
}

const accountsAtOnce = 100;

export function startRemovalWorker(options: RemovalWorkerOptions): Loop {
  const { log, isPaused } = options;
  return startLoop({
    run: ({ signal }) => removeLostFactors(options, signal),
    pauseMs: 5 * 60_000,
    log,
    failure: 'lost second factors could not be removed: the next round retries',
    isPaused,
  });
}

/** Everything that is due now. */
export async function removeLostFactors(options: RemovalWorkerOptions, signal?: AbortSignal): Promise<void> {
  const { db, now, wakeOutbox } = options;
  const instant = now();
  const due = await listDueRemovals(db, {
    now: instant.toISOString(),
    requestedBefore: new Date(instant.getTime() - removalReminderMs).toISOString(),
    limit: accountsAtOnce,
  });
  for (const userId of due) {
    if (signal?.aborted) return;
    await db.transaction().execute((trx) => goOn(trx, userId, instant));
    wakeOutbox();
  }
}

async function goOn(trx: Db, userId: string, instant: Date): Promise<void> {
  await lockUser(trx, userId);
  const [user, removal] = [await findUser(trx, userId), await findOpenRemoval(trx, userId)];
  // A factor was used, or permissions were given meanwhile, which need another administrator.
  if (!user || !removal || (await listPermissionCodes(trx, userId)).length > 0)
    return deleteRemoval(trx, userId);
  const { origin } = removal;
  if (removal.remindedAt === null) {
    const dueAt = Math.max(Date.parse(removal.dueAt), instant.getTime() + removalWaitMs - removalReminderMs);
    await updateRemoval(trx, {
      userId,
      remindedAt: instant.toISOString(),
      dueAt: new Date(dueAt).toISOString(),
    });
    await notifyOwner(trx, { user, change: { kind: 'factor-removal-due' }, origin, now: instant });
  } else if (Date.parse(removal.dueAt) <= instant.getTime()) {
    await removeSecondFactors(trx, { user, by: 'wait', origin, now: instant });
  }
}
