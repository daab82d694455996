import type { Db } from '../../db/database.ts';
import { deleteIdentitiesOfUser } from '../provider-identity.repository.ts';
import { deleteSecondFactors } from '../second-factor.repository.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';
import { updateUser } from '../user.repository.ts';
import { deleteMailTokens } from './mail-token.repository.ts';

/** What else follows when the owner of an address gets an account that somebody else may have made. */
export type OnTakeOver = (trx: Db, userId: string, now: Date) => Promise<void>;

/**
 * Removes every way into an account whose address nobody had proved: the person who made it may not be the owner of the
 * address, who proves it now. Whatever else can sign in must be removed here too. The user must be locked.
 */
export async function removeWaysIn(
  trx: Db,
  userId: string,
  { now, onTakeOver }: { now: Date; onTakeOver: OnTakeOver },
): Promise<void> {
  await updateUser(trx, userId, { passwordHash: null });
  await revokeSessionsOfUser(trx, userId, now.toISOString());
  await deleteIdentitiesOfUser(trx, userId);
  await deleteSecondFactors(trx, userId);
  await deleteMailTokens(trx, userId);
  await onTakeOver(trx, userId, now);
}
