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
    .forShare()
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
