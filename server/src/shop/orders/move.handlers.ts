/** A buyer has mistyped the address: an organiser moves the order, and its access, to the right one. */
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { findConfirmedOwners } from '../../events/accesses/waiting-access.repository.ts';
import { bodyIssue, conflict, problem } from '../../http/problems.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { deleteWaitingMail } from '../../mail/outbox.repository.ts';
import { orderArrivedMail, orderLeftMail } from '../../mail/templates/shop-mails.ts';
import { covers } from '../buying/buying.rules.ts';
import { nameOf } from '../currency.rules.ts';
import { findFacts } from '../fulfilment/facts.repository.ts';
import { fulfil } from '../fulfilment/fulfil.ts';
import {
  type FulfilledOrder,
  findSupportAddress,
  listItemsOfOthers,
  lockBuyer,
  lockOrder,
} from '../fulfilment/fulfilment.repository.ts';
import { withholdAccesses } from '../fulfilment/order-accesses.repository.ts';
import { holdBothBuyers, isCompensated, updateBuyer } from './move.repository.ts';
import { findOrder } from './order.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function moveHandlers({ db, now, wakeOutbox }: Deps): Handlers<'moveOrder'> {
  return {
    async moveOrder({ path, body, request }) {
      const { userId: movedBy } = signedInUser(request);
      const { email } = body;
      await db.transaction().execute(async (trx) => {
        await holdBothBuyers(trx, path.orderId, email);
        const owners = await findConfirmedOwners(trx, [email]);
        const locked = await lockOrder(trx, path.orderId);
        const order = await findOrder(trx, path.orderId);
        if (locked === undefined || order === undefined) throw problem('not-found');
        // The answer of an earlier call was lost.
        if (order.email === email) return;
        if (order.email !== body.from)
          throw conflict(
            bodyIssue('/from', 'Somebody else has moved it meanwhile. Look at the order again.'),
          );
        await assertMovable(trx, order);
        const userId = owners.get(email) ?? null;
        await assertOfUse(trx, { ...locked, email, userId });
        if (locked.receiptMailId !== null) await deleteWaitingMail(trx, locked.receiptMailId);
        await withholdAccesses(trx, order.id);
        await updateBuyer(trx, order.id, { email, userId, movedAt: now().toISOString(), movedBy });
        await fulfil(trx, order.id, now());
        const supportEmail = await findSupportAddress(trx);
        const about = {
          origin: locked.origin,
          orderId: order.id,
          items: order.items.map(nameOf),
          supportEmail,
        };
        if (locked.recipient !== null) await enqueueNotice(trx, locked.recipient, orderLeftMail(about));
        await enqueueNotice(trx, email, orderArrivedMail(about));
        await recordChange(trx, request, {
          action: 'moveOrder',
          entityId: order.id,
          before: { email: order.email },
          after: { email },
        });
      });
      wakeOutbox();
      return { status: 204 };
    },
  };

  /** @throws problem 409 when the new buyer has everything already: the order would open nothing more. */
  async function assertOfUse(trx: Db, target: FulfilledOrder) {
    await lockBuyer(trx, target);
    const { items } = await findFacts(trx, target.id);
    const held = await listItemsOfOthers(trx, { ...target, createdAt: now().toISOString() }, 'paid');
    if (items.length > 0 && covers(held, items, now()))
      throw conflict(
        bodyIssue('/email', 'The buyer with this address has all of it already. Refund the order instead.'),
      );
  }
}

const whyNot: Record<string, string> = {
  refunded: 'It is refunded in full, and opens nothing.',
  disputed: 'Its payment is disputed. The bank decides first.',
  revoked: 'It is revoked, and opens nothing.',
};

/** @throws problem 409 */
async function assertMovable(trx: Db, order: NonNullable<Awaited<ReturnType<typeof findOrder>>>) {
  const refuse = (detail: string) => problem('conflict', { detail });
  if (order.email === null) throw refuse('The account of the buyer was deleted.');
  if (order.status !== 'paid') throw refuse(whyNot[order.status] ?? 'This order is not paid.');
  if (order.disputedAmount > 0) throw refuse('A part of its payment is disputed.');
  if (await isCompensated(trx, order.id))
    throw refuse('Its buyer has got a compensation for it, so that it stays with them.');
}
