/** Who has paid takes what they paid for to their account, confirmed or not (24.9, 24.26). */
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { deleteWaitingMail } from '../../mail/outbox.repository.ts';
import { orderClaimedMail } from '../../mail/templates/shop-mails.ts';
import { findOrderOfSession, holdCaller, listOrderItems } from '../buying/buying.repository.ts';
import { isClaimable, takenByAnother } from '../buying/buying.rules.ts';
import { isMine } from '../buying/opener.ts';
import { nameOf } from '../currency.rules.ts';
import { fulfil } from '../fulfilment/fulfil.ts';
import { findSupportAddress, lockOrder } from '../fulfilment/fulfilment.repository.ts';
import { withholdAccesses } from '../fulfilment/order-accesses.repository.ts';
import { claimOrder } from './left-orders.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function claimHandlers({ db, now, wakeOutbox }: Deps): Handlers<'claimCheckout'> {
  return {
    async claimCheckout({ path, request }) {
      const user = signedInUser(request);
      await db.transaction().execute(async (trx) => {
        if (!(await holdCaller(trx, user))) throw problem('unauthorized');
        const found = await findOrderOfSession(trx, path.checkoutId);
        if (found === undefined || !isMine(found, request)) throw problem('not-found');
        const order = await lockOrder(trx, found.id);
        if (order === undefined) throw problem('not-found');
        // The answer of an earlier call was lost.
        if (order.userId === user.userId) return;
        if (order.userId !== null) throw problem('conflict', { detail: takenByAnother });
        if (!isClaimable(order)) throw problem('conflict', { detail: 'This is not paid.' });
        const isMoved = order.email !== user.email;
        const isUntold =
          isMoved && order.receiptMailId !== null && (await deleteWaitingMail(trx, order.receiptMailId));
        // Those that waited for the owner of the address.
        await withholdAccesses(trx, order.id);
        await claimOrder(trx, order.id, user);
        await fulfil(trx, order.id, now());
        // Who reads the other mailbox had a receipt; after `leaveOrders` they know already.
        if (order.email === null || !isMoved || isUntold || order.leftAt !== null) return;
        const { id: orderId, origin } = order;
        const items = (await listOrderItems(trx, orderId)).map(nameOf);
        const supportEmail = await findSupportAddress(trx);
        await enqueueNotice(trx, order.email, orderClaimedMail({ origin, orderId, items, supportEmail }));
      });
      wakeOutbox();
      return { status: 204 };
    },
  };
}
