import { recordChange } from '../audit/record-change.ts';
import type { Db } from '../db/database.ts';
import { removeSecondFactors } from '../identity/second-factor/remove-second-factors.ts';
import { lockUserByEmail } from '../identity/user.repository.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * For an administrator who has lost the phone and the recovery codes, when no other one can help.
 * @param email lower-case. @param origin of the link in the mail to the owner.
 * @returns what was done, for the operator.
 */
export async function resetSecondFactor(
  db: Db,
  { email, origin, now }: { email: string; origin: string; now: Date },
): Promise<string> {
  const isChanged = await db.transaction().execute(async (trx) => {
    const id = await lockUserByEmail(trx, email);
    if (id === undefined) throw new OperatorError(`There is no account ${email}.`);
    const { isChanged, before, after } = await removeSecondFactors(trx, {
      user: { id, email },
      by: 'administrator',
      origin,
      now,
    });
    await recordChange(trx, null, { action: 'admin reset-second-factor', entityId: id, before, after });
    return isChanged;
  });
  const done = isChanged
    ? `The passkeys and the authenticator app of ${email} are removed; the owner gets a mail.`
    : `${email} had neither a passkey nor an authenticator app.`;
  return `${done} All devices are signed out.`;
}
