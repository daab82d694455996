/**
 * Takes in what the payment provider says, and makes the order and its accesses follow from it. The steps and their locks
 * are the same for every source: the webhook, the reconcile job, the answer to a refund.
 *
 * The order of locks: payment, account of the buyer, order, `lockBuyer`. A new step keeps it.
 */
import type { Db } from '../../db/database.ts';
import { refundAttempt } from '../../identity/limits/attempt.repository.ts';
import { unpaidPurchases } from '../../identity/limits/attempt.rules.ts';
import { covers, nextReconcile } from '../buying/buying.rules.ts';
import type { Fact, ProviderEvent, SessionFact } from '../payment-provider.ts';
import { expirePrices } from '../prices/price-cache.repository.ts';
import {
  type FulfilledItem,
  findFacts,
  insertEvent,
  insertLostSession,
  storeFact,
} from './facts.repository.ts';
import { leftOf, type OrderOutcome, outcomeOf } from './facts.rules.ts';
import {
  type FulfilledOrder,
  insertAutomaticRefund,
  listItemsOfOthers,
  lockBuyer,
  lockOrder,
  setRevoked,
  updateOrder,
} from './fulfilment.repository.ts';
import { openAccesses, withholdAccesses } from './order-accesses.repository.ts';
import { sendMails, type Useless } from './order-mails.ts';
import { storeWebhookFault, storeWrongPayment } from './webhook-faults.repository.ts';

/** What is to be done after the commit. */
export interface Effect {
  /** A mail waits in the outbox. */
  hasMail: boolean;
  /** The shop's job has something to do now. */
  isDue: boolean;
}

const nothing: Effect = { hasMail: false, isDue: false };

/** Somebody has paid this platform for an order that it does not know: a backup was restored. The provider sends it again. */
export class LostOrder extends Error {
  override name = 'LostOrder';
  readonly session: SessionFact;
  constructor(session: SessionFact) {
    super(`the paid session ${session.id} has no order here: run "pnpm admin rebuild-orders"`);
    this.session = session;
  }
}

/** Somebody has paid something else than the price of the order: it opens nothing. The provider sends it again. */
export class WrongSum extends Error {
  override name = 'WrongSum';
  readonly session: SessionFact;
  constructor({ priceAmount, priceCurrency }: FulfilledOrder, session: SessionFact) {
    const { id, orderId, subtotal, currency } = session;
    super(
      `the session ${id} sold ${subtotal} ${currency} for the order ${orderId}, whose price is ${priceAmount} ${priceCurrency}`,
    );
    this.session = session;
  }
}

/**
 * In one transaction: an event that was remembered has had its effect.
 * @returns undefined when it was here before. @throws LostOrder, WrongSum
 */
export async function takeEvent(db: Db, event: ProviderEvent, now: Date): Promise<Effect | undefined> {
  const { fact } = event;
  if (fact !== undefined) {
    try {
      return await db.transaction().execute((trx) => takeFact(trx, fact, now, event));
    } catch (error) {
      if (error instanceof LostOrder) await insertLostSession(db, error.session);
      if (error instanceof WrongSum) await noteWrongSum(db, error, now);
      throw error;
    }
  }
  if (!/^(price|product)\./.test(event.type)) return (await insertEvent(db, event)) ? nothing : undefined;
  return db.transaction().execute(async (trx) => {
    if (!(await insertEvent(trx, event))) return undefined;
    await expirePrices(trx);
    return nothing;
  });
}

/**
 * Call it in a transaction of its own: its locks are taken in order.
 * @returns undefined when its event was here before.
 */
export async function takeFact(
  trx: Db,
  fact: Fact,
  now: Date,
  event?: ProviderEvent,
): Promise<Effect | undefined> {
  const stored = await storeFact(trx, fact, event);
  if (stored === undefined) return undefined;
  // Without an order the fact waits for it.
  if (stored.orderId === null) return nothing;
  return fulfil(trx, stored.orderId, now, fact.kind === 'session' ? fact : undefined);
}

/** For the pages of the order and of the system; the transaction that found it stored nothing. */
export async function noteWrongSum(db: Db, { session, message }: WrongSum, now: Date): Promise<void> {
  const { orderId, amount, currency, paymentIntent } = session;
  await storeWrongPayment(db, orderId, { amount, currency, paymentIntent });
  await storeWebhookFault(db, { pointer: '/data/object/amount_subtotal', detail: message, now });
}

/** @param news what a fact knows beyond the state. */
export async function fulfil(trx: Db, orderId: string, now: Date, news?: SessionFact): Promise<Effect> {
  const order = await lockOrder(trx, orderId);
  if (order === undefined) {
    if (news?.isOwn && (news.state === 'paid' || news.state === 'processing')) throw new LostOrder(news);
    // A session of another platform on the same account of the provider, or one that nobody paid.
    return nothing;
  }
  if (news && !hasRightSum(order, news)) throw new WrongSum(order, news);
  const { facts, items, ordered } = await findFacts(trx, orderId);
  const isPaid = facts.sessions.some(({ state }) => state === 'paid');
  // What has left its account has no receipt until it is claimed, and is asked for no sooner than others.
  const isNew = isPaid && order.receiptQueuedAt === null && order.leftAt === null;
  const before = outcomeOf(facts);
  // Paid for the first time, or again after a dispute or a failed refund, or by an account that has just confirmed its address.
  // An order of a deleted account goes back only at its first payment: it stays for the books.
  const isOpening = before.status === 'paid' && (order.status !== 'paid' || order.hasNewBuyer);
  const useless =
    isOpening && (order.paidAt === null || hasHolder(order))
      ? await withdrawUseless(trx, order, { before, items, now })
      : undefined;
  const outcome = useless ? outcomeOf((await findFacts(trx, orderId)).facts) : before;

  const paidAt = order.paidAt ?? (isPaid ? notAfter(now, news?.asOf) : null);
  const paymentIntent = order.paymentIntent ?? news?.paymentIntent ?? null;
  const receiptUrl = order.receiptUrl ?? news?.receiptUrl ?? null;
  const lacksReceipt = outcome.status === 'paid' && paymentIntent !== null && receiptUrl === null;
  const { hasMail, ...mails } = await sendMails(
    trx,
    { ...order, receiptUrl },
    { isNew, useless, lacksReceipt, facts, outcome, items, ordered, now },
  );
  const change = {
    ...outcome,
    ...mails,
    userId: order.userId,
    paidAt,
    paymentIntent,
    receiptUrl,
    // A receipt is there as soon as the payment is.
    reconcileAt:
      isNew && lacksReceipt
        ? now.toISOString()
        : nextReconcile({ ...order, status: outcome.status, lacksReceipt }, now),
  };
  await updateOrder(trx, orderId, change);
  // It is no unpaid purchase any more.
  if (order.purchaseCounter !== null && (isPaid || outcome.status === 'processing'))
    await refundAttempt(trx, order.purchaseCounter, unpaidPurchases);
  if (outcome.status === 'paid' && hasHolder(order) && items.length > 0)
    await openAccesses(trx, { ...order, paidAt }, items);
  else await withholdAccesses(trx, orderId);
  return { hasMail, isDue: useless === 'refunded' || useless === 'granted' || (isNew && lacksReceipt) };
}

/**
 * What was paid for nothing goes back in full: the buyer has it already, or it no longer exists. The order that comes last
 * goes back: what the buyer has is not touched. A free one is revoked.
 * @returns why; undefined: it is of use.
 */
async function withdrawUseless(
  trx: Db,
  order: FulfilledOrder,
  { before, items, now }: { before: OrderOutcome; items: FulfilledItem[]; now: Date },
): Promise<Useless | undefined> {
  // Who paid may still claim it.
  if (order.leftAt !== null) return undefined;
  const canOpen = hasHolder(order) && items.length > 0;
  if (canOpen) await lockBuyer(trx, order);
  const held = canOpen ? await listItemsOfOthers(trx, order, 'paid') : [];
  const bought = held.filter((item) => !item.isGranted);
  const isBought = canOpen && covers(bought, items, now);
  // Only what the buyer had when they ordered, and not again later: a grant may be the help in a dispute.
  const isGranted = canOpen && !isBought && order.paidAt === null && covers(held, items, now);
  const isHeld = isBought || isGranted;
  if (before.amount === 0) {
    // What an organiser gives back is given back.
    if (!canOpen || order.status === 'revoked') return undefined;
    const isFinal = !isHeld && covers(await listItemsOfOthers(trx, order, 'revoked'), items, now);
    if (!isHeld && !isFinal) return undefined;
    await setRevoked(trx, order.id, now.toISOString(), { byServer: true });
    return isHeld ? 'held' : 'taken-back';
  }
  const left = leftOf(before);
  if (left <= 0 || (canOpen && !isHeld)) return undefined;
  if (!(await insertAutomaticRefund(trx, order.id, { amount: left, now }))) return undefined;
  return isGranted ? 'granted' : 'refunded';
}

/** Without its price, an old order takes what is paid. */
function hasRightSum({ priceAmount, priceCurrency }: FulfilledOrder, session: SessionFact): boolean {
  if (priceAmount === null || (session.state !== 'paid' && session.state !== 'processing')) return true;
  return session.subtotal === priceAmount && session.currency === priceCurrency;
}

/** What has left its account opens to nobody until who paid claims it. */
function hasHolder({ email, userId, leftAt }: FulfilledOrder): boolean {
  return leftAt === null && (email !== null || userId !== null);
}

/** The clock of the provider may be ahead: what is paid opens now, not in some seconds. */
function notAfter(now: Date, seconds: number = Number.POSITIVE_INFINITY): string {
  return new Date(Math.min(now.getTime(), seconds * 1_000)).toISOString();
}
