import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { MailTokenPurpose, MailTokenTable } from './identity.tables.ts';

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

/** At most a thousand at a time, so that it never holds up others. */
export async function deleteExpiredMailTokens(db: Db, now: string): Promise<void> {
  const expired = db.selectFrom('mailTokens').select('tokenHash').where('expiresAt', '<', now).limit(1_000);
  await db.deleteFrom('mailTokens').where('tokenHash', 'in', expired).execute();
}

function goodTokens(db: Db, tokenHash: string, purposes: readonly MailTokenPurpose[], now: string) {
  return db
    .selectFrom('mailTokens')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now);
}
