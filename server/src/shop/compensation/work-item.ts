/**
 * Gives one person what was confirmed. An item may be worked on any number of times, also after a crash between a call
 * and its answer: each remedy is stored with the item, or looked for at the provider, before it is made again.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { insertAccess, lockAccessTargets } from '../../events/accesses/access.repository.ts';
import { findFacts } from '../fulfilment/facts.repository.ts';
import { leftOf, outcomeOf } from '../fulfilment/facts.rules.ts';
import { fulfil } from '../fulfilment/fulfil.ts';
import { lockOrder } from '../fulfilment/fulfilment.repository.ts';
import { type ClaimedRefund, insertRefundRequest } from '../orders/refund.repository.ts';
import { type PaymentProvider, personalKey } from '../payment-provider.ts';
import { type SendRefundOptions, sendRefund } from '../send-refund.ts';
import { type ClaimedItem, lockOpenItem, noteRefund, settleItem } from './compensation.repository.ts';
import { finishItem } from './settle.ts';

/** Why nothing was given; the organiser reads it in words. */
type ItemFailure = 'account_deleted' | 'event_deleted' | 'order_not_paid' | 'nothing_left';

/** @param until when another server takes over what this one does not finish. @throws ProviderAway, ProviderRefusal */
export async function workItem(options: SendRefundOptions, item: ClaimedItem, until: Date): Promise<void> {
  const { db, provider, now } = options;
  const { terms } = item;
  if (terms.remedy === 'refund') {
    // The job of the shop has taken over the refund, and settles the item with it.
    if (item.refundRequestId !== null) return;
    const request = await requestRefund(db, item, { now: now(), until });
    if (request) await sendRefund(options, request);
    return;
  }
  if (terms.remedy === 'credit') {
    const failure = await findFailure(db, item);
    if (failure === undefined) await makeCode(provider, item, terms);
  }
  await db.transaction().execute(async (trx) => {
    // A refund or a dispute of this moment waits, and then takes along what is given here.
    await lockOrder(trx, item.orderId);
    const failure = await findFailure(trx, item);
    if (failure !== undefined) return void (await settleItem(trx, item.id, { now: now(), failure }));
    if (!(await finishItem(trx, item.id, now())) || terms.remedy !== 'replay') return;
    const { eventId, userId } = item;
    const blockId = terms.scope === 'block' ? item.blockId : null;
    await insertAccess(trx, {
      eventId,
      blockId,
      userId,
      startDate: now().toISOString(),
      endDate: terms.endDate,
      compensationItemId: item.id,
    });
  });
}

/** Locks what it finds until the transaction ends. Call it after the lock of the order, if that is taken too. */
async function findFailure(trx: Db, item: ClaimedItem): Promise<ItemFailure | undefined> {
  const { eventId, userId, terms } = item;
  if (userId === null) return 'account_deleted';
  const blockId = terms.remedy === 'replay' && terms.scope === 'block' ? item.blockId : null;
  const found = await lockAccessTargets(trx, { eventId, blockId, userId });
  if (!found.user) return 'account_deleted';
  if (terms.remedy === 'replay' && !(found.event && found.block)) return 'event_deleted';
  const order = await trx
    .selectFrom('orders')
    .select('status')
    .where('id', '=', item.orderId)
    .executeTakeFirst();
  return order?.status === 'paid' ? undefined : 'order_not_paid';
}

async function requestRefund(
  db: Db,
  item: ClaimedItem,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedRefund | undefined> {
  const { id, orderId, actorId } = item;
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!(await lockOpenItem(trx, id))) return undefined;
    const fail = async (failure: ItemFailure) => void (await settleItem(trx, id, { now, failure }));
    const outcome = outcomeOf((await findFacts(trx, orderId)).facts);
    if (order?.paymentIntent == null || outcome.status !== 'paid') return fail('order_not_paid');
    const amount = Math.min(Number(item.amount), leftOf(outcome));
    if (amount <= 0) return fail('nothing_left');
    const reason = 'not-watchable';
    const request = await insertRefundRequest(trx, {
      orderId,
      key: randomUUID(),
      amount,
      reason,
      actorId,
      createdAt: now.toISOString(),
      attempts: 1,
      dueAt: until.toISOString(),
    });
    if (request === undefined) throw new Error('a new key was used before');
    await noteRefund(trx, id, { requestId: request.id, amount });
    await fulfil(trx, orderId, now);
    const { paymentIntent } = order;
    return { id: request.id, orderId, amount, paymentIntent, reason, attempts: 1 };
  });
}

/** Of coupons that this server has made: their other items need no second call. */
const madeCoupons = new WeakMap<PaymentProvider, Set<string>>();

/** One coupon for all items of a compensation with the same amount; a code for each. */
async function makeCode(
  provider: PaymentProvider,
  { id, compensationId, amount, currency, code, attempts }: ClaimedItem,
  terms: Extract<ClaimedItem['terms'], { remedy: 'credit' }>,
): Promise<void> {
  if (code === null) throw new Error('a credit without a code');
  // The key of a call lives for a day: what was made before is found by its code.
  const made = attempts > 1 ? await provider.findPromotionCode(code) : undefined;
  const key = `${personalKey}${id}`;
  if (made?.key === key) return;
  const isAmount = amount !== null && currency !== null;
  const couponId = `compensation-${compensationId}${isAmount ? `-${currency}` : ''}`;
  const coupons = madeCoupons.get(provider) ?? new Set();
  madeCoupons.set(provider, coupons);
  if (!coupons.has(couponId))
    await provider.createCoupon({
      id: couponId,
      name: 'Compensation',
      off:
        'percent' in terms
          ? { percent: terms.percent }
          : { amount: Number(amount), currency: String(currency) },
    });
  coupons.add(couponId);
  await provider.createPromotionCode({
    key,
    couponId,
    code,
    maxRedemptions: 1,
    expiresAt: new Date(terms.endDate),
  });
}
