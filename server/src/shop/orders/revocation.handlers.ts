/** A free order has no refund that would end its access: an organiser revokes it. */
import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { ticketGivenBackMail, ticketTakenBackMail } from '../../mail/templates/shop-mails.ts';
import { nameOf } from '../currency.rules.ts';
import { fulfil } from '../fulfilment/fulfil.ts';
import { lockOrder, setRevoked } from '../fulfilment/fulfilment.repository.ts';
import { findOrder } from './order.repository.ts';

type RevocationOperations = 'revokeOrder' | 'restoreOrder';

interface Deps {
  db: Db;
  now: () => Date;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function revocationHandlers({ db, now, wakeOutbox }: Deps): Handlers<RevocationOperations> {
  return {
    async revokeOrder({ path, request }) {
      await change(path.orderId, 'revokeOrder', request);
      return { status: 204 };
    },

    async restoreOrder({ path, request }) {
      await change(path.orderId, 'restoreOrder', request);
      return { status: 204 };
    },
  };

  async function change(
    orderId: string,
    action: RevocationOperations,
    request: FastifyRequest,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const locked = await lockOrder(trx, orderId);
      if (locked === undefined) throw problem('not-found');
      const order = await findOrder(trx, orderId);
      if (order === undefined) throw problem('not-found');
      const [from, to] =
        action === 'revokeOrder' ? (['paid', 'revoked'] as const) : (['revoked', 'paid'] as const);
      if (order.status === to && order.amount === 0) return;
      if (order.status !== from) throw problem('conflict', { detail: 'This order is not paid.' });
      if (order.amount !== 0) throw problem('conflict', { detail: 'It cost money: refund it instead.' });
      await setRevoked(trx, orderId, to === 'revoked' ? now().toISOString() : null);
      await fulfil(trx, orderId, now());
      const mail = to === 'revoked' ? ticketTakenBackMail : ticketGivenBackMail;
      const about = { origin: locked.origin, orderId: order.id, items: order.items.map(nameOf) };
      if (locked.recipient !== null) await enqueueNotice(trx, locked.recipient, mail(about));
      await recordChange(trx, request, {
        action,
        entityId: order.id,
        before: { status: from },
        after: { status: to },
      });
    });
    wakeOutbox();
  }
}
