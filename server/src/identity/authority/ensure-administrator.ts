import type { Db } from '../../db/database.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { allowFirstFactor } from '../first-factor.ts';
import { insertUser } from '../user.repository.ts';
import { administratorRole } from './authority.rules.ts';
import { insertUserRoles } from './role.repository.ts';

/** Creates the first administrator of an installation; an account that exists already stays unchanged. */
export async function ensureAdministrator(
  db: Db,
  account: { email: string; password: string; id?: string; firstName?: string; lastName?: string },
  now: Date,
): Promise<void> {
  const { email, password, firstName = 'First', lastName = 'Administrator' } = account;
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const id = await insertUser(trx, {
      ...(account.id ? { id: account.id } : {}),
      email,
      emailVerifiedAt: now.toISOString(),
      name: `${firstName} ${lastName}`,
      firstName,
      middleName: null,
      lastName,
      phone: null,
      passwordHash,
    });
    if (id === undefined) return;
    await insertUserRoles(trx, id, [administratorRole]);
    await allowFirstFactor(trx, id, now);
  });
}
