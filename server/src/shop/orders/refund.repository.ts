/** Refunds that somebody or the server itself has asked for, on their way to the provider. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { RefundReason } from '../shop.tables.ts';

export interface RefundRequest {
  id: string;
  orderId: string;
  amount: number;
}

export function findRequestByKey(trx: Db, key: string): Promise<RefundRequest | undefined> {
  return trx
    .selectFrom('refundRequests')
    .select(['id', 'orderId', 'amount'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** undefined: its key was used at this moment. */
export function insertRefundRequest(
  trx: Db,
  request: {
    orderId: string;
    key: string;
    amount: number;
    reason: RefundReason;
    actorId: string | null;
    createdAt: string;
    /** Of a caller that sends it by itself: the job takes it over at `dueAt`. */
    attempts?: number;
    dueAt?: string;
  },
): Promise<{ id: string } | undefined> {
  return trx
    .insertInto('refundRequests')
    .values(request)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Other orders than this one. Calls of one person wait for each other, so that parallel ones count too. */
export async function countRefundedOrders(
  trx: Db,
  { actorId, since, orderId }: { actorId: string; since: Date; orderId: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${actorId}`}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('refundRequests')
    .select(({ fn }) => fn.count<string>('orderId').distinct().as('count'))
    .where('actorId', '=', actorId)
    .where('createdAt', '>', since.toISOString())
    .where('orderId', '!=', orderId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface ClaimedRefund extends RefundRequest {
  paymentIntent: string;
  reason: RefundReason;
  /** Including this one. */
  attempts: number;
}

/** Of any number of servers one gets it, until `until`. */
export async function claimRefund(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedRefund | undefined> {
  const { rows } = await sql<ClaimedRefund>`
    update refund_requests set attempts = attempts + 1, due_at = ${until.toISOString()}
    from orders where orders.id = refund_requests.order_id and orders.payment_intent is not null
      and refund_requests.id = (
        select one.id from refund_requests one join orders on orders.id = one.order_id
        where one.settled_at is null and one.due_at <= ${now.toISOString()} and orders.payment_intent is not null
        order by one.due_at limit 1 for update of one skip locked
      )
    returning refund_requests.id, refund_requests.order_id, refund_requests.amount, refund_requests.attempts,
      refund_requests.reason, orders.payment_intent
  `.execute(db);
  return rows[0];
}

/** @param refusal why the provider says no; null: it has accepted it. */
export async function settleRefund(
  db: Db,
  id: string,
  { now, refusal }: { now: Date; refusal: string | null },
): Promise<void> {
  await db
    .updateTable('refundRequests')
    .set({ settledAt: now.toISOString(), refusal })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .execute();
}

export async function postponeRefund(db: Db, id: string, dueAt: Date): Promise<void> {
  await db.updateTable('refundRequests').set({ dueAt: dueAt.toISOString() }).where('id', '=', id).execute();
}
