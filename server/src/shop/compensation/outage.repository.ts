/** Outages as organisers see them, and whom they affected (docs/product.md, 26). */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CompensationTerms, OutageCause } from './compensation.tables.ts';

interface Sum {
  currency: string;
  people: number;
  amount: number;
}

interface ListedCompensation {
  id: string;
  terms: CompensationTerms;
  createdAt: string;
  actorName: string | null;
  people: number;
  pending: number;
  done: number;
  failed: number;
  sums: Sum[];
}

export interface ListedOutage {
  id: string;
  eventId: string;
  blockId: string;
  blockName: string;
  cause: OutageCause;
  startDate: string;
  endDate: string | null;
  seconds: number;
  people: number;
  open: number;
  paid: Sum[];
  compensations: ListedCompensation[];
}

export type Which = { eventId: string; leastSeconds: number } | { outageId: string };

/**
 * The outages within the time of their block, which ends with its last broadcast if that is later. A block is paid when it needs an access, or when somebody has paid for it.
 * `since` and `until` are its span; `until` is the present while it goes on.
 */
function spans(which: Which, now: Date): RawBuilder<unknown> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const chosen =
    'outageId' in which
      ? sql`outages.id = ${which.outageId}`
      : sql`blocks.event_id = ${which.eventId} and extract(epoch from
          least(coalesce(outages.ended_at, ${at}), ended.at, ${at}) - greatest(outages.started_at, blocks.start_date)
        ) >= ${which.leastSeconds}`;
  return sql`
    select outages.id, blocks.event_id, outages.block_id, blocks.name as block_name, outages.cause,
      greatest(outages.started_at, blocks.start_date) as since,
      least(coalesce(outages.ended_at, ${at}), ended.at, ${at}) as until,
      outages.ended_at is null and ended.at >= ${at} as goes_on
    from outages join blocks on blocks.id = outages.block_id
      cross join lateral (select end_of_block(blocks.id, ${at}) as at) ended
    where ${chosen} and greatest(outages.started_at, blocks.start_date) < least(coalesce(outages.ended_at, ${at}), ended.at, ${at})
      and (blocks.payment_required or exists (
        select 1 from order_items join orders on orders.id = order_items.order_id
        where order_items.event_id = blocks.event_id and coalesce(order_items.block_id, blocks.id) = blocks.id
          and orders.paid_at is not null))`;
}

/** Everybody who watched when it broke, or tried within its span, with the beginning of their own outage. */
const kept = sql`
    select id as outage_id, user_id, min(since) as since from (
      select span.id, viewer.user_id, greatest(viewer.since, span.since) as since
      from span join outage_viewers viewer on viewer.outage_id = span.id and viewer.since < span.until
      union all
      select span.id, denied.user_id, denied.tried_at
      from span join denied_plays denied on denied.block_id = span.block_id
        and denied.tried_at >= span.since and denied.tried_at < span.until
    ) evidence group by 1, 2`;

/** Of each of them one paid order that opens the block: the one of the block itself before the one of the event. */
const affected = sql`
    select distinct on (kept.outage_id, kept.user_id) kept.outage_id, kept.user_id, orders.id as order_id,
      greatest(kept.since, orders.paid_at) as since, orders.amount, orders.refunded_amount, orders.disputed_amount, orders.currency
    from kept join span on span.id = kept.outage_id
      join orders on orders.user_id = kept.user_id and orders.status = 'paid' and orders.paid_at < span.until
      join order_items on order_items.order_id = orders.id and order_items.event_id = span.event_id
        and coalesce(order_items.block_id, span.block_id) = span.block_id
    order by kept.outage_id, kept.user_id, order_items.block_id nulls last, orders.paid_at, orders.id`;

/** Those who have got nothing for it yet. Two questions: an "or" would compare everybody with every item. */
const open = sql`
    select affected.* from affected
    where not exists (select 1 from compensation_items item
        where item.outage_id = affected.outage_id and item.order_id = affected.order_id)
      and not exists (select 1 from compensation_items item
        where item.outage_id = affected.outage_id and item.user_id = affected.user_id)`;

const ctes = (which: Which, now: Date) =>
  sql`with span as (${spans(which, now)}), kept as (${kept}), affected as (${affected}), open as (${open})`;

/** What has become of an item. A refund that the provider takes back after it was accepted has failed. */
export const itemStatus = sql<'pending' | 'done' | 'failed'>`case
    when item.settled_at is null then 'pending'
    when item.failure is not null or exists (select 1 from refunds
      where refunds.request_id = item.refund_request_id and refunds.state in ('failed', 'canceled')) then 'failed'
    else 'done' end`;

const compensations = sql`(
    select coalesce(json_agg(json_build_object(
      'id', one.id, 'terms', one.terms, 'createdAt', one.created_at, 'actorName', users.name,
      'people', counted.people, 'pending', counted.pending, 'done', counted.done, 'failed', counted.failed,
      'sums', (select coalesce(json_agg(json_build_object('currency', currency, 'people', people, 'amount', amount) order by currency), '[]')
        from (select currency, count(*) as people, sum(amount)::bigint as amount from compensation_items
          where compensation_id = one.id and amount is not null group by 1) sums)
    ) order by one.created_at, one.id), '[]')
    from compensations one left join users on users.id = one.actor_id
      cross join lateral (
        select count(*) as people, count(*) filter (where status = 'pending') as pending,
          count(*) filter (where status = 'done') as done, count(*) filter (where status = 'failed') as failed
        from (select ${itemStatus} as status from compensation_items item where item.compensation_id = one.id) items
      ) counted
    where one.outage_id = span.id)`;

/** The newest first. */
export async function listOutages(
  db: Db,
  which: Which,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<{ data: ListedOutage[]; total: number }> {
  const { rows } = await sql<ListedOutage & { total: number }>`
    ${ctes(which, now)}
    select span.id, span.event_id, span.block_id, span.block_name, span.cause, span.since as start_date,
      case when span.goes_on then null else span.until end as end_date,
      floor(extract(epoch from span.until - span.since))::integer as seconds,
      (select count(*) from open where open.outage_id = span.id)
        + (select count(*) from compensation_items item where item.outage_id = span.id) as people,
      (select count(*) from open where open.outage_id = span.id) as open,
      (select coalesce(json_agg(json_build_object('currency', currency, 'people', people, 'amount', amount) order by currency), '[]')
        from (select open.currency, count(*) as people, sum(open.amount)::bigint as amount from open
          where open.outage_id = span.id group by 1) sums) as paid,
      ${compensations} as compensations, count(*) over () as total
    from span order by span.since desc, span.id limit ${limit} offset ${offset}
  `.execute(db);
  return { data: rows.map(({ total: _total, ...outage }) => outage), total: rows[0]?.total ?? 0 };
}

export async function findOutage(db: Db, outageId: string, now: Date): Promise<ListedOutage | undefined> {
  return (await listOutages(db, { outageId }, { now, limit: 1, offset: 0 })).data[0];
}

export interface Candidate {
  orderId: string;
  userId: string;
  since: string;
  seconds: number;
  /** What is left of it after refunds. */
  left: number;
  amount: number;
  currency: string;
  /** Whether they can watch for ever without any remedy: the block, and the whole event. */
  hasBlock: boolean;
  hasEvent: boolean;
}

/** Everybody who can get something, in one order. */
export async function listCandidates(db: Db, outageId: string, now: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    ${ctes({ outageId }, now)}
    select open.order_id, open.user_id, open.since,
      floor(extract(epoch from span.until - open.since))::integer as seconds,
      open.amount, greatest(open.amount - open.refunded_amount - open.disputed_amount, 0) as left, open.currency,
      exists (select 1 from accesses where accesses.user_id = open.user_id and accesses.event_id = span.event_id
        and end_date is null and coalesce(block_id, span.block_id) = span.block_id) as has_block,
      exists (select 1 from accesses where accesses.user_id = open.user_id and accesses.event_id = span.event_id
        and end_date is null and block_id is null) as has_event
    from open join span on span.id = open.outage_id order by open.order_id
  `.execute(db);
  return rows;
}

export interface ListedPerson {
  orderId: string;
  name: string | null;
  email: string | null;
  pseudonym: string | null;
  startDate: string;
  seconds: number;
  amount: number;
  refundedAmount: number;
  currency: string;
  compensation: {
    remedy: CompensationTerms['remedy'];
    status: 'pending' | 'done' | 'failed';
    amount: number | null;
    currency: string | null;
    failure: string | null;
    settledAt: string | null;
  } | null;
}

/** Who was affected: first those with trouble, then those who have got nothing yet, then by how long. */
export async function listPeople(
  db: Db,
  outageId: string,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<{ data: ListedPerson[]; total: number }> {
  const { rows } = await sql<ListedPerson & { total: number; rank: number }>`
    ${ctes({ outageId }, now)},
    people as (
      select open.order_id, open.since as start_date,
        floor(extract(epoch from span.until - open.since))::integer as seconds, null::json as compensation, 1 as rank
      from open join span on span.id = open.outage_id
      union all
      select item.order_id, item.affected_since, item.seconds, json_build_object(
        'remedy', compensations.terms ->> 'remedy', 'status', ${itemStatus}, 'amount', item.amount,
        'currency', item.currency, 'settledAt', item.settled_at, 'failure', case when item.failure is not null then item.failure
          when ${itemStatus} = 'failed' then 'refund_failed' end),
        case ${itemStatus} when 'failed' then 0 when 'pending' then 2 else 3 end
      from compensation_items item join compensations on compensations.id = item.compensation_id
      where item.outage_id = ${outageId}
    )
    select people.order_id, users.name, coalesce(users.email, orders.email) as email, orders.pseudonym,
      people.start_date, people.seconds, orders.amount, orders.refunded_amount, orders.currency,
      people.compensation, count(*) over () as total
    from people join orders on orders.id = people.order_id left join users on users.id = orders.user_id
    order by people.rank, people.seconds desc, people.order_id limit ${limit} offset ${offset}
  `.execute(db);
  return {
    data: rows.map(({ total: _total, ...person }) => person),
    total: rows[0]?.total ?? 0,
  };
}
