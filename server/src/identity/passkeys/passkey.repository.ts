/**
 * A passkey whose counter goes back is refused, not removed: with a copy somebody could lock the owner out. Synced
 * passkeys always say 0. The owner learns of a copy only by a refused sign-in.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { PasskeyCeremony, PasskeyRow } from './passkey.tables.ts';
import type { NewCredential } from './passkey-ceremonies.ts';

/** The oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** With the handle of its owner, whom a sign-in does not know otherwise. */
export function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .selectAll('passkeys')
    .select('users.passkeyHandle as userHandle')
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
}

/** @returns undefined when the credential belongs to an account already. */
export async function insertPasskey(
  db: Db,
  { transports, ...passkey }: NewCredential & Pick<PasskeyRow, 'userId' | 'name' | 'createdAt'>,
): Promise<string | undefined> {
  const row = await db
    .insertInto('passkeys')
    .values({
      ...passkey,
      transports: sql`${JSON.stringify(transports)}::jsonb` as never,
      lastUsedAt: null,
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Counts a use, in one statement: of two answers at once, the later one must have the higher counter. A counter that
 * goes back means that there is a copy of the passkey. Synced passkeys always say 0.
 * @returns false when the counter went back, or the passkey was removed meanwhile.
 */
export async function countPasskeyUse(
  db: Db,
  { passkey, counter, isSynced }: { passkey: Pick<PasskeyRow, 'id'>; counter: number; isSynced: boolean },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, isSynced, lastUsedAt: now })
    .where('id', '=', passkey.id)
    // A report may have frozen it meanwhile.
    .where('frozenAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb(sql`${counter}::bigint`, '=', 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false when the user has no such passkey. */
export async function renamePasskey(
  db: Db,
  { id, userId, name }: Pick<PasskeyRow, 'id' | 'userId' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).execute();
}

/** The account's handle. @param newHandle is stored when it has none yet. @returns undefined without such a user. */
export async function findOrSetHandle(
  db: Db,
  userId: string,
  newHandle: string,
): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set(({ fn, ref, val }) => ({ passkeyHandle: fn.coalesce(ref('passkeyHandle'), val(newHandle)) }))
    .where('id', '=', userId)
    .returning('passkeyHandle')
    .executeTakeFirst();
  return row?.passkeyHandle ?? undefined;
}

interface Challenge {
  challenge: string;
  ceremony: PasskeyCeremony;
  sessionId: string;
}

/** An earlier challenge of the session's ceremony stops working: a session never has more than one of each. */
export async function replaceChallenge(db: Db, challenge: Challenge & { expiresAt: string }): Promise<void> {
  const { ceremony, sessionId } = challenge;
  await db
    .deleteFrom('passkeyChallenges')
    .where('sessionId', '=', sessionId)
    .where('ceremony', '=', ceremony)
    .execute();
  await db.insertInto('passkeyChallenges').values(challenge).execute();
}

/** Deletes it in one statement: of several answers to it at once exactly one counts. */
export async function spendChallenge(
  db: Db,
  { challenge, ceremony, sessionId, now }: Challenge & { now: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('ceremony', '=', ceremony)
    .where('sessionId', '=', sessionId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A row outlives its challenge by a day, also when somebody sets the clock back. */
const keptMs = 24 * 3_600_000;

/** Of several right answers to the challenge of a sign-in at once, exactly one stores it. @returns false for the others. */
export async function insertSpentChallenge(db: Db, challenge: string, end: Date): Promise<boolean> {
  const expiresAt = new Date(end.getTime() + keptMs).toISOString();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('passkeyChallenges')
    .values({ challenge, ceremony: 'sign-in', sessionId: null, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** @returns the number of deleted ones. */
export async function deleteExpiredChallenges(db: Db, now: string, limit: number): Promise<number> {
  const expired = db
    .selectFrom('passkeyChallenges')
    .select('challenge')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', 'in', expired.forUpdate().skipLocked())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
