import type { Db } from '../../db/database.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { ticketLeftMail } from '../../mail/templates/shop-mails.ts';
import { listOrderItems } from '../buying/buying.repository.ts';
import { claimDays } from '../buying/buying.rules.ts';
import { nameOf } from '../currency.rules.ts';
import { findFacts } from '../fulfilment/facts.repository.ts';
import { leftOf, outcomeOf } from '../fulfilment/facts.rules.ts';
import { fulfil } from '../fulfilment/fulfil.ts';
import { insertAutomaticRefund, lockOrder } from '../fulfilment/fulfilment.repository.ts';
import { withholdAccesses } from '../fulfilment/order-accesses.repository.ts';
import { listUnclaimed, takeOrdersFrom } from './left-orders.repository.ts';

const dayMs = 86_400_000;
const refundsAtOnce = 20;

/**
 * Another person proves the address of an account, and gets it: what was paid in it before stays with who paid, who may
 * be a stranger. The reader of the mailbox is told where the tickets are. The account must be locked.
 */
export async function leaveOrders(trx: Db, userId: string, now: Date): Promise<void> {
  const left = await takeOrdersFrom(trx, userId, now);
  for (const { id, email, origin, isPaid, isFree } of left) {
    await withholdAccesses(trx, id);
    if (!isPaid) continue;
    const items = (await listOrderItems(trx, id)).map(nameOf);
    await enqueueNotice(
      trx,
      email,
      ticketLeftMail({ origin, orderId: id, items, refundDays: isFree ? null : claimDays }),
    );
  }
}

/** Nobody has claimed them in time: the money goes back. @returns how many refunds are on their way now. */
export async function refundUnclaimed(db: Db, now: Date): Promise<number> {
  const ids = await listUnclaimed(db, new Date(now.getTime() - claimDays * dayMs), refundsAtOnce);
  for (const id of ids)
    await db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, id);
      const outcome = outcomeOf((await findFacts(trx, id)).facts);
      // Somebody has claimed it at this moment.
      if (!order?.leftAt || outcome.status !== 'paid') return;
      await insertAutomaticRefund(trx, id, { amount: leftOf(outcome), now });
      await fulfil(trx, id, now);
    });
  return ids.length;
}
