import type { Db } from '../../db/database.ts';
import { deleteIdentitiesOfUser } from '../provider-identity.repository.ts';
import { deleteSecondFactors } from '../second-factor.repository.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';
import { updateUser } from '../user.repository.ts';
import { deleteMailTokens } from './mail-token.repository.ts';

/**
 * Removes every way into an account whose address nobody had proved: the person who made it may not be the owner of the
 * address, who proves it now. Whatever else can sign in must be removed here too. The user must be locked.
 */
export async function removeWaysIn(trx: Db, userId: string, now: string): Promise<void> {
  await updateUser(trx, userId, { passwordHash: null });
  await revokeSessionsOfUser(trx, userId, now);
  await deleteIdentitiesOfUser(trx, userId);
  await deleteSecondFactors(trx, userId);
  await deleteMailTokens(trx, userId);
}
