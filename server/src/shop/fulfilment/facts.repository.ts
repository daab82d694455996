/** Facts of the payment provider: each is stored once, and replaced only by a later one. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Fact, ProviderEvent, SessionFact } from '../payment-provider.ts';
import type { OrderItemRow } from '../shop.tables.ts';
import { type OrderFacts, rankOf } from './facts.rules.ts';

/** @returns false when this event was here before. */
export async function insertEvent(db: Db, event: ProviderEvent): Promise<boolean> {
  const { rows } = await newEvent(event).execute(db);
  return rows.length > 0;
}

/**
 * Stores a fact, and the event that says it: a repeated event stores nothing. One statement, because a sale sends hundreds
 * of events a second.
 *
 * It locks the payment until the transaction ends, also while its order is not known yet: everything that is said about
 * one payment happens one after the other.
 * @returns the order of the fact, or null while nobody knows it; undefined when the event was here before.
 */
export async function storeFact(
  trx: Db,
  fact: Fact,
  event?: ProviderEvent,
): Promise<{ orderId: string | null } | undefined> {
  const { paymentIntent } = fact;
  const ownOrderId = fact.kind === 'session' ? fact.orderId : null;
  // Each step reads the one before it, so that they happen, and lock, in this order.
  const payment =
    paymentIntent === null
      ? sql`select ${ownOrderId}::uuid as order_id from event`
      : sql`
        insert into payments (payment_intent, order_id) select ${paymentIntent}, ${ownOrderId}::uuid from event
        on conflict (payment_intent) do update set order_id = coalesce(payments.order_id, excluded.order_id)
        returning order_id`;
  const { rows } = await sql<{ orderId: string | null }>`
    with event as (${event ? newEvent(event) : sql`select 1`}),
    payment as (${payment}),
    fact as (${newFact(fact)})
    select order_id from payment
  `.execute(trx);
  return rows[0];
}

const newEvent = ({ id, type, objectId, created }: ProviderEvent) => sql<{ id: string }>`
  insert into provider_events (id, type, object_id, created) values (${id}, ${type}, ${objectId}, ${created})
  on conflict do nothing returning id`;

/** A later fact replaces an earlier one. */
function newFact(fact: Fact) {
  const rank = rankOf(fact.kind, fact.state);
  const { id, state, amount } = fact;
  if (fact.kind === 'session')
    // The states of a session have one order, so that their time says nothing more.
    return sql`
      insert into checkout_sessions (id, order_id, state, amount, currency, discount, tax, promotion_code_id, as_of, rank)
      select ${id}, ${fact.orderId}::uuid, ${state}, ${amount}::bigint, ${fact.currency},
        ${fact.discount ?? 0}::bigint, ${fact.tax ?? 0}::bigint, ${fact.promotionCodeId ?? null}, 0, ${rank}::integer from payment
      on conflict (id) do update set
        state = excluded.state, amount = excluded.amount, currency = excluded.currency,
        discount = excluded.discount, tax = excluded.tax, promotion_code_id = excluded.promotion_code_id, rank = excluded.rank
      where excluded.rank > checkout_sessions.rank`;
  const [table, requestId] =
    fact.kind === 'refund' ? ['refunds', sql`${fact.requestId}::uuid`] : ['disputes', undefined];
  return sql`
    insert into ${sql.table(table)} (id, payment_intent, state, amount, created_at, as_of, rank${requestId ? sql`, request_id` : sql``})
    select ${id}, ${fact.paymentIntent}, ${state}, ${amount}::bigint, ${instant(fact.createdAt)}::timestamptz,
      ${fact.asOf}::bigint, ${rank}::integer${requestId ? sql`, ${requestId}` : sql``} from payment
    on conflict (id) do update set
      state = excluded.state, amount = excluded.amount, as_of = excluded.as_of, rank = excluded.rank
    where (excluded.as_of, excluded.rank) > (${sql.ref(`${table}.as_of`)}, ${sql.ref(`${table}.rank`)})`;
}

/** With the time when it begins. */
export type FulfilledItem = OrderItemRow & { startDate: string };

interface KnownOrder {
  facts: OrderFacts;
  /** Those that still exist, once the order is paid. They are kept until the transaction ends. */
  items: FulfilledItem[];
  /** All that was ordered. */
  ordered: OrderItemRow[];
}

/** Of `request`, which made `refunds`; without it the refund was made at the provider. */
const reasonOfRefund = sql`'createdAt', coalesce(request.created_at, refunds.created_at),
  'isForOutage', coalesce(request.reason = 'not-watchable', false),
  'isCompensation', exists (select 1 from compensation_items where refund_request_id = request.id)`;

/** Everything that is known about an order, in one statement. Call it when the order is locked. */
export async function findFacts(trx: Db, orderId: string): Promise<KnownOrder> {
  const { rows } = await sql<OrderFacts & Omit<KnownOrder, 'facts'>>`
    with intents as (select payment_intent from payments where order_id = ${orderId}),
    items as materialized (
      select order_items.*,
        coalesce((select start_date from blocks where id = order_items.block_id), events.start_date) as start_date
      from order_items join events on events.id = order_items.event_id
      where order_items.order_id = ${orderId}
        and exists (select 1 from checkout_sessions where order_id = ${orderId} and state = 'paid')
        and (order_items.block_id is null or exists (
          select 1 from blocks where blocks.id = order_items.block_id for key share
        ))
      for key share of events
    )
    select
      (select coalesce(json_agg(json_build_object('state', state, 'amount', amount, 'currency', currency,
        'discount', discount, 'tax', tax, 'promotionCodeId', promotion_code_id)), '[]')
        from checkout_sessions where order_id = ${orderId}) as sessions,
      (select coalesce(json_agg(json_build_object('state', state, 'amount', refunds.amount, ${reasonOfRefund})), '[]')
        from refunds left join refund_requests request on request.id = refunds.request_id
        where payment_intent in (select payment_intent from intents)) as refunds,
      (select coalesce(json_agg(json_build_object('state', state, 'amount', amount, 'createdAt', created_at)), '[]')
        from disputes where payment_intent in (select payment_intent from intents)) as disputes,
      (select coalesce(json_agg(json_build_object('amount', request.amount, ${reasonOfRefund})), '[]')
        from refund_requests request left join refunds on refunds.request_id = request.id
        where request.order_id = ${orderId} and refusal is null and refunds.id is null) as requested_refunds,
      exists (select 1 from orders where id = ${orderId} and revoked_at is not null) as is_revoked,
      (select coalesce(json_agg(items), '[]') from items) as items,
      (select coalesce(json_agg(item order by item.event_name, item.block_name nulls first), '[]')
        from order_items item where item.order_id = ${orderId}) as ordered
  `.execute(trx);
  const { items, ordered, ...facts } = rows[0] as OrderFacts & Omit<KnownOrder, 'facts'>;
  return { facts, items, ordered };
}

/** For the page of the system. */
export async function insertLostSession(db: Db, { id, orderId }: SessionFact): Promise<void> {
  await db
    .insertInto('lostSessions')
    .values({ id, orderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** For the operator who looks for a delivery; what counts is in the facts. */
export async function deleteOldEvents(db: Db, before: string, limit: number): Promise<number> {
  const old = db.selectFrom('providerEvents').select('id').where('receivedAt', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('providerEvents').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

function instant(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
