import { bodyIssue, validationProblem } from '../../http/problems.ts';
import type { UserRow } from '../identity.tables.ts';
import { isPasswordCorrect } from './passwords.ts';

/** Proves that the owner still uses the device. @throws problem 400 at the field. */
export async function requireCurrentPassword(
  user: Pick<UserRow, 'passwordHash'>,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw currentPasswordProblem('Is required.');
  if (await isPasswordCorrect(user.passwordHash, currentPassword)) return;
  throw currentPasswordProblem(
    user.passwordHash === null
      ? 'This account has no password yet. Set one first.'
      : 'This is not the password of your account.',
  );
}

export function currentPasswordProblem(detail: string) {
  return validationProblem([bodyIssue('/currentPassword', detail)]);
}
