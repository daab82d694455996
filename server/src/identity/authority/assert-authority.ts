import type { SignedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { listPermissionCodes } from '../user.repository.ts';
import { administratorRole, missingPermissions } from './authority.rules.ts';
import { countHolders, lockRoles } from './role.repository.ts';

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

/** Before an administrator is removed; needs `lockAuthority`. @throws problem 409 for the last one. */
export async function assertOtherAdministrator(trx: Db): Promise<void> {
  if ((await countHolders(trx, administratorRole)) < 2)
    throw problem('conflict', { detail: 'The last administrator has to stay.' });
}
