import type { SignedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { findSignInWays } from '../sign-in-ways.repository.ts';
import { findUser, listPermissionCodes } from '../user.repository.ts';
import { administratorRole, missingPermissions } from './authority.rules.ts';
import { hasOtherHolder, lockRoles } from './role.repository.ts';

/**
 * Locks roles, accesses and accounts against other changes until the transaction ends, on all servers: two
 * administrators who remove each other at once run one after the other.
 * @returns the permissions that the user holds now. @throws problem 403 when they have lost one since the request
 * began.
 */
export async function lockAuthority(trx: Db, user: SignedInUser): Promise<string[]> {
  await lockRoles(trx);
  const held = await listPermissionCodes(trx, user.userId);
  if (!user.permissions.every((code) => held.includes(code)))
    throw problem('forbidden', { detail: 'Your own permissions have changed just now.' });
  return held;
}

/** @param held the actor's permissions. @throws problem 403 when the user has others. */
export async function assertNotStronger(trx: Db, userId: string, held: string[]): Promise<void> {
  if (missingPermissions(held, await listPermissionCodes(trx, userId)).length > 0)
    throw problem('forbidden', { detail: 'This user holds permissions that you lack.' });
}

/** Before an administrator is removed; needs `lockAuthority`. @throws problem 409 for the last one who can sign in. */
export async function assertOtherAdministrator(trx: Db, userId: string): Promise<void> {
  if (!(await hasOtherHolder(trx, administratorRole, userId)))
    throw problem('conflict', { detail: 'The last administrator has to stay.' });
}

/**
 * Before a grant. Anybody can register the address of somebody else, and would then get what that person should have.
 * @throws problem 409 when somebody can sign in to the account, and nobody has confirmed its address.
 */
export async function assertNotOnlyClaimed(trx: Db, userId: string): Promise<void> {
  const user = await findUser(trx, userId);
  const ways = await findSignInWays(trx, userId);
  if (user === undefined || ways === undefined || user.emailVerifiedAt !== null) return;
  if (ways.hasPassword || ways.issuers.length > 0 || ways.passkeys > 0)
    throw problem('conflict', {
      detail:
        'This account has not confirmed its e-mail address, so it may belong to somebody else. Its owner has to confirm it first.',
    });
}
