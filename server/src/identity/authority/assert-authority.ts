import type { SignedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { listPermissionCodes } from '../user.repository.ts';
import { administratorRole, lackingOf } from './authority.rules.ts';
import { countHolders, lockRoles } from './role.repository.ts';

/**
 * Holds every other change of roles, accesses and accounts back until the transaction ends, on all servers: two
 * administrators who remove each other at once come one after the other.
 * @returns what the user holds now. @throws problem 403 when he has lost something since the request began.
 */
export async function lockAuthority(trx: Db, user: SignedInUser): Promise<string[]> {
  await lockRoles(trx);
  const held = await listPermissionCodes(trx, user.userId);
  if (!user.permissions.every((code) => held.includes(code)))
    throw problem('forbidden', { detail: 'Your own permissions have changed just now.' });
  return held;
}

/** @param held what the actor holds. @throws problem 403 when the user holds more. */
export async function assertNotStronger(trx: Db, userId: string, held: string[]): Promise<void> {
  if (lackingOf(held, await listPermissionCodes(trx, userId)).length > 0)
    throw problem('forbidden', { detail: 'This user holds permissions that you lack.' });
}

/** Before an administrator goes; needs the lock of `lockAuthority`. @throws problem 409 for the last one. */
export async function assertOtherAdministrator(trx: Db): Promise<void> {
  if ((await countHolders(trx, administratorRole)) < 2)
    throw problem('conflict', { detail: 'The last administrator has to stay.' });
}
