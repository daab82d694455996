import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { MailTokenPurpose, MailTokenTable } from '../identity.tables.ts';

export type MailTokenRow = Selectable<MailTokenTable>;

/** Deletes the user's older tokens of the same purpose. Lock the user first, so that two calls leave one token. */
export async function replaceMailToken(db: Db, token: MailTokenRow): Promise<void> {
  await db
    .deleteFrom('mailTokens')
    .where(sql<boolean>`user_id = ${token.userId}::uuid`)
    .where('purpose', '=', token.purpose)
    .execute();
  await db.insertInto('mailTokens').values(token).execute();
}

/** Finds a valid token and leaves it valid. */
export function findMailToken(
  db: Db,
  tokenHash: string,
  purposes: readonly MailTokenPurpose[],
  now: string,
): Promise<MailTokenRow | undefined> {
  return validTokens(db, tokenHash, purposes, now).executeTakeFirst();
}

/** Deletes and returns a valid token in one statement: of many calls only one gets it. Lock the user first. */
export function spendMailToken(
  db: Db,
  tokenHash: string,
  purposes: readonly MailTokenPurpose[],
  now: string,
): Promise<MailTokenRow | undefined> {
  return db
    .deleteFrom('mailTokens')
    .where('tokenHash', 'in', validTokens(db, tokenHash, purposes, now).clearSelect().select('tokenHash'))
    .returningAll()
    .executeTakeFirst();
}

export async function deleteMailTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('mailTokens').where('userId', '=', userId).execute();
}

/** Deletes tokens that expired before `before`. @returns how many. */
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

function validTokens(db: Db, tokenHash: string, purposes: readonly MailTokenPurpose[], now: string) {
  return db
    .selectFrom('mailTokens')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now);
}
