import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';

interface DaySales {
  date: string;
  revenue: number;
  /** What promotion codes took off; with the revenue it is the full price. */
  discounted: number;
  refunded: number;
  orders: number;
  buyers: number;
}

export interface CurrencySales {
  currency: string;
  revenue: number;
  discounted: number;
  refunded: number;
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

/** In one statement, so that the sums fit together. */
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
      select currency, ${day(paidAt)} as date, amount, discount, status, buyer, is_shared from sold where ${within(paidAt)}
    ),
    returned as (
      select sold.currency, ${day(createdAt)} as date, refunds.amount
      from sold join payments on payments.order_id = sold.id
        join refunds on refunds.payment_intent = payments.payment_intent
      where refunds.state in ('requires_action', 'pending', 'succeeded') and ${within(createdAt)}
    ),
    days as (
      select currency, date, sum(revenue)::bigint as revenue, sum(discounted)::bigint as discounted,
        sum(refunded)::bigint as refunded,
        sum(orders)::bigint as orders, sum(buyers)::bigint as buyers
      from (
        select currency, date, sum(amount) as revenue, sum(discount) as discounted, 0 as refunded, count(*) as orders,
          count(distinct buyer) as buyers
        from paid group by 1, 2
        union all
        select currency, date, 0, 0, sum(amount), 0, 0 from returned group by 1, 2
      ) both_sides group by 1, 2
    )
    select currency, sum(revenue)::bigint as revenue, sum(discounted)::bigint as discounted,
      sum(refunded)::bigint as refunded, sum(orders)::bigint as orders,
      (select coalesce(sum(amount), 0)::bigint from paid
        where paid.currency = days.currency and status in ('disputed', 'lost')) as disputed,
      (select coalesce(sum(amount), 0)::bigint from paid where paid.currency = days.currency and is_shared) as shared,
      (select count(distinct buyer) from paid where paid.currency = days.currency) as buyers,
      json_agg(json_build_object('date', date, 'revenue', revenue, 'discounted', discounted, 'refunded', refunded,
        'orders', orders, 'buyers', buyers) order by date) as days
    from days group by currency order by sum(orders) desc, currency
  `.execute(db);
  return rows;
}
