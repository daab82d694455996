import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';

export interface NewRecoveryCode {
  number: number;
  codeHash: string;
}

/** The authenticator app of an account, also one that waits for its first code. */
export function findAuthenticator(
  db: Db,
  userId: string,
): Promise<Selectable<Database['authenticators']> | undefined> {
  return db.selectFrom('authenticators').selectAll().where('userId', '=', userId).executeTakeFirst();
}

export interface SecondFactorCounts {
  authenticatorSince: string | null;
  authenticatorFrozenAt: string | null;
  recoveryCodesLeft: number;
  passkeys: number;
  /** Of the passkeys. */
  frozenPasskeys: number;
}

export async function countSecondFactors(db: Db, userId: string): Promise<SecondFactorCounts> {
  const { rows } = await sql<SecondFactorCounts>`
    select
      (select confirmed_at from authenticators where user_id = ${userId}) as authenticator_since,
      (select frozen_at from authenticators where user_id = ${userId}) as authenticator_frozen_at,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes_left,
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::int from passkeys where user_id = ${userId} and frozen_at is not null) as frozen_passkeys
  `.execute(db);
  return rows[0] as SecondFactorCounts;
}

/** Stores a secret that waits for its first code, in place of another one that does. @returns false if one is confirmed. */
export async function insertAuthenticator(
  db: Db,
  pending: { userId: string; secret: string; createdAt: string },
): Promise<boolean> {
  const row = await db
    .insertInto('authenticators')
    .values({ ...pending, confirmedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ secret: pending.secret, createdAt: pending.createdAt })
        .where('authenticators.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Confirms a waiting secret and spends the code of the step. @returns false if the secret no longer waits. */
export async function confirmAuthenticator(
  db: Db,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: string },
): Promise<boolean> {
  const row = await db
    .updateTable('authenticators')
    .set({ confirmedAt: now, lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Spends the code of a step: of several calls at once exactly one succeeds. No step before a used one works either. */
export async function spendStep(
  db: Db,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<boolean> {
  const row = await db
    .updateTable('authenticators')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRecoveryHash(db: Db, userId: string, number: number): Promise<string | null> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('userId', '=', userId)
    .where('number', '=', number)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return row?.codeHash ?? null;
}

/** Of several calls at once exactly one succeeds. */
export async function spendRecoveryCode(
  db: Db,
  userId: string,
  codeHash: string,
  now: string,
): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  { codes, now }: { codes: NewRecoveryCode[]; now: string },
): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ ...code, userId, createdAt: now, usedAt: null })))
    .execute();
}

/** Deletes a confirmed authenticator app with its recovery codes. @returns false when the user has no such app. */
export async function deleteAuthenticator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('authenticators')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  if (row === undefined) return false;
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  return true;
}

/** Deletes passkeys, authenticator app and recovery codes. @returns what there was. */
export async function deleteSecondFactors(
  db: Db,
  userId: string,
): Promise<{ passkeys: number; authenticator: 'set' | null }> {
  const passkeys = await db.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst();
  const hadAuthenticator = await deleteAuthenticator(db, userId);
  await db.deleteFrom('authenticators').where('userId', '=', userId).execute();
  await db.deleteFrom('factorRemovals').where('userId', '=', userId).execute();
  return { passkeys: Number(passkeys.numDeletedRows), authenticator: hadAuthenticator ? 'set' : null };
}

/** Whether the account has proved more than its mailbox: a passkey or a confirmed authenticator app, frozen or not. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { authenticatorSince, passkeys } = await countSecondFactors(db, userId);
  return authenticatorSince !== null || passkeys > 0;
}

/** Deletes secrets that never got a first code. @returns the number of deleted ones. */
export async function deletePendingAuthenticators(db: Db, before: string, limit: number): Promise<number> {
  const pending = db
    .selectFrom('authenticators')
    .select('userId')
    .where('confirmedAt', 'is', null)
    .where('createdAt', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('authenticators')
    .where('userId', 'in', pending.forUpdate().skipLocked())
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Freezes the passkeys and the authenticator app that were added at or after `since`. Deletes an app that still waits for
 * its first code, and recovery codes of that age: the app, or older codes, take their place.
 */
export async function freezeFactorsSince(
  trx: Db,
  userId: string,
  { since, now }: { since: string; now: string },
): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ frozenAt: now })
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .where('frozenAt', 'is', null)
    .execute();
  await trx
    .updateTable('authenticators')
    .set({ frozenAt: now })
    .where('userId', '=', userId)
    .where('confirmedAt', '>=', since)
    .where('frozenAt', 'is', null)
    .execute();
  await trx
    .deleteFrom('authenticators')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute();
  await trx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .execute();
}
