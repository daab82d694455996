import type { Db } from '../../db/database.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import type { UserRow } from '../identity.tables.ts';
import { deleteSecondFactors } from '../second-factor.repository.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';

/**
 * For an owner who has lost the phone and the recovery codes: removes passkeys and authenticator app, signs all
 * devices out and notifies the owner. The user must be locked; wake the outbox after the commit.
 * @returns the audited fields, before and after.
 */
export async function removeSecondFactors(
  trx: Db,
  { user, origin, now }: { user: Pick<UserRow, 'id' | 'email'>; origin: string; now: Date },
) {
  const before = await deleteSecondFactors(trx, user.id);
  await revokeSessionsOfUser(trx, user.id, now.toISOString());
  const isChanged = before.passkeys > 0 || before.authenticator !== null;
  if (isChanged) await notifyOwner(trx, { user, change: { kind: 'second-factor-removed' }, origin, now });
  return { isChanged, before, after: { passkeys: 0, authenticator: null } };
}
