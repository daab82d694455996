import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { endDeadInvitation } from '../accounts/may-still-invite.ts';
import { type OnTakeOver, removeWaysIn } from '../accounts/remove-ways-in.ts';
import type { UserRow } from '../identity.tables.ts';
import {
  countIdentities,
  findUserByIdentity,
  hasIdentityOf,
  insertProviderIdentity,
} from '../provider-identity.repository.ts';
import { hasSecondFactor } from '../second-factor.repository.ts';
import { findUser, insertUser, lockUserByEmail, updateUser } from '../user.repository.ts';
import { judgeLink, type Refusal } from './provider.rules.ts';
import type { ProviderIdentity } from './provider.tables.ts';

export type Admission = { user: UserRow } | { refusal: Refusal };

/**
 * Finds the account of an identity, links it to the account with its e-mail address, or creates one.
 * @param trx a transaction: of two first sign-ins at once the second one finds the account of the first.
 */
export async function admitIdentity(
  trx: Db,
  identity: ProviderIdentity,
  { now, onTakeOver }: { now: Date; onTakeOver: OnTakeOver },
): Promise<Admission> {
  const instant = now.toISOString();
  const known = await findUserByIdentity(trx, identity);
  if (known) {
    const proves = identity.emailVerified && identity.email === known.email && known.emailVerifiedAt === null;
    if (!proves) return { user: known };
    // The provider verifies the address only now. Until now somebody else could have been in the account.
    const isShared =
      known.passwordHash !== null ||
      (await countIdentities(trx, known.id)) > 1 ||
      (await hasSecondFactor(trx, known.id));
    if (isShared) {
      await takeOver(trx, known.id, identity, { now, onTakeOver });
      return linkTo(trx, identity, known.id);
    }
    await updateUser(trx, known.id, { emailVerifiedAt: instant, updatedAt: instant });
    return { user: known };
  }
  const { email, emailVerified, name, firstName, middleName, lastName } = identity;
  if (email === null) return { refusal: 'email_missing' };

  const id = await insertUser(trx, {
    email,
    emailVerifiedAt: emailVerified ? instant : null,
    name,
    firstName,
    middleName,
    lastName,
    phone: null,
    passwordHash: null,
  });
  if (id !== undefined) return linkTo(trx, identity, id);

  const userId = await lockUserByEmail(trx, email);
  const user = userId && (await findUser(trx, userId));
  // The account was deleted at the same moment.
  if (!user) throw problem('service-unavailable', { headers: { 'retry-after': '1' } });
  const raced = await findUserByIdentity(trx, identity);
  if (raced) return { user: raced };
  const verdict = judgeLink({
    byProvider: emailVerified,
    byAccount: user.emailVerifiedAt !== null,
    hasOtherIdentity: await hasIdentityOf(trx, user.id, identity.issuer),
    hasPassword: user.passwordHash !== null,
    hasSecondFactor: await hasSecondFactor(trx, user.id),
  });
  switch (verdict) {
    case 'account_exists':
    case 'account_linked':
      return { refusal: verdict };
    case 'take-over':
      await endDeadInvitation(trx, user, now);
      await takeOver(trx, user.id, identity, { now, onTakeOver });
      return linkTo(trx, identity, user.id);
    case 'link':
      return linkTo(trx, identity, user.id);
  }
}

async function linkTo(trx: Db, { issuer, subject }: ProviderIdentity, userId: string): Promise<Admission> {
  const isLinked = await insertProviderIdentity(trx, { issuer, subject, userId });
  const user = isLinked ? await findUser(trx, userId) : undefined;
  // The same person signed in with two addresses at once; this attempt is rolled back.
  if (user === undefined) throw problem('service-unavailable', { headers: { 'retry-after': '1' } });
  return { user };
}

/** Removes everything of the person who created the account: all ways in, name and phone. */
async function takeOver(
  trx: Db,
  userId: string,
  { name, firstName, middleName, lastName }: ProviderIdentity,
  { now, onTakeOver }: { now: Date; onTakeOver: OnTakeOver },
): Promise<void> {
  const instant = now.toISOString();
  // Before the address counts as confirmed, which gives the account what waits for it.
  await removeWaysIn(trx, userId, { now, onTakeOver });
  await updateUser(trx, userId, {
    name,
    firstName,
    middleName,
    lastName,
    phone: null,
    emailVerifiedAt: instant,
    updatedAt: instant,
  });
}
