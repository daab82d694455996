/** Promotion codes as the payment provider last had them. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { PromotionCode } from '../payment-provider.ts';

/** As many as the provider is asked for. */
const mostCodes = 1_000;

export interface StoredList {
  data: PromotionCode[];
  hasMore: boolean;
  fetchedAt: string;
}

/** An answer that was asked for later stays. */
export async function storeList(
  db: Db,
  { data, hasMore }: { data: PromotionCode[]; hasMore: boolean },
  askedAt: Date,
): Promise<void> {
  const fetchedAt = askedAt.toISOString();
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into promotion_lists (fetched_at, has_more) values (${fetchedAt}, ${hasMore})
      on conflict (id) do update set fetched_at = excluded.fetched_at, has_more = excluded.has_more
      where promotion_lists.fetched_at <= excluded.fetched_at
    `.execute(trx);
    await storeCodes(trx, data, askedAt);
  });
}

export async function storeCodes(db: Db, codes: PromotionCode[], askedAt: Date): Promise<void> {
  // Always in the same order, so that two answers at once cannot deadlock.
  const rows = codes
    .map((body) => ({ id: body.id, code: body.code, created_at: body.createdAt, body }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await sql`
    insert into promotion_codes (id, code, body, created_at, fetched_at)
    select id, code, body, created_at, ${askedAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id text, code text, body jsonb, created_at timestamptz)
    order by id
    on conflict (id) do update set code = excluded.code, body = excluded.body, fetched_at = excluded.fetched_at
    where promotion_codes.fetched_at <= excluded.fetched_at
  `.execute(db);
}

/** undefined: the provider has never answered. */
export async function findStoredList(db: Db): Promise<StoredList | undefined> {
  const list = await db.selectFrom('promotionLists').select(['fetchedAt', 'hasMore']).executeTakeFirst();
  if (list === undefined) return undefined;
  const rows = await db
    .selectFrom('promotionCodes')
    .select('body')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostCodes)
    .execute();
  return { ...list, data: rows.map(({ body }) => body as PromotionCode) };
}

export async function findStoredCode(db: Db, id: string): Promise<PromotionCode | undefined> {
  const row = await db.selectFrom('promotionCodes').select('body').where('id', '=', id).executeTakeFirst();
  return row?.body as PromotionCode | undefined;
}

/** The names of these products and their prices, as far as a price of them was read. */
export async function listKnownProducts(
  db: Db,
  productIds: string[],
): Promise<Array<{ productId: string; name: string; priceId: string }>> {
  const { rows } = await sql<{ productId: string; name: string; priceId: string }>`
    select body ->> 'productId' as product_id, body ->> 'name' as name, price_id from price_cache
    where body ->> 'productId' = any(${productIds}) order by price_id
  `.execute(db);
  return rows;
}

/** In any case: the provider finds a code so, too. */
export async function isKnownCode(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('promotionCodes')
    .select('id')
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the account has confirmed this address. */
export async function ownsAddress(db: Db, userId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
