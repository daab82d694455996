/** Works off the items of compensations. Any number of servers run it; no call happens inside a transaction. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseAway } from '../../db/database-away.ts';
import { type Loop, startLoop } from '../../loop.ts';
import { refundDelay } from '../buying/buying.rules.ts';
import { ProviderRefusal } from '../payment-provider.ts';
import type { SendRefundOptions } from '../send-refund.ts';
import { type ClaimedItem, claimItem, postponeItem, settleItem } from './compensation.repository.ts';
import { workItem } from './work-item.ts';

const second = 1_000;
/** A server gives ten a second at most. */
const usualPaceMs = 100;
/** Longer than the calls about one item. */
const leaseMs = 120 * second;

export interface CompensationWorkerOptions extends SendRefundOptions {
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
  pollMs?: number;
  /** The pause after each item that the provider heard of. */
  paceMs?: number;
}

/** A stop waits for the item in hand. */
export function startCompensationWorker(options: CompensationWorkerOptions): Loop {
  const { log, isPaused, pollMs = 5 * second } = options;
  return startLoop({
    run: ({ signal }) => workOff(options, signal),
    pauseMs: pollMs,
    log,
    failure: 'compensations could not be given: the next round retries',
    isPaused,
  });
}

/** Everything that is due now. */
export async function workOff(options: CompensationWorkerOptions, signal?: AbortSignal): Promise<void> {
  const { db, now, paceMs = usualPaceMs } = options;
  while (!signal?.aborted) {
    const until = new Date(now().getTime() + leaseMs);
    const item = await claimItem(db, { now: now(), until });
    if (item === undefined) return;
    await work(options, item, until);
    if (item.terms.remedy !== 'replay') await wait(paceMs);
  }
}

async function work(options: CompensationWorkerOptions, item: ClaimedItem, until: Date): Promise<void> {
  const { db, now, log, wakeOutbox } = options;
  try {
    await workItem(options, item, until);
    wakeOutbox();
  } catch (error) {
    if (isDatabaseAway(error as Error)) throw error;
    const about = { err: error, compensationItemId: item.id, attempt: item.attempts };
    if (error instanceof ProviderRefusal) {
      log.error(about, 'the payment provider refused a compensation');
      await settleItem(db, item.id, { now: now(), failure: error.code });
      return;
    }
    // The provider is away, or this one item fails: the others go on.
    log.warn(about, 'a compensation could not be given: it is tried again');
    await postponeItem(db, item.id, new Date(now().getTime() + refundDelay(item.attempts)));
  }
}
