/** What the payment provider has sent and should not have, for the pages of the system and of the order. */
import type { Db } from '../../db/database.ts';
import type { WrongPayment } from '../shop.tables.ts';

/** The last one of each kind. @param pointer to the field of the message. */
export async function storeWebhookFault(
  db: Db,
  { pointer, detail, now }: { pointer: string; detail: string; now: Date },
): Promise<void> {
  const fault = { detail, seenAt: now.toISOString() };
  await db
    .insertInto('webhookFaults')
    .values({ pointer, ...fault })
    .onConflict((conflict) => conflict.column('pointer').doUpdateSet(fault))
    .execute();
}

export async function storeWrongPayment(db: Db, orderId: string, payment: WrongPayment): Promise<void> {
  await db
    .updateTable('orders')
    .set({ wrongPayment: JSON.stringify(payment) })
    .where('id', '=', orderId)
    .execute();
}
