/** Fighters by what they were called before: ids of those who were merged into others, and old slugs. */
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { uuid } from '../db/uuid.ts';

/** @returns the id as it is now, in lower case; an unknown one is returned as it is. */
export async function findCurrentId(db: Db, fighterId: string): Promise<string> {
  const id = fighterId.toLowerCase();
  const merged = await db
    .selectFrom('mergedFighters')
    .select('fighterId')
    .where('id', '=', id)
    .executeTakeFirst();
  return merged?.fighterId ?? id;
}

/** Of a row of `fighters`. A slug of today comes before a slug of the past. */
export function isFighter(idOrSlug: string) {
  return uuid.test(idOrSlug)
    ? sql<SqlBool>`fighters.id = coalesce((select fighter_id from merged_fighters where id = ${idOrSlug}), ${idOrSlug}::uuid)`
    : sql<SqlBool>`fighters.id = coalesce(
        (select id from fighters named where named.slug = ${idOrSlug}),
        (select fighter_id from old_fighter_slugs where slug = ${idOrSlug}))`;
}
