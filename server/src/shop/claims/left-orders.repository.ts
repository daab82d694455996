/** Orders that have left their account, and claims of orders without an account (24.26, 24.27). */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface LeftOrder {
  id: string;
  email: string;
  origin: string;
  isPaid: boolean;
  isFree: boolean;
}

/**
 * Takes an account the orders that it paid for itself. Only the browser that paid keeps their pages. Without their effect:
 * withhold the accesses. The account must be locked.
 */
export async function takeOrdersFrom(trx: Db, userId: string, now: Date): Promise<LeftOrder[]> {
  const { rows } = await sql<LeftOrder>`
    update orders set user_id = null, left_at = ${now.toISOString()}::timestamptz, is_open = false,
      opener = case when opener_key is not null then 'key:' || opener_key end
    where user_id = ${userId}::uuid and opener = ${`user:${userId}`}
    returning id, email, checkout ->> 'origin' as origin, status = 'paid' as is_paid, amount = 0 as is_free
  `.execute(trx);
  return rows;
}

/** From now on it is this account's, as if it had opened the payment page. Without its effect: call `fulfil`. */
export async function claimOrder(
  trx: Db,
  orderId: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  // With another address it needs a receipt of its own.
  await sql`
    update orders set user_id = ${userId}::uuid, email = ${email}, opener = ${`user:${userId}`}, is_open = false,
      left_at = null, has_new_buyer = true,
      receipt_queued_at = case when email = ${email} then receipt_queued_at end,
      receipt_mail_id = case when email = ${email} then receipt_mail_id end
    where id = ${orderId}::uuid
  `.execute(trx);
}

/** Those that nobody has claimed, and for which no refund was tried. */
export async function listUnclaimed(db: Db, leftBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where left_at < ${leftBefore.toISOString()}::timestamptz and user_id is null and status = 'paid' and amount > 0
      and not exists (select 1 from refund_requests where order_id = orders.id and key is null)
    order by left_at limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
