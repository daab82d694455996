import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { byteOrderMark, writeCsv } from '../../events/accesses/access-csv.ts';
import { bodyIssue, conflict, problem, validationProblem } from '../../http/problems.ts';
import type { Filter } from '../../lists/list-query.ts';
import { readListQuery } from '../../lists/list-query.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { receiptMail } from '../../mail/templates/shop-mails.ts';
import { endedPagesBefore } from '../buying/buying.rules.ts';
import { openerOf } from '../buying/opener.ts';
import { findAmountFault, nameOf, pageOf, paidInWords } from '../currency.rules.ts';
import { leftOf } from '../fulfilment/facts.rules.ts';
import { fulfil } from '../fulfilment/fulfil.ts';
import { findSupportAddress, lockOrder } from '../fulfilment/fulfilment.repository.ts';
import { proofOf } from '../fulfilment/order-mails.ts';
import { mostWithoutProof } from '../proof.rules.ts';
import { findOrder, listOrders, listOrdersToExport, listPurchases } from './order.repository.ts';
import { orderColumns, writeOrders } from './order-csv.ts';
import { countRefundedOrders, findRequestByKey, insertRefundRequest } from './refund.repository.ts';
import { findSalesZone, listSales } from './sales.repository.ts';

type OrderOperations =
  | 'listOrders'
  | 'getOrder'
  | 'exportOrders'
  | 'refundOrder'
  | 'resendReceipt'
  | 'getSales'
  | 'listPurchases';

const refundsCountMs = 24 * 60 * 60_000;
/** Rows of the export in memory at a time. */
const pageLength = 1_000;

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
  wakeShop: () => void;
  /** People with a complimentary access, of one event or of all. */
  countComplimentary: (eventId: string | undefined) => Promise<number>;
}

export function orderHandlers({
  db,
  now,
  originOf,
  wakeOutbox,
  wakeShop,
  countComplimentary,
}: Deps): Handlers<OrderOperations> {
  return {
    async listOrders({ query }) {
      return { status: 200, body: await listOrders(db, readListQuery(query)) };
    },

    async getOrder({ path }) {
      const order = await findOrder(db, path.orderId);
      if (order === undefined) throw problem('not-found');
      return { status: 200, body: order };
    },

    async exportOrders({ query }) {
      const { filter } = readListQuery({ filter: query.filter });
      // Before the response begins: after that an error could only cut it off.
      const firstPage = await listOrdersToExport(db, filter, { last: undefined, limit: pageLength });
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="orders.csv"',
        },
        body: Readable.from(writePages(db, filter, firstPage)) as never,
      };
    },

    async refundOrder({ path, body, request }) {
      const { userId: actorId } = signedInUser(request);
      const id = await db.transaction().execute(async (trx) => {
        if ((await lockOrder(trx, path.orderId)) === undefined) throw problem('not-found');
        const earlier = await findRequestByKey(trx, body.key);
        if (earlier?.orderId === path.orderId.toLowerCase()) return earlier.id;
        if (earlier) throw usedKey();
        const order = await findOrder(trx, path.orderId);
        const amount = refundableAmount(order, body);
        const since = new Date(now().getTime() - refundsCountMs);
        const others = await countRefundedOrders(trx, { actorId, since, orderId: path.orderId });
        if (others >= mostWithoutProof) request.requireStepUp();
        const inserted = await insertRefundRequest(trx, {
          orderId: path.orderId,
          key: body.key,
          amount,
          reason: body.reason,
          actorId,
          createdAt: now().toISOString(),
        });
        // Calls for one order wait for each other: it was another order.
        if (inserted === undefined) throw usedKey();
        const requestId = inserted.id;
        await fulfil(trx, path.orderId, now());
        await recordChange(trx, request, {
          action: 'refundOrder',
          entityId: requestId,
          before: null,
          after: { orderId: path.orderId, amount, currency: order?.currency ?? null, reason: body.reason },
        });
        return requestId;
      });
      wakeShop();
      return { status: 201, headers: { location: `/api/v1/shop/orders/${path.orderId}` }, body: { id } };
    },

    async resendReceipt({ path, request }) {
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        const locked = await lockOrder(trx, path.orderId);
        const order = await findOrder(trx, path.orderId);
        if (locked === undefined || order === undefined) throw problem('not-found');
        const { amount, currency, items, receiptUrl } = order;
        if (locked.leftAt !== null) throw problem('conflict', { detail: nobodysOrder });
        // An address that the account has left may belong to somebody else.
        const email = order.user?.email ?? order.email;
        if (email === null) throw problem('conflict', { detail: accountIsGone });
        // It promises the access.
        if (order.status !== 'paid' || amount === null || currency === null)
          throw problem('conflict', { detail: whyNoReceipt[order.status] ?? isNotPaid });
        const first = items.find(({ isDeleted }) => !isDeleted);
        const mail = receiptMail({
          origin,
          ...paidInWords(order),
          orderId: order.id,
          receiptUrl,
          items: items.map(nameOf),
          goneItems: items.filter(({ isDeleted }) => isDeleted).map(nameOf),
          supportEmail: await findSupportAddress(trx),
          page: first === undefined ? null : pageOf(first),
          token: await proofOf(trx, { ...locked, recipient: email }, now()),
        });
        await enqueueNotice(trx, email, mail);
        await recordChange(trx, request, {
          action: 'resendReceipt',
          entityId: order.id,
          before: null,
          after: { email },
        });
      });
      wakeOutbox();
      return { status: 204 };
    },

    async getSales({ query }) {
      const { eventId, startDate, endDate } = query;
      const timezone = await findSalesZone(db, eventId);
      if (timezone === undefined) throw problem('not-found');
      const currencies = await listSales(db, { eventId, startDate, endDate }, timezone);
      const complimentary = await countComplimentary(eventId);
      return { status: 200, body: { timezone, currencies, complimentary } };
    },

    async listPurchases({ query, request }) {
      const { userId } = signedInUser(request);
      const own = { userId, opener: openerOf(request), openedAfter: endedPagesBefore(now()) };
      const list = await listPurchases(db, own, readListQuery(query));
      return { status: 200, body: list };
    },
  };
}

const usedKey = () => conflict(bodyIssue('/key', 'Another order was refunded with this key.'));

const isNotPaid = 'This order is not paid.';
const isFree = 'It cost nothing. Revoke it instead.';
const allIsBack = 'All of the money is back with the buyer, who keeps the access.';
const whyNotRefundable: Record<string, string> = {
  pending: isNotPaid,
  expired: isNotPaid,
  refunded: 'It is refunded in full.',
  revoked: 'It cost nothing, and is revoked.',
};

const whyNoReceipt: Record<string, string> = {
  refunded: 'It is refunded in full. The receipt would promise the access that has ended.',
  disputed: 'Its payment is disputed. The receipt would promise the access that is suspended.',
  revoked: 'It is revoked. The receipt would promise the access that has ended.',
};

/** While the bank decides, a refund would give the money back twice. */
function disputed(disputes: Array<{ status: string }>) {
  return disputes.some(({ status }) => status === 'lost')
    ? problem('conflict', {
        detail: 'The bank, or refunds together with it, have given all of the money back to the buyer.',
      })
    : problem('payment-disputed', {
        detail:
          'The bank of the buyer decides about it, and holds the money until then. Answer the dispute at the payment provider; to give the money back, accept it there.',
      });
}
const nobodysOrder =
  'Another person has proved the address. The order waits for the browser that paid; you can move it to another address.';
const accountIsGone = 'The account of the buyer was deleted.';

/** @throws problem 409 when the order has changed, or has not so much left; 400 when the currency cannot pay it. */
function refundableAmount(
  order: Awaited<ReturnType<typeof findOrder>>,
  body: { amount?: number | undefined; refundedAmount: number },
): number {
  if (order?.status === 'disputed') throw disputed(order.disputes);
  if (order === undefined || order.amount === null || order.status !== 'paid')
    throw problem('conflict', { detail: whyNotRefundable[order?.status ?? 'pending'] });
  if (order.refundedAmount !== body.refundedAmount)
    throw conflict(
      bodyIssue('/refundedAmount', 'Somebody else has refunded it meanwhile. Look at the order again.'),
    );
  const left = leftOf(order);
  if (left <= 0) throw problem('conflict', { detail: order.amount > 0 ? allIsBack : isFree });
  if ((body.amount ?? left) > left)
    throw conflict(bodyIssue('/amount', 'Is more than is left of the order.'));
  // All that is left can always be paid.
  const fault =
    body.amount === undefined || body.amount === left
      ? undefined
      : findAmountFault(body.amount, order.currency ?? '');
  if (fault) throw validationProblem([bodyIssue('/amount', fault)]);
  return body.amount ?? left;
}

async function* writePages(
  db: Db,
  filter: Filter | undefined,
  firstPage: Awaited<ReturnType<typeof listOrdersToExport>>,
) {
  yield byteOrderMark + writeCsv([orderColumns]);
  let page = firstPage;
  while (page.length > 0) {
    yield writeOrders(page);
    const last = page.length < pageLength ? undefined : page.at(-1);
    if (last === undefined) return;
    page = await listOrdersToExport(db, filter, { last, limit: pageLength });
  }
}
