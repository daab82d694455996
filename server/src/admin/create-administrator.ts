import { recordChange } from '../audit/record-change.ts';
import type { Db } from '../db/database.ts';
import { hashPassword } from '../identity/accounts/passwords.ts';
import { administratorRole } from '../identity/authority/authority.rules.ts';
import { insertUserRoles } from '../identity/authority/role.repository.ts';
import { findUserAccess } from '../identity/authority/user-access.repository.ts';
import { allowFirstFactor } from '../identity/first-factor.ts';
import { findUserByEmail, insertUser, lockUser } from '../identity/user.repository.ts';
import { OperatorError } from '../operator-error.ts';

const action = 'admin create-admin';

/**
 * @param email lower-case.
 * @param grant gives an existing account the role and leaves its password unchanged.
 * @param askPassword called only when an account is created.
 * @returns what was done, for the operator.
 */
export async function createAdministrator(
  db: Db,
  options: { email: string; grant: boolean; askPassword: () => Promise<string>; now: Date },
): Promise<string> {
  const { email, grant } = options;
  const existing = await findUserByEmail(db, email);
  if (existing === undefined) return createAccount(db, options);
  if (!grant) {
    throw new OperatorError(
      `The account ${email} exists already. Add --grant to make it an administrator; its password will not change.`,
    );
  }
  const hadIt = await grantRole(db, existing.id, options.now);
  if (hadIt) return `${email} is an administrator already.`;
  const warning =
    existing.emailVerifiedAt === null
      ? ' Its address was never verified: make sure whose account it is.'
      : '';
  return `${email} is an administrator now.${warning}`;
}

async function createAccount(
  db: Db,
  { email, askPassword, now }: { email: string; askPassword: () => Promise<string>; now: Date },
): Promise<string> {
  const passwordHash = await hashPassword(await askPassword());
  await db.transaction().execute(async (trx) => {
    const name = { firstName: 'First', middleName: null, lastName: 'Administrator' };
    const id = await insertUser(trx, {
      ...name,
      name: `${name.firstName} ${name.lastName}`,
      email,
      // The operator can write to the database, so no verification is needed.
      emailVerifiedAt: now.toISOString(),
      phone: null,
      passwordHash,
    });
    if (id === undefined)
      throw new OperatorError(`The account ${email} was created at the same moment. Try again.`);
    await insertUserRoles(trx, id, [administratorRole]);
    await allowFirstFactor(trx, id, now);
    const after = { email, ...name, roleCodes: [administratorRole] };
    await recordChange(trx, null, { action, entityId: id, before: null, after });
  });
  return `${email} is an administrator now, and can sign in.`;
}

/** @returns true when the account had the role already. */
async function grantRole(db: Db, userId: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const before = (await findUserAccess(trx, userId))?.roleCodes ?? [];
    if (before.includes(administratorRole)) return true;
    await insertUserRoles(trx, userId, [administratorRole]);
    await allowFirstFactor(trx, userId, now);
    await recordChange(trx, null, {
      action,
      entityType: 'user-access',
      entityId: userId,
      before: { roleCodes: before },
      after: { roleCodes: [...before, administratorRole].sort() },
    });
    return false;
  });
}
