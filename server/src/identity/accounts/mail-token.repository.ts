import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { MailTokenPurpose, MailTokenTable } from '../identity.tables.ts';

export type MailTokenRow = Selectable<MailTokenTable>;

/** The older ones of the same purpose stop working. Lock the user first, so that two at once leave one. */
export async function replaceMailToken(db: Db, token: MailTokenRow): Promise<void> {
  await db
    .deleteFrom('mailTokens')
    .where(sql<boolean>`user_id = ${token.userId}::uuid`)
    .where('purpose', '=', token.purpose)
    .execute();
  await db.insertInto('mailTokens').values(token).execute();
}

/** One that is still good; it is not used up by being found. */
export function findMailToken(
  db: Db,
  tokenHash: string,
  purposes: readonly MailTokenPurpose[],
  now: string,
): Promise<MailTokenRow | undefined> {
  return goodTokens(db, tokenHash, purposes, now).executeTakeFirst();
}

/** Uses it up, in one statement: of many at once exactly one gets it. Lock the user first. */
export function spendMailToken(
  db: Db,
  tokenHash: string,
  purposes: readonly MailTokenPurpose[],
  now: string,
): Promise<MailTokenRow | undefined> {
  return db
    .deleteFrom('mailTokens')
    .where('tokenHash', 'in', goodTokens(db, tokenHash, purposes, now).clearSelect().select('tokenHash'))
    .returningAll()
    .executeTakeFirst();
}

export async function deleteMailTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('mailTokens').where('userId', '=', userId).execute();
}

/** Those that expired before `before`. @returns how many. */
export async function deleteExpiredMailTokens(db: Db, before: string, limit: number): Promise<number> {
  const expired = db
    .selectFrom('mailTokens')
    .select('tokenHash')
    .where('expiresAt', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('mailTokens')
    .where('tokenHash', 'in', expired.forUpdate().skipLocked())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function goodTokens(db: Db, tokenHash: string, purposes: readonly MailTokenPurpose[], now: string) {
  return db
    .selectFrom('mailTokens')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now);
}
