import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';

interface DaySales {
  date: string;
  revenue: number;
  /** What promotion codes took off; with the revenue it is the full price. */
  discounted: number;
  refunded: number;
  /** Paid beside the revenue. */
  tax: number;
  /** Went back beside what was refunded. */
  refundedTax: number;
  orders: number;
  buyers: number;
}

export interface CurrencySales {
  currency: string;
  revenue: number;
  discounted: number;
  refunded: number;
  tax: number;
  refundedTax: number;
  disputed: number;
  /** Of orders that open other events too. */
  shared: number;
  orders: number;
  buyers: number;
  days: DaySales[];
}

export interface SalesQuestion {
  /** undefined: all events. */
  eventId: string | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
}

/** The zone of the event, or of the site; undefined: there is no such event. */
export async function findSalesZone(db: Db, eventId: string | undefined): Promise<string | undefined> {
  if (eventId === undefined) {
    const site = await db.selectFrom('settings').select('defaultTimezone').executeTakeFirst();
    return site?.defaultTimezone ?? 'UTC';
  }
  const event = await db.selectFrom('events').select('timezone').where('id', '=', eventId).executeTakeFirst();
  return event?.timezone;
}

/**
 * In one statement, so that the sums fit together. Tax is no revenue: a refund or a dispute of a part gives it back in
 * proportion. It is counted over all refunds of an order so far, so that the parts add up to the tax exactly.
 */
export async function listSales(db: Db, question: SalesQuestion, zone: string): Promise<CurrencySales[]> {
  const within = (column: RawBuilder<unknown>) => sql`(${question.startDate ?? null}::timestamptz is null
      or ${column} >= ${question.startDate ?? null}::timestamptz)
    and (${question.endDate ?? null}::timestamptz is null or ${column} < ${question.endDate ?? null}::timestamptz)`;
  const day = (column: RawBuilder<unknown>) => sql`(${column} at time zone ${zone})::date::text`;
  const [paidAt, createdAt] = [sql.ref('sold.paid_at'), sql.ref('refunds.created_at')];
  const { rows } = await sql<CurrencySales>`
    with sold as (
      select orders.*, coalesce(user_id::text, email, pseudonym) as buyer, exists (
        select 1 from order_items where order_id = orders.id and event_id <> ${question.eventId ?? null}::uuid) as is_shared
      from orders
      where paid_at is not null and amount is not null and (${question.eventId ?? null}::uuid is null or exists (
        select 1 from order_items where order_id = orders.id and event_id = ${question.eventId ?? null}::uuid))
    ),
    paid as (
      select currency, ${day(paidAt)} as date, amount - tax as net, tax, discount,
        disputed_amount - round(disputed_amount * tax::numeric / greatest(amount, 1)) as disputed, buyer, is_shared from sold where ${within(paidAt)}
    ),
    returned as (
      select currency, created_at, ${day(createdAt)} as date, amount, until_now - coalesce(lag(until_now) over parts, 0) as tax
      from (
        select sold.id as order_id, sold.currency, refunds.created_at, refunds.id, refunds.amount,
          round(sum(refunds.amount) over so_far * sold.tax / greatest(sold.amount, 1)) as until_now
        from sold join payments on payments.order_id = sold.id
          join refunds on refunds.payment_intent = payments.payment_intent
        where refunds.state in ('requires_action', 'pending', 'succeeded')
        window so_far as (partition by sold.id order by refunds.created_at, refunds.id)
      ) refunds
      window parts as (partition by order_id order by created_at, id)
    ),
    returned_within as (select * from returned where ${within(sql.ref('returned.created_at'))}),
    days as (
      select currency, date, sum(revenue)::bigint as revenue, sum(discounted)::bigint as discounted,
        sum(refunded)::bigint as refunded, sum(tax)::bigint as tax, sum(refunded_tax)::bigint as refunded_tax,
        sum(orders)::bigint as orders, sum(buyers)::bigint as buyers
      from (
        select currency, date, sum(net) as revenue, sum(discount) as discounted, 0 as refunded, sum(tax) as tax,
          0 as refunded_tax, count(*) as orders,
          count(distinct buyer) as buyers
        from paid group by 1, 2
        union all
        select currency, date, 0, 0, sum(amount - tax), 0, sum(tax), 0, 0 from returned_within group by 1, 2
      ) both_sides group by 1, 2
    )
    select currency, sum(revenue)::bigint as revenue, sum(discounted)::bigint as discounted,
      sum(refunded)::bigint as refunded, sum(tax)::bigint as tax, sum(refunded_tax)::bigint as refunded_tax,
      sum(orders)::bigint as orders,
      (select coalesce(sum(disputed), 0)::bigint from paid where paid.currency = days.currency) as disputed,
      (select coalesce(sum(net), 0)::bigint from paid where paid.currency = days.currency and is_shared) as shared,
      (select count(distinct buyer) from paid where paid.currency = days.currency) as buyers,
      json_agg(json_build_object('date', date, 'revenue', revenue, 'discounted', discounted, 'refunded', refunded,
        'tax', tax, 'refundedTax', refunded_tax,
        'orders', orders, 'buyers', buyers) order by date) as days
    from days group by currency order by sum(orders) desc, currency
  `.execute(db);
  return rows;
}
