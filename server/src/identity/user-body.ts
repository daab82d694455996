import type { operations } from '@ringside/openapi/schema';
import { isInvited } from './identity.rules.ts';
import type { UserRow } from './identity.tables.ts';

type UserBody = operations['getProfile']['responses'][200]['content']['application/json'];

/** An account as the contract shows it: without its password and its own book-keeping. */
export function toUserBody(user: UserRow): UserBody {
  const { id, name, firstName, middleName, lastName, email, emailVerifiedAt, phone, createdAt } = user;
  const emailVerified = emailVerifiedAt !== null;
  const invitedAt = isInvited(user) ? user.invitedAt : null;
  return { id, name, firstName, middleName, lastName, email, emailVerified, phone, invitedAt, createdAt };
}
