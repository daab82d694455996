/** Orders as buyers and organisers see them. */
import { type RawBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Db } from '../../db/database.ts';
import type { Location } from '../../events/events.tables.ts';
import { type Fields, whereFilter } from '../../lists/apply-list-query.ts';
import type { Filter, ListQuery } from '../../lists/list-query.ts';
import { listRows } from '../../lists/list-rows.ts';
import { openedBy } from '../buying/buying.repository.ts';
import type { Opener } from '../buying/opener.ts';
import type { OrderItem, RefundReason } from '../shop.tables.ts';

type Status = 'pending' | 'paid' | 'refunded' | 'disputed' | 'expired' | 'revoked';

interface ListedRefund {
  id: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  reason: RefundReason | 'provider';
  actorName: string | null;
  createdAt: string;
}

interface ListedDispute {
  id: string;
  amount: number;
  status: 'inquiry' | 'open' | 'won' | 'lost';
  createdAt: string;
}

/** In the words of the contract. */
const status = sql<Status>`case orders.status
  when 'processing' then 'pending' when 'failed' then 'expired' when 'lost' then 'disputed' else orders.status end`;

interface OrderedItem extends OrderItem {
  isDeleted: boolean;
}

interface Occasion {
  startDate: string;
  endDate: string;
  timezone: string;
  location: Location;
  pictureId: string | null;
}

/** The names are those of the time of the order; the slug leads to the event of today. */
const itemsWith = <Item extends OrderedItem>(more: RawBuilder<unknown>) => sql<Item[]>`(
  select coalesce(json_agg(json_build_object(
    'eventId', item.event_id, 'eventName', item.event_name, 'eventSlug', coalesce(events.slug, item.event_slug),
    'blockId', item.block_id, 'blockName', item.block_name, 'blockSlug', item.block_slug,
    'isDeleted', events.id is null or (item.block_id is not null and blocks.id is null) ${more}
  ) order by item.event_name, item.block_name nulls first), '[]')
  from order_items item left join events on events.id = item.event_id left join blocks on blocks.id = item.block_id
  where item.order_id = orders.id)`;

const items = itemsWith(sql``);

/** With when and where each takes place; nothing of a draft, which does not exist for viewers. */
const purchasedItems = itemsWith<OrderedItem & { occasion: Occasion | null }>(sql`, 'occasion', case
  when events.status != 'draft' and (item.block_id is null or blocks.id is not null) then json_build_object(
    'startDate', coalesce(blocks.start_date, events.start_date), 'endDate', coalesce(blocks.end_date, events.end_date),
    'timezone', events.timezone, 'location', events.location, 'pictureId', events.picture_id
  ) end`);

/** What the buyer typed, as far as the server knows the code. */
const promotionCode = sql<string | null>`coalesce(
  (select code from promotion_codes where id = orders.promotion_code_id), orders.promotion_code_id)`;

const refunds = sql<ListedRefund[]>`(
  select coalesce(json_agg(json_build_object(
    'id', one.id, 'amount', one.amount, 'reason', one.reason, 'actorName', one.actor_name, 'createdAt', one.created_at,
    'status', case when one.state in ('succeeded', 'failed', 'canceled') then one.state else 'pending' end
  ) order by one.created_at, one.id), '[]')
  from (
    select request.id::text, request.amount, request.reason, users.name as actor_name, request.created_at,
      coalesce(refunds.state, case when request.refusal is not null then 'failed' else 'pending' end) as state
    from refund_requests request left join refunds on refunds.request_id = request.id
      left join users on users.id = request.actor_id
    where request.order_id = orders.id
    union all
    select refunds.id, refunds.amount, 'provider', null, refunds.created_at, refunds.state
    from refunds join payments on payments.payment_intent = refunds.payment_intent
    where payments.order_id = orders.id and not exists (
      select 1 from refund_requests request where request.id = refunds.request_id)
  ) one)`;

const disputes = sql<ListedDispute[]>`(
  select coalesce(json_agg(json_build_object(
    'id', disputes.id, 'amount', disputes.amount, 'createdAt', disputes.created_at,
    'status', case
      when disputes.state in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review') then 'open'
      when disputes.state in ('won', 'prevented') then 'won' when disputes.state = 'lost' then 'lost' else 'inquiry' end
  ) order by disputes.created_at, disputes.id), '[]')
  from disputes join payments on payments.payment_intent = disputes.payment_intent where payments.order_id = orders.id)`;

const moved = sql<{ at: string; actorName: string | null } | null>`case when orders.moved_at is not null then
  json_build_object('at', orders.moved_at, 'actorName', (select name from users where id = orders.moved_by)) end`;

const ordersOf = (column: 'event_id' | 'block_id') => (condition: (column: RawBuilder<unknown>) => unknown) =>
  sql<boolean>`exists (select 1 from order_items where order_items.order_id = orders.id
    and ${condition(sql.ref(`order_items.${column}`))})` as never;

const orderFields: Fields = {
  eventId: ordersOf('event_id'),
  blockId: ordersOf('block_id'),
  userId: sql.ref('orders.userId'),
  email: sql.ref('orders.email'),
  status,
  currency: sql.ref('orders.currency'),
  stripePriceId: sql.ref('orders.priceId'),
  promotionCode,
  paymentIntent: sql.ref('orders.paymentIntent'),
  isRefunded: sql`(orders.refunded_amount > 0)`,
  createdAt: sql.ref('orders.createdAt'),
  paidAt: sql.ref('orders.paidAt'),
  amount: sql.ref('orders.amount'),
};

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.userId')
    .select([
      ...(['orders.id', 'orders.email', 'orders.pseudonym', 'orders.userId', 'orders.amount'] as const),
      ...(['orders.currency', 'orders.refundedAmount', 'orders.paymentIntent', 'orders.receiptUrl'] as const),
      ...(['orders.disputedAmount', 'orders.receiptQueuedAt', 'orders.createdAt', 'orders.paidAt'] as const),
      'orders.priceId as stripePriceId',
      'orders.discount',
      'orders.tax',
      'orders.wrongPayment',
      'orders.leftAt',
    ])
    .select((eb) => [
      promotionCode.as('promotionCode'),
      status.as('status'),
      items.as('items'),
      refunds.as('refunds'),
      disputes.as('disputes'),
      moved.as('moved'),
      eb
        .case()
        .when('orders.userId', 'is not', null)
        .then(
          jsonBuildObject({ name: eb.ref('users.name').$notNull(), email: eb.ref('users.email').$notNull() }),
        )
        .end()
        .as('user'),
    ]);
}

export function listOrders(db: Db, query: ListQuery) {
  return listRows(db, query, {
    name: 'orders',
    table: 'orders',
    rows: selectOrders,
    counted: (anyDb) => anyDb.selectFrom('orders'),
    fields: orderFields,
    byDefault: { field: 'createdAt', direction: 'desc' },
    id: sql.ref('orders.id'),
    keptCount: () => undefined,
  });
}

export function findOrder(db: Db, orderId: string) {
  return selectOrders(db).where('orders.id', '=', orderId).executeTakeFirst();
}

/** The orders of a person, the newest first: those of the account, and those that wait for the owner of the address. */
export function listOrdersOf(
  db: Db,
  { userId, email }: { userId: string | null; email: string },
  limit: number,
) {
  return selectOrders(db)
    .where((eb) =>
      eb.or([
        eb('orders.userId', '=', sql<string>`${userId}::uuid`),
        eb.and([eb('orders.userId', 'is', null), eb('orders.email', '=', email)]),
      ]),
    )
    .orderBy('orders.createdAt', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The orders of one user, the newest first, without what only organisers see. Anybody can pay for the address of somebody
 * else, so that the orders of others are not shown before something is paid.
 * @param openedAfter payment pages of older orders have ended.
 */
export async function listPurchases(
  db: Db,
  {
    userId,
    opener,
    openedAfter,
  }: { userId: string; opener: Pick<Opener, 'mine' | 'openerKey'>; openedAfter: Date },
  { limit, offset }: ListQuery,
) {
  const own = db
    .selectFrom('orders')
    .where('orders.userId', '=', userId)
    .where((eb) =>
      eb.or([
        eb('orders.status', 'in', ['paid', 'refunded', 'disputed', 'lost', 'revoked']),
        eb.and([
          openedBy(opener),
          eb.or([
            eb('orders.status', 'in', ['processing', 'failed']),
            eb.and([eb('orders.status', '=', 'pending'), eb('orders.isOpen', '=', true)]),
          ]),
        ]),
      ]),
    );
  const paymentUrl = sql<string | null>`case when orders.status = 'pending'
    and orders.created_at > ${openedAfter.toISOString()} then orders.url end`;
  const [data, { total }] = await Promise.all([
    own
      .select([
        ...(['orders.id', 'orders.amount', 'orders.currency', 'orders.refundedAmount'] as const),
        ...(['orders.receiptUrl', 'orders.createdAt', 'orders.paidAt'] as const),
        ...(['orders.priceId as stripePriceId', 'orders.discount'] as const),
        status.as('status'),
        purchasedItems.as('items'),
        paymentUrl.as('paymentUrl'),
      ])
      .orderBy('orders.createdAt', 'desc')
      .orderBy('orders.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { data, total };
}

export type ExportedOrder = Awaited<ReturnType<typeof listOrdersToExport>>[number];

/** The next orders after `last`, the oldest first. */
export function listOrdersToExport(
  db: Db,
  filter: Filter | undefined,
  { last, limit }: { last: { createdAt: string; id: string } | undefined; limit: number },
) {
  return db
    .selectFrom('orders')
    .select([
      ...(['orders.id', 'orders.createdAt', 'orders.paidAt', 'orders.email', 'orders.pseudonym'] as const),
      ...(['orders.amount', 'orders.refundedAmount', 'orders.currency', 'orders.priceId'] as const),
      ...(['orders.paymentIntent', 'orders.discount', 'orders.disputedAmount', 'orders.tax'] as const),
      promotionCode.as('promotionCode'),
      status.as('status'),
      items.as('items'),
    ])
    .where(whereFilter(filter, orderFields))
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('orders.createdAt', 'orders.id'),
          '>',
          eb.tuple(String(last?.createdAt), String(last?.id)),
        ),
      ),
    )
    .orderBy('orders.createdAt')
    .orderBy('orders.id')
    .limit(limit)
    .execute();
}
