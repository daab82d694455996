/** What a buyer has, and their open order. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CheckoutParams, OrderItem, OrderState } from '../shop.tables.ts';
import type { Opener } from './opener.ts';
import type { SoldItem } from './sold-items.repository.ts';

/** What a user has for good: bought, or granted without an end. It may start later. */
export function listHeldItems(db: Db, userId: string) {
  return db
    .selectFrom('accesses')
    .select(['eventId', 'blockId', 'startDate'])
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('endDate', 'is', null), eb('orderId', 'is not', null)]))
    .execute();
}

/** What organisers have taken back from a user, who had it for nothing. */
export function listTakenBackItems(db: Db, userId: string) {
  return db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orderItems.eventId', 'orderItems.blockId'])
    .where('orders.userId', '=', userId)
    .where('orders.status', '=', 'revoked')
    .where('orders.revokedByServer', '=', false)
    .execute();
}

/** What a user has for a time, which is no reason not to buy it. */
export async function listLentItems(db: Db, userId: string, now: Date) {
  const { rows } = await sql<{ eventId: string; blockId: string | null; startDate: string; endDate: string }>`
    select event_id, block_id, start_date, end_date from accesses
    where user_id = ${userId} and order_id is null and end_date > ${now.toISOString()}
  `.execute(db);
  return rows;
}

/**
 * The items of this user's orders whose payment takes days, or is disputed. Anybody can pay for any address, so that only
 * those that the user opened count.
 */
export function listHeldUpItems(
  db: Db,
  { userId, mine, openerKey }: { userId: string } & Pick<Opener, 'mine' | 'openerKey'>,
  status: 'processing' | 'disputed',
) {
  return db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orderItems.eventId', 'orderItems.blockId'])
    .where('orders.userId', '=', userId)
    .where('orders.status', '=', status)
    .where(openedBy({ mine, openerKey }))
    .execute();
}

/** Orders whose payment page the caller opened. The key of a browser also counts for what an account opened there. */
export function openedBy({ mine, openerKey }: Pick<Opener, 'mine' | 'openerKey'>) {
  return sql<boolean>`coalesce(orders.opener = any(${mine}) or orders.opener_key = ${openerKey}, false)`;
}

type Item = Pick<OrderItem, 'eventId' | 'blockId'>;

export interface OpenOrder {
  id: string;
  email: string;
  priceId: string;
  status: OrderState;
  url: string | null;
  sessionId: string | null;
  createdAt: string;
  checkout: CheckoutParams;
  priceCurrency: string | null;
}

const openColumns = [
  'id',
  'email',
  'priceId',
  'status',
  'url',
  'sessionId',
  'createdAt',
  'checkout',
  'priceCurrency',
] as const;

export interface NewOrder {
  email: string;
  userId: string | null;
  opener: string | null;
  openerKey: string | null;
  purchaseCounter?: string | null;
  priceId: string;
  priceAmount: number | null;
  priceCurrency: string | null;
  checkout: CheckoutParams;
  createdAt: string;
  reconcileAt: string | null;
}

/**
 * Keeps the caller's account until the transaction ends. @returns false: their session has ended meanwhile, for example
 * because another person has proved the address.
 */
export async function holdCaller(
  trx: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  await sql`select 1 from users where id = ${userId} for share`.execute(trx);
  const { rows } = await sql`
    select 1 from login_sessions where id = ${sessionId} and revoked_at is null
  `.execute(trx);
  return rows.length > 0;
}

/** Keeps the account with this address until the transaction ends, before other locks: see waiting-access.repository.ts. */
export async function holdUserOf(trx: Db, email: string): Promise<void> {
  await sql`select 1 from users where email = ${email} for key share`.execute(trx);
}

/**
 * Keeps events and blocks until the transaction ends: their deletion waits for the order, and refuses because of it.
 * @returns whether all are still there.
 */
export async function holdItems(trx: Db, items: Item[]): Promise<boolean> {
  const eventIds = [...new Set(items.map(({ eventId }) => eventId))];
  const blockIds = [...new Set(items.map(({ blockId }) => blockId).filter((id) => id !== null))];
  const hold = async (table: 'events' | 'blocks', ids: string[]) =>
    (await trx.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute())
      .length === ids.length;
  return (await hold('events', eventIds)) && (blockIds.length === 0 || (await hold('blocks', blockIds)));
}

/** undefined: its opener has an open order of this address and price already. */
export async function insertOpenOrder(
  trx: Db,
  order: NewOrder & { id?: string; sessionId?: string; isOpen?: boolean },
  items: SoldItem[],
): Promise<OpenOrder | undefined> {
  const inserted = await trx
    .insertInto('orders')
    .values({ ...order, checkout: JSON.stringify(order.checkout) })
    .onConflict((conflict) =>
      conflict.columns(['email', 'priceId', 'opener']).where('isOpen', '=', true).doNothing(),
    )
    .returning(openColumns)
    .executeTakeFirst();
  if (inserted === undefined) return undefined;
  await trx
    .insertInto('orderItems')
    .values(
      items.map(({ eventId, blockId, eventName, eventSlug, blockName, blockSlug }) => ({
        orderId: inserted.id,
        eventId,
        blockId,
        eventName,
        eventSlug,
        blockName,
        blockSlug,
      })),
    )
    .execute();
  return inserted as OpenOrder;
}

/** The newest one of these openers, with its items. */
export async function findOpenOrder(
  db: Db,
  { email, priceId }: { email: string; priceId: string },
  openers: string[],
): Promise<(OpenOrder & { items: Item[] }) | undefined> {
  if (openers.length === 0) return undefined;
  const row = await db
    .selectFrom('orders')
    .select(openColumns)
    .select(
      sql<Item[]>`(select json_agg(json_build_object('eventId', event_id, 'blockId', block_id))
        from order_items where order_id = orders.id)`.as('items'),
    )
    .where('email', '=', email)
    .where('priceId', '=', priceId)
    .where('opener', 'in', openers)
    .where('isOpen', '=', true)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return row as (OpenOrder & { items: Item[] }) | undefined;
}

export async function closeOrder(db: Db, orderId: string): Promise<void> {
  await db.updateTable('orders').set({ isOpen: false }).where('id', '=', orderId).execute();
}

export async function deleteUnopenedOrder(db: Db, orderId: string): Promise<void> {
  await db
    .deleteFrom('orders')
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where('sessionId', 'is', null)
    .execute();
}

/**
 * The page that was stored first stays, and is the only one that anybody may get: one order is paid once.
 * @returns its address; undefined when the order was deleted, and nobody may pay for it.
 */
export async function storeCheckout(
  db: Db,
  orderId: string,
  { id, url }: { id: string; url: string },
): Promise<string | undefined> {
  const stored = await db
    .updateTable('orders')
    .set((eb) => ({
      sessionId: eb.fn.coalesce('sessionId', eb.val(id)),
      url: eb.fn.coalesce('url', eb.val(url)),
    }))
    .where('id', '=', orderId)
    .returning('url')
    .executeTakeFirst();
  return stored?.url ?? undefined;
}

export interface ReturningOrder {
  id: string;
  opener: string | null;
  openerKey: string | null;
  email: string | null;
  userId: string | null;
  status: OrderState;
  amount: number | null;
  currency: string | null;
  sessionState: string | null;
}

export async function findOrderOfSession(db: Db, sessionId: string): Promise<ReturningOrder | undefined> {
  return db
    .selectFrom('orders')
    .leftJoin('checkoutSessions', 'checkoutSessions.id', 'orders.sessionId')
    .select([
      ...([
        'orders.id',
        'orders.email',
        'orders.userId',
        'orders.status',
        'orders.amount',
        'orders.currency',
        'orders.opener',
        'orders.openerKey',
      ] as const),
      'checkoutSessions.state as sessionState',
    ])
    .where('orders.sessionId', '=', sessionId)
    .executeTakeFirst();
}

/** Makes an order due that was not asked about for some seconds. @returns whether it is due now. */
export async function makeDue(
  db: Db,
  orderId: string,
  { now, askedBefore }: { now: Date; askedBefore: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ reconcileAt: now.toISOString() })
    .where('id', '=', orderId)
    .where('status', 'in', ['pending', 'processing'])
    .where((eb) =>
      eb.or([eb('reconciledAt', 'is', null), eb('reconciledAt', '<', askedBefore.toISOString())]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The items as they were ordered, with the names of today where they still exist. */
export async function listOrderItems(db: Db, orderId: string): Promise<Array<OrderItem>> {
  const { rows } = await sql<OrderItem>`
    select order_items.event_id, order_items.block_id, order_items.event_name, order_items.block_name, order_items.block_slug,
      coalesce(events.slug, order_items.event_slug) as event_slug
    from order_items left join events on events.id = order_items.event_id
    where order_items.order_id = ${orderId} order by order_items.event_name, order_items.block_name nulls first
  `.execute(db);
  return rows;
}
