import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';

export type FactorRemoval = Selectable<Database['factorRemovals']>;

/**
 * A factor that works is not lost: its use ends the removal. The use of a frozen factor proves nothing. A code is accepted for
 * two steps of 30 seconds.
 */
const isOpen = sql<boolean>`not exists (select 1 from passkeys
    where user_id = factor_removals.user_id and frozen_at is null and last_used_at >= factor_removals.requested_at)
  and not exists (select 1 from authenticators
    where user_id = factor_removals.user_id and frozen_at is null and to_timestamp((last_step + 2) * 30) > factor_removals.requested_at)
  and not exists (select 1 from recovery_codes
    where user_id = factor_removals.user_id and used_at >= factor_removals.requested_at)`;

/** @returns undefined also after a factor of the account was used. */
export function findOpenRemoval(db: Db, userId: string): Promise<FactorRemoval | undefined> {
  return db
    .selectFrom('factorRemovals')
    .selectAll()
    .where('userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();
}

/** In place of one that was stopped. */
export async function replaceRemoval(db: Db, removal: FactorRemoval): Promise<void> {
  await deleteRemoval(db, removal.userId);
  await db.insertInto('factorRemovals').values(removal).execute();
}

export async function updateRemoval(
  db: Db,
  { userId, ...changes }: Pick<FactorRemoval, 'userId' | 'remindedAt' | 'dueAt'>,
): Promise<void> {
  await db.updateTable('factorRemovals').set(changes).where('userId', '=', userId).execute();
}

export async function deleteRemoval(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('factorRemovals').where('userId', '=', userId).execute();
}

/** The users whose second mail or whose removal is due, open or not. */
export async function listDueRemovals(
  db: Db,
  { now, requestedBefore, limit }: { now: string; requestedBefore: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('factorRemovals')
    .select('userId')
    .where(({ or, and, eb }) =>
      or([
        and([eb('remindedAt', 'is', null), eb('requestedAt', '<=', requestedBefore)]),
        eb('dueAt', '<=', now),
      ]),
    )
    .orderBy('dueAt')
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}
