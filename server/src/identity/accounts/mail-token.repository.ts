import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { MailTokenPurpose, MailTokenTable } from '../identity.tables.ts';

export type MailTokenRow = Selectable<MailTokenTable>;
type NewMailTokenRow = Insertable<MailTokenTable>;

/** Deletes the user's older tokens of the same purpose. Lock the user first, so that two calls leave one token. */
export async function replaceMailToken(db: Db, token: NewMailTokenRow): Promise<void> {
  await db
    .deleteFrom('mailTokens')
    .where(sql<boolean>`user_id = ${token.userId}::uuid`)
    .where('purpose', '=', token.purpose)
    .execute();
  await insertMailToken(db, token);
}

export async function insertMailToken(db: Db, token: NewMailTokenRow): Promise<void> {
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

/** The open invitation of a user. */
export function findInvitationOf(db: Db, userId: string, now: string): Promise<MailTokenRow | undefined> {
  return db
    .selectFrom('mailTokens')
    .selectAll()
    .where('userId', '=', userId)
    .where('purpose', '=', 'invitation')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
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

/**
 * Invalidates the links in the mails of a user. Those that report the account stay: an attacker who changes the password
 * must not invalidate them.
 */
export async function deleteMailTokens(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('mailTokens')
    .where('userId', '=', userId)
    .where('purpose', '!=', 'report-account')
    .execute();
}

/** @returns how many mails with a link to report the account were written since then. */
export async function countReportTokens(db: Db, userId: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('mailTokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('purpose', '=', 'report-account')
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
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
