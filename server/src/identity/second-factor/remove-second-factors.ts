import type { Db } from '../../db/database.ts';
import { notifyFactorChange } from '../accounts/notify-factor-change.ts';
import { allowFirstFactor } from '../first-factor.ts';
import type { UserRow } from '../identity.tables.ts';
import { deleteSecondFactors } from '../second-factor.repository.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';

const kinds = { administrator: 'second-factor-removed', wait: 'second-factor-removed-by-wait' } as const;

/**
 * For an owner who has lost the phone and the recovery codes: removes passkeys and authenticator app, signs all
 * devices out and notifies the owner. The user must be locked; wake the outbox after the commit.
 * @param by an administrator, who thereby allows new ones, or the wait after a request.
 * @returns the audited fields, before and after.
 */
export async function removeSecondFactors(
  trx: Db,
  {
    user,
    by,
    origin,
    now,
  }: { user: Pick<UserRow, 'id' | 'email'>; by: keyof typeof kinds; origin: string; now: Date },
) {
  const before = await deleteSecondFactors(trx, user.id);
  await revokeSessionsOfUser(trx, user.id, now.toISOString());
  if (by === 'administrator') await allowFirstFactor(trx, user.id, now);
  const isChanged = before.passkeys > 0 || before.authenticator !== null;
  if (isChanged) await notifyFactorChange(trx, { user, change: { kind: kinds[by] }, origin, now });
  return { isChanged, before, after: { passkeys: 0, authenticator: null } };
}
