import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ProviderPrice } from '../payment-provider.ts';

export interface CachedPrice {
  /** null: the provider does not have it. */
  body: ProviderPrice | null;
  /** null: nobody has got an answer yet. */
  fetchedAt: string | null;
  /** Until then one server is asking. */
  refreshUntil: string | null;
}

export async function findCachedPrice(db: Db, priceId: string): Promise<CachedPrice | undefined> {
  const row = await db
    .selectFrom('priceCache')
    .select(['body', 'fetchedAt', 'refreshUntil'])
    .where('priceId', '=', priceId)
    .executeTakeFirst();
  return row as CachedPrice | undefined;
}

/** Of any number of servers one asks the provider. @returns whether it is this one. */
export async function claimRefresh(
  db: Db,
  priceId: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into price_cache (price_id, refresh_until) values (${priceId}, ${until.toISOString()})
    on conflict (price_id) do update set refresh_until = excluded.refresh_until
    where price_cache.refresh_until is null or price_cache.refresh_until <= ${now.toISOString()}
    returning 1
  `.execute(db);
  return rows.length > 0;
}

/** The first answer did not come, and nobody waits for it any longer. A stored price keeps its claim, and is asked for less often. */
export async function giveUpFirstAnswer(db: Db, priceId: string): Promise<void> {
  await db
    .updateTable('priceCache')
    .set({ refreshUntil: null })
    .where('priceId', '=', priceId)
    .where('fetchedAt', 'is', null)
    .execute();
}

/** What the provider has just created, or just said about it. */
export async function storePrice(
  db: Db,
  priceId: string,
  { body, now }: { body: ProviderPrice | undefined; now: Date },
): Promise<void> {
  const stored = { body: textOf(body), fetchedAt: now.toISOString(), refreshUntil: null };
  await db
    .insertInto('priceCache')
    .values({ priceId, ...stored })
    .onConflict((conflict) => conflict.column('priceId').doUpdateSet(stored))
    .execute();
}

/**
 * The answer of a provider that was asked with this claim. When another claim stands there, the answer is older than what has
 * happened since: it counts as stale.
 * @param claimedUntil of the claim.
 */
export async function storeAnswer(
  db: Db,
  priceId: string,
  { body, now, claimedUntil }: { body: ProviderPrice | undefined; now: Date; claimedUntil: Date },
): Promise<void> {
  await sql`
    update price_cache set body = ${textOf(body)}::jsonb, refresh_until = null,
      fetched_at = case when refresh_until = ${claimedUntil.toISOString()} then ${now.toISOString()}::timestamptz
        else ${longAgo}::timestamptz end
    where price_id = ${priceId}
  `.execute(db);
}

/**
 * The next call that needs a price asks the provider. The stale price is kept while the provider does not answer. A call that
 * is asking now gets an old answer, so its claim is replaced.
 */
export async function expirePrices(db: Db): Promise<void> {
  await sql`
    update price_cache set fetched_at = case when fetched_at is null then null else ${longAgo}::timestamptz end,
      refresh_until = refresh_until + interval '1 millisecond'
    -- Two events at once lock in the same order.
    where price_id in (select price_id from price_cache order by price_id for update)
  `.execute(db);
}

const longAgo = new Date(0).toISOString();

function textOf(body: ProviderPrice | undefined): string | null {
  return body === undefined ? null : JSON.stringify(body);
}
