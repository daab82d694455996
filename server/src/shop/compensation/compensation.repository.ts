/** Compensations and their items: one row for each person, worked off one by one. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CompensationTerms } from './compensation.tables.ts';
import { itemStatus } from './outage.repository.ts';

/**
 * Until the transaction ends, this outage neither grows nor is compensated by somebody else.
 * @returns false when there is no such outage.
 */
export async function lockOutage(trx: Db, outageId: string): Promise<boolean> {
  const { rows } = await sql`
    select lock_outages(block_id) from outages where id = ${outageId}`.execute(trx);
  return rows.length > 0;
}

export function findCompensationByKey(trx: Db, key: string) {
  return trx.selectFrom('compensations').select(['id', 'outageId']).where('key', '=', key).executeTakeFirst();
}

/** undefined: its key was used for another outage at this moment. */
export async function insertCompensation(
  trx: Db,
  {
    terms,
    ...compensation
  }: {
    outageId: string;
    eventId: string;
    blockId: string;
    key: string;
    terms: CompensationTerms;
    origin: string;
    actorId: string;
    createdAt: string;
  },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('compensations')
    .values({ ...compensation, terms: JSON.stringify(terms) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface NewItem {
  orderId: string;
  userId: string;
  affectedSince: string;
  seconds: number;
  amount: number | null;
  currency: string | null;
  code: string | null;
}

/** In one statement. The unique keys of the table are the last word on "once for each person". */
export async function insertItems(
  trx: Db,
  items: NewItem[],
  of: { compensationId: string; outageId: string; dueAt: string },
): Promise<void> {
  await sql`
    insert into compensation_items (compensation_id, outage_id, due_at, order_id, user_id, affected_since, seconds, amount, currency, code)
    select ${of.compensationId}::uuid, ${of.outageId}::uuid, ${of.dueAt}::timestamptz, item."orderId", item."userId",
      item."affectedSince", item.seconds, item.amount, item.currency, item.code
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item("orderId" uuid, "userId" uuid,
      "affectedSince" timestamptz, seconds integer, amount bigint, currency text, code text)
    order by item."orderId"
  `.execute(trx);
}

export interface ClaimedItem {
  id: string;
  compensationId: string;
  orderId: string;
  userId: string | null;
  seconds: number;
  amount: number | null;
  currency: string | null;
  code: string | null;
  refundRequestId: string | null;
  /** Including this one. */
  attempts: number;
  terms: CompensationTerms;
  eventId: string;
  blockId: string;
  actorId: string | null;
}

/** Of any number of servers one gets it, until `until`. */
export async function claimItem(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedItem | undefined> {
  const { rows } = await sql<ClaimedItem>`
    update compensation_items item set attempts = attempts + 1, due_at = ${until.toISOString()}
    from compensations
    where compensations.id = item.compensation_id and item.id = (
      select id from compensation_items where settled_at is null and due_at <= ${now.toISOString()}
      order by due_at, id limit 1 for update skip locked
    )
    returning item.id, item.compensation_id, item.order_id, item.user_id, item.seconds, item.amount, item.currency,
      item.code, item.refund_request_id, item.attempts, compensations.terms, compensations.event_id,
      compensations.block_id, compensations.actor_id
  `.execute(db);
  return rows[0];
}

/** @returns false when it is settled already. */
export async function lockOpenItem(trx: Db, itemId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('compensationItems')
    .select('id')
    .where('id', '=', itemId)
    .where('settledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Once. @param failure null: it is done. @returns whether this call settled it. */
export async function settleItem(
  trx: Db,
  itemId: string,
  { now, failure }: { now: Date; failure: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('compensationItems')
    .set({ settledAt: now.toISOString(), failure })
    .where('id', '=', itemId)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function postponeItem(db: Db, itemId: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('compensationItems')
    .set({ dueAt: dueAt.toISOString() })
    .where('id', '=', itemId)
    .where('settledAt', 'is', null)
    .execute();
}

export async function noteRefund(
  trx: Db,
  itemId: string,
  { requestId, amount }: { requestId: string; amount: number },
): Promise<void> {
  await trx
    .updateTable('compensationItems')
    .set({ refundRequestId: requestId, amount })
    .where('id', '=', itemId)
    .execute();
}

/** The item whose refund this is. */
export function findItemOfRefund(trx: Db, requestId: string) {
  return trx
    .selectFrom('compensationItems')
    .select('id')
    .where('refundRequestId', '=', requestId)
    .executeTakeFirst();
}

/** What the mail about an item says; undefined: nobody can get it. */
export async function findMailFacts(trx: Db, itemId: string) {
  const { rows } = await sql<{
    email: string;
    orderId: string;
    amount: number | null;
    currency: string | null;
    code: string | null;
    seconds: number;
    terms: CompensationTerms;
    origin: string;
    eventName: string;
    blockName: string | null;
    eventSlug: string | null;
  }>`
    select users.email, item.order_id, item.amount, item.currency, item.code, item.seconds, compensations.terms,
      compensations.origin, coalesce(events.name, bought.event_name) as event_name,
      coalesce(blocks.name, bought.block_name) as block_name, events.slug as event_slug
    from compensation_items item
      join compensations on compensations.id = item.compensation_id
      join users on users.id = item.user_id
      left join events on events.id = compensations.event_id
      left join blocks on blocks.id = compensations.block_id
      left join lateral (
        select event_name, block_name from order_items
        where order_id = item.order_id and event_id = compensations.event_id
        order by block_id = compensations.block_id desc nulls last limit 1
      ) bought on true
    where item.id = ${itemId}
  `.execute(trx);
  return rows[0];
}

/** An attempt more, so that what was made at the provider before is looked for. @returns how many. */
export async function reopenFailedItems(trx: Db, compensationId: string, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update compensation_items item
    set settled_at = null, failure = null, refund_request_id = null, attempts = 1, due_at = ${now.toISOString()}
    where compensation_id = ${compensationId} and ${itemStatus} = 'failed'
  `.execute(trx);
  return Number(numAffectedRows);
}

export function findCompensation(trx: Db, compensationId: string) {
  return trx
    .selectFrom('compensations')
    .select(['id', 'outageId'])
    .where('id', '=', compensationId)
    .executeTakeFirst();
}
