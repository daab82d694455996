/**
 * Keeps orders in step with the payment provider when its messages are lost: asks about orders that wait, sends refunds,
 * also of what nobody has claimed, and asks every hour for events that never arrived. Any number of servers run it. No call happens inside a transaction.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { type Loop, startLoop } from '../loop.ts';
import { nextReconcile } from './buying/buying.rules.ts';
import { createPage } from './buying/open-checkout.ts';
import { refundUnclaimed } from './claims/leave-orders.ts';
import { fulfil, noteWrongSum, takeEvent, takeFact, WrongSum } from './fulfilment/fulfil.ts';
import {
  claimDueOrders,
  type DueOrder,
  expireOrder,
  scheduleOrder,
} from './fulfilment/reconcile.repository.ts';
import { claimRefund } from './orders/refund.repository.ts';
import { type PaymentProvider, ProviderAway, ProviderRefusal } from './payment-provider.ts';
import { sendRefund } from './send-refund.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** A server asks five times a second at most. */
const usualPaceMs = 200;
/** Longer than the calls about one order. */
const leaseMs = 2 * minute;
const ordersAtOnce = 10;
/** After so many, refunds and missed events have their turn: buyers who wait make orders due again and again. */
const batchesOfRound = 2;

export interface ShopWorkerOptions {
  db: Db;
  provider: PaymentProvider;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Called after a commit that may have added a mail. */
  wakeOutbox: () => void;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
  pollMs?: number;
  /** The pause after each refund and each order that it asks about. */
  paceMs?: number;
}

/** A stop waits for the call that runs. */
export function startShopWorker(options: ShopWorkerOptions): Loop {
  const { log, now, isPaused, pollMs = 5 * second } = options;
  let missedEventsAt = now().getTime() + 5 * minute;
  return startLoop({
    async run({ signal }) {
      const isMoreDue = await runOnce(options, signal);
      if (now().getTime() < missedEventsAt) return isMoreDue;
      missedEventsAt = now().getTime() + hour;
      await takeMissedEvents(options, signal);
      return isMoreDue;
    },
    pauseMs: pollMs,
    log,
    failure: 'orders could not be compared with the payment provider: the next round retries',
    isPaused,
  });
}

/** One round: what is due now. @returns whether more orders may be due. */
export async function runOnce(options: ShopWorkerOptions, signal?: AbortSignal): Promise<boolean> {
  const { db, now, paceMs = usualPaceMs } = options;
  const lease = () => ({ now: now(), until: new Date(now().getTime() + leaseMs) });
  if ((await refundUnclaimed(db, now())) > 0) options.wakeOutbox();
  for (;;) {
    const refund = signal?.aborted ? undefined : await claimRefund(db, lease());
    if (refund === undefined) break;
    await sendRefund(options, refund);
    await wait(paceMs);
  }
  for (let batch = 0; batch < batchesOfRound; batch++) {
    const orders = signal?.aborted ? [] : await claimDueOrders(db, { ...lease(), limit: ordersAtOnce });
    for (const order of orders) {
      if (signal?.aborted) return false;
      await reconcile(options, order);
      await wait(paceMs);
    }
    if (orders.length < ordersAtOnce) return false;
  }
  return true;
}

/** Events that the provider could not deliver take effect as if they had arrived. */
export async function takeMissedEvents(
  { db, provider, now, log, wakeOutbox }: ShopWorkerOptions,
  signal?: AbortSignal,
): Promise<void> {
  try {
    for await (const event of provider.listMissedEvents(now())) {
      if (signal?.aborted) return;
      try {
        if (await takeEvent(db, event, now())) log.info({ eventId: event.id }, 'a missed event was taken');
      } catch (error) {
        if (isDatabaseAway(error as Error)) throw error;
        log.error({ err: error, eventId: event.id }, 'a missed event could not be taken');
      }
    }
    wakeOutbox();
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    log.warn({ err: error }, 'the payment provider does not answer');
  }
}

async function reconcile(options: ShopWorkerOptions, order: DueOrder): Promise<void> {
  const { db, provider, now, log, wakeOutbox } = options;
  try {
    if (order.hasNewBuyer) {
      await db.transaction().execute((trx) => fulfil(trx, order.id, now()));
      return wakeOutbox();
    }
    const sessionId = order.sessionId ?? (await findSession(options, order));
    if (sessionId === null) return;
    for (const fact of await provider.readOrder(sessionId))
      await db.transaction().execute((trx) => takeFact(trx, fact, now()));
    wakeOutbox();
  } catch (error) {
    const about = { err: error, orderId: order.id };
    // The end of the lease is the next time.
    if (error instanceof ProviderAway) return log.warn(about, 'the payment provider does not answer');
    if (isDatabaseAway(error as Error)) throw error;
    // One order that cannot be read must not stop the others, which were claimed with it.
    if (error instanceof WrongSum) {
      log.error(about, 'another sum was paid than the price');
      await noteWrongSum(db, error, now());
    } else if (error instanceof ProviderRefusal)
      log.error(about, 'the payment provider does not know an order');
    else return log.error(about, 'an order could not be compared with the payment provider');
    const next = nextReconcile({ ...order, lacksReceipt: true }, now());
    await scheduleOrder(db, order.id, next);
  }
}

/** The server died between storing the order and its payment page: the provider knows whether there is one. */
async function findSession({ db, provider }: ShopWorkerOptions, order: DueOrder): Promise<string | null> {
  if (order.email !== null) {
    try {
      await createPage({ db, provider }, order);
      await scheduleOrder(db, order.id, new Date(Date.parse(order.createdAt) + hour).toISOString());
      return null;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
    }
  }
  await expireOrder(db, order.id);
  return null;
}
