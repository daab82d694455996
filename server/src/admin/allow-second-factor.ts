import { recordChange } from '../audit/record-change.ts';
import type { Db } from '../db/database.ts';
import { notifyFactorChange } from '../identity/accounts/notify-factor-change.ts';
import { allowFirstFactor } from '../identity/first-factor.ts';
import { hasSecondFactor } from '../identity/second-factor.repository.ts';
import { findUser, lockUserByEmail } from '../identity/user.repository.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * For an administrator without a second factor, where one is required and no other administrator can allow it.
 * @param email lower-case. @param origin of the link in the mail to the owner.
 * @returns what was done, for the operator.
 */
export async function allowSecondFactor(
  db: Db,
  { email, origin, now }: { email: string; origin: string; now: Date },
): Promise<string> {
  await db.transaction().execute(async (trx) => {
    const id = await lockUserByEmail(trx, email);
    const user = id === undefined ? undefined : await findUser(trx, id);
    if (user === undefined) throw new OperatorError(`There is no account ${email}.`);
    if (await hasSecondFactor(trx, user.id))
      throw new OperatorError(`${email} has a second factor. If it is lost, use reset-second-factor.`);
    const firstFactorUntil = await allowFirstFactor(trx, user.id, now);
    await notifyFactorChange(trx, { user, change: { kind: 'second-factor-allowed' }, origin, now });
    await recordChange(trx, null, {
      action: 'admin allow-second-factor',
      entityId: user.id,
      before: { firstFactorUntil: user.firstFactorUntil },
      after: { firstFactorUntil },
    });
  });
  return `${email} may set up a second factor within 24 hours; the owner gets a mail.`;
}
