import type { Db } from '../db/database.ts';

/** The ways in which the user can sign in. @returns undefined without such a user. */
export async function findSignInWays(
  db: Db,
  userId: string,
): Promise<{ hasPassword: boolean; issuers: string[]; passkeys: number } | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['passwordHash'])
    .select(({ selectFrom, fn }) =>
      selectFrom('passkeys')
        .select(fn.countAll<number>().as('count'))
        .whereRef('passkeys.userId', '=', 'users.id')
        .as('passkeys'),
    )
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const identities = await db
    .selectFrom('providerIdentities')
    .select('issuer')
    .distinct()
    .where('userId', '=', userId)
    .orderBy('issuer')
    .execute();
  return {
    hasPassword: user.passwordHash !== null,
    issuers: identities.map(({ issuer }) => issuer),
    passkeys: Number(user.passkeys),
  };
}
