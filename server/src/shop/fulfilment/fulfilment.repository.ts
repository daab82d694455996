/** What follows from the facts of an order: its state, and whether it was bought twice. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { OrderState } from '../shop.tables.ts';

export interface FulfilledOrder {
  id: string;
  email: string | null;
  /** The present address of its account, or the order's where there is none; null: nobody gets mails about it. */
  recipient: string | null;
  /** Its account has confirmed that address. */
  isConfirmed: boolean;
  userId: string | null;
  /** It has left the account of its address, and nobody has claimed it. */
  leftAt: string | null;
  status: OrderState;
  createdAt: string;
  paidAt: string | null;
  paymentIntent: string | null;
  receiptUrl: string | null;
  receiptQueuedAt: string | null;
  receiptMailId: string | null;
  refundMailedAt: string | null;
  origin: string;
  /** null: not known. */
  priceAmount: number | null;
  priceCurrency: string | null;
  /** Its account got it with the address, and it was not compared with the other orders of the account yet. */
  hasNewBuyer: boolean;
  /** The counter of unpaid purchases that it stands in. */
  purchaseCounter: string | null;
}

/**
 * Keeps the account of the buyer until the transaction ends, and then locks the order: a deletion of the account locks in
 * the same order. Also gives the order to the account that has confirmed its address, if there is one now.
 */
export async function lockOrder(trx: Db, orderId: string): Promise<FulfilledOrder | undefined> {
  const { rows } = await sql<FulfilledOrder>`
    with buyer as materialized (
      select 1 from orders join users on users.id = orders.user_id
        or (orders.user_id is null and orders.left_at is null and users.email = orders.email
          and users.email_verified_at is not null)
      where orders.id = ${orderId} for key share of users
    )
    select id, email,
      case when left_at is null then coalesce((select users.email from users where users.id = holder.user_id), orders.email)
      end as recipient,
      exists (select 1 from users where users.id = holder.user_id and users.email_verified_at is not null) as is_confirmed,
      status, created_at, paid_at, payment_intent, receipt_url, receipt_queued_at, receipt_mail_id, refund_mailed_at,
      checkout ->> 'origin' as origin, holder.user_id, left_at, has_new_buyer, purchase_counter, price_amount, price_currency
    from orders cross join lateral (
      select coalesce(orders.user_id, (
        select users.id from users
        where users.email = orders.email and users.email_verified_at is not null and orders.left_at is null
      )) as user_id
    ) holder
    -- Reads the buyer first; it is always true.
    where id = ${orderId} and (select count(*) from buyer) >= 0 for update of orders
  `.execute(trx);
  return rows[0];
}

interface Holder {
  userId: string | null;
  email: string | null;
}

/** Where buyers ask for help; null: nobody has set it. */
export async function findSupportAddress(db: Db): Promise<string | null> {
  const row = await db.selectFrom('settings').select('supportEmail').executeTakeFirst();
  return row?.supportEmail ?? null;
}

/** Without its effect: call `fulfil`. */
export async function setRevoked(
  trx: Db,
  orderId: string,
  revokedAt: string | null,
  { byServer = false } = {},
): Promise<void> {
  const change = { revokedAt, revokedByServer: byServer };
  await trx.updateTable('orders').set(change).where('id', '=', orderId).execute();
}

/**
 * Two orders of one buyer that are paid at the same moment see each other: those of one address, also while an account
 * confirms it, and those of one account, also under two addresses. Everybody locks the address before the account.
 */
export async function lockBuyer(trx: Db, { userId, email }: Holder): Promise<void> {
  for (const key of [email, userId].filter((one) => one !== null))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`buyer ${key}`}, 0))`.execute(trx);
}

/** Whether its buyer was told of another free order for the same that the server took back too. */
export async function wasToldOfSame(trx: Db, orderId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from orders one join orders other on other.email = one.email and other.price_id = one.price_id
    where one.id = ${orderId} and other.id <> one.id and other.revoked_by_server
      and other.refund_mailed_at > ${since.toISOString()}::timestamptz limit 1
  `.execute(trx);
  return rows.length > 0;
}

interface HeldItem {
  eventId: string;
  blockId: string | null;
  startDate: string | null;
  /** By an organiser, for nothing. */
  isGranted: boolean;
}

/**
 * What the other orders of this buyer open that are paid, or that an organiser has revoked. The account is the buyer; the
 * address alone counts only while no account has confirmed it, because it may have belonged to somebody else before.
 * Beside the paid ones, what organisers have granted without an end before this order was made, and open since before it.
 */
export async function listItemsOfOthers(
  trx: Db,
  order: Holder & { id: string; createdAt: string },
  status: 'paid' | 'revoked',
) {
  const isBuyer = (table: 'orders' | 'accesses') => {
    const [userId, email] = [sql.ref(`${table}.user_id`), sql.ref(`${table}.email`)];
    return sql`(${userId} = ${order.userId}::uuid
      or (${order.userId}::uuid is null and ${userId} is null and ${email} = ${order.email}))`;
  };
  const { rows } = await sql<HeldItem>`
    select order_items.event_id, order_items.block_id, false as is_granted,
      -- Only a start that an organiser has moved: the clocks of two servers differ.
      case when accesses.start_date > orders.paid_at then accesses.start_date end as start_date
    from order_items join orders on orders.id = order_items.order_id
      left join accesses on accesses.order_id = orders.id and accesses.event_id = order_items.event_id
        and accesses.block_id is not distinct from order_items.block_id
    where orders.status = ${status} and not orders.revoked_by_server and orders.id <> ${order.id} and orders.left_at is null
      and ${isBuyer('orders')}
    union all
    select event_id, block_id, true, start_date from accesses
    where ${status} = 'paid' and order_id is null and end_date is null
      and greatest(start_date, granted_at) <= ${order.createdAt} and ${isBuyer('accesses')}
  `.execute(trx);
  return rows;
}

/** What fails twice at a bank fails again: the organiser and the buyer find another way. */
const mostFailedRefunds = 2;

/** One at a time; after some have failed, or one was refused, no more. @returns false: none was stored. */
export async function insertAutomaticRefund(
  trx: Db,
  orderId: string,
  { amount, now }: { amount: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into refund_requests (order_id, amount, reason, created_at)
    select ${orderId}::uuid, ${amount}::bigint, 'automatic', ${now.toISOString()}::timestamptz
    from refund_requests request left join refunds on refunds.request_id = request.id
    where request.order_id = ${orderId} and request.key is null
    having count(request.refusal) = 0
      and count(*) filter (where refunds.state in ('failed', 'canceled')) < ${mostFailedRefunds}
    on conflict (order_id) where key is null and settled_at is null do nothing
  `.execute(trx);
  return numAffectedRows > 0n;
}

export interface OrderChange {
  userId: string | null;
  status: OrderState;
  amount: number | null;
  currency: string | null;
  discount: number;
  tax: number;
  promotionCodeId: string | null;
  refundedAmount: number;
  disputedAmount: number;
  paidAt: string | null;
  paymentIntent: string | null;
  receiptUrl: string | null;
  receiptQueuedAt: string | null;
  receiptMailId: string | null;
  refundMailedAt: string | null;
  reconcileAt: string | null;
}

/** Stores the state of an order. Its accesses are to follow: `openAccesses`, `withholdAccesses`. */
export async function updateOrder(trx: Db, orderId: string, change: OrderChange): Promise<void> {
  // Nothing but buying opens an order again.
  const closing = change.status === 'pending' ? {} : { isOpen: false, purchaseCounter: null };
  await trx
    .updateTable('orders')
    .set({ ...change, ...closing, hasNewBuyer: false })
    .where('id', '=', orderId)
    .execute();
}
