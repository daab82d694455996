import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { OpenOrder } from '../buying/buying.repository.ts';

export interface DueOrder extends OpenOrder {
  paymentIntent: string | null;
  /** Then the provider is not asked: the order is compared with the others of its account. */
  hasNewBuyer: boolean;
}

/** Orders to ask the provider about. They are asked for again at `until`, unless the answer says otherwise. */
export async function claimDueOrders(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    update orders set reconcile_at = ${until.toISOString()}, reconciled_at = ${now.toISOString()}
    where id in (
      select id from orders where reconcile_at <= ${now.toISOString()}
      order by reconcile_at limit ${limit} for update skip locked
    )
    returning id, email, price_id, status, url, session_id, created_at, checkout, price_currency, payment_intent, has_new_buyer
  `.execute(db);
  return rows;
}

export async function scheduleOrder(db: Db, orderId: string, reconcileAt: string | null): Promise<void> {
  await db.updateTable('orders').set({ reconcileAt }).where('id', '=', orderId).execute();
}

/** Nobody has ever had a payment page of it. */
export async function expireOrder(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ status: 'expired', isOpen: false, reconcileAt: null })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .execute();
}
