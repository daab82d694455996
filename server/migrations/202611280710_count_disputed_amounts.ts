import { type Kysely, sql } from 'kysely';

/** A dispute may be about a part of an order: it closes what refunds and disputes together have taken back. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table orders add column disputed_amount bigint not null default 0`.execute(db);
  await sql`
    update orders set disputed_amount = least(orders.amount, disputed.amount)
    from (
      select payments.order_id, sum(disputes.amount) as amount
      from disputes join payments on payments.payment_intent = disputes.payment_intent
      where disputes.state in ('needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review')
      group by 1
    ) disputed
    where orders.id = disputed.order_id and orders.amount is not null`.execute(db);
  // What was closed for a part is looked at again by the shop's job.
  await sql`
    update orders set reconcile_at = now()
    where status in ('disputed', 'lost') and disputed_amount + refunded_amount < amount`.execute(db);
}
