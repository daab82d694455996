import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * Keeps both accounts until the transaction ends, before the lock of the addresses: a confirmation locks in the same order.
 * See waiting-access.repository.ts.
 */
export async function holdBothBuyers(trx: Db, orderId: string, email: string): Promise<void> {
  await sql`
    select 1 from users
    where email = ${email} or id = (select user_id from orders where id = ${orderId}) order by id for key share
  `.execute(trx);
}

/** What was given for the order after an outage belongs to the person who was there. */
export async function isCompensated(trx: Db, orderId: string): Promise<boolean> {
  const item = await trx
    .selectFrom('compensationItems')
    .select('id')
    .where('orderId', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}

export interface OrderMove {
  email: string;
  userId: string | null;
  movedAt: string;
  movedBy: string;
}

/** Without its effect: the accesses of the old buyer are withheld before, and `fulfil` opens those of the new one. */
export async function updateBuyer(trx: Db, orderId: string, move: OrderMove): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ ...move, leftAt: null, receiptMailId: null, hasNewBuyer: false })
    .where('id', '=', orderId)
    .execute();
}
