import type { Db } from '../db/database.ts';
import type { UserRow } from './identity.tables.ts';

/** Locks the identity and the user until the transaction ends, so that nobody can take over the account meanwhile. */
export function findUserByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('providerIdentities', 'providerIdentities.userId', 'users.id')
    .selectAll('users')
    .where('providerIdentities.issuer', '=', issuer)
    .where('providerIdentities.subject', '=', subject)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** @returns false when the identity belongs to a user already. */
export async function insertProviderIdentity(
  db: Db,
  identity: { issuer: string; subject: string; userId: string },
): Promise<boolean> {
  const row = await db
    .insertInto('providerIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** The identities of every issuer. The user must be locked. */
export async function countIdentities(db: Db, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('providerIdentities')
    .select('subject')
    .where('userId', '=', userId)
    .execute();
  return rows.length;
}

/** Whether the user has an identity of the issuer. The user must be locked. */
export async function hasIdentityOf(db: Db, userId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('providerIdentities')
    .select('subject')
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the issuers of the deleted identities, sorted. */
export async function deleteIdentitiesOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('providerIdentities')
    .where('userId', '=', userId)
    .returning('issuer')
    .execute();
  return rows.map(({ issuer }) => issuer).sort();
}

/** Deletes the identities that were linked at or after `since`. */
export async function deleteIdentitiesSince(db: Db, userId: string, since: string): Promise<void> {
  await db
    .deleteFrom('providerIdentities')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .execute();
}

/** Notes a sign-in with the identity. */
export async function updateIdentityUse(
  db: Db,
  { issuer, subject, now }: { issuer: string; subject: string; now: string },
): Promise<void> {
  await db
    .updateTable('providerIdentities')
    .set({ lastUsedAt: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** The identities of the user, the first one first. */
export function listIdentitiesOfUser(db: Db, userId: string) {
  return db
    .selectFrom('providerIdentities')
    .select(['issuer', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('issuer')
    .execute();
}

/** Per issuer the number of accounts and the last sign-in; an issuer without identities is missing. */
export async function listProviderUse(
  db: Db,
  issuers: string[],
): Promise<Map<string, { users: number; lastUsedAt: string | null }>> {
  if (issuers.length === 0) return new Map();
  const rows = await db
    .selectFrom('providerIdentities')
    .where('issuer', 'in', issuers)
    .groupBy('issuer')
    .select(['issuer'])
    .select(({ fn }) => [
      fn.count<number>('userId').distinct().as('users'),
      fn.max('lastUsedAt').as('lastUsedAt'),
    ])
    .execute();
  return new Map(rows.map(({ issuer, users, lastUsedAt }) => [issuer, { users: Number(users), lastUsedAt }]));
}
