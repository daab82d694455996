import type { Db } from '../../db/database.ts';
import { isInvited } from '../identity.rules.ts';
import type { UserRow } from '../identity.tables.ts';
import { deleteAccessOf, listPermissionCodes } from '../user.repository.ts';
import { findInvitationOf, type MailTokenRow } from './mail-token.repository.ts';

/**
 * An open invitation ends with the right of its author (docs/product.md, 8.12). The author must still be allowed to create
 * users, and must still hold, and be allowed to grant, all permissions of the invited person.
 */
export async function mayStillInvite(
  db: Db,
  { authorId, userId }: Pick<MailTokenRow, 'authorId' | 'userId'>,
): Promise<boolean> {
  if (authorId === null || userId === null) return true;
  const [held, given] = [await listPermissionCodes(db, authorId), await listPermissionCodes(db, userId)];
  const needed = [
    'identity.user:create',
    ...(given.length > 0 ? ['identity.user:access_update', ...given] : []),
  ];
  return needed.every((code) => held.includes(code));
}

/**
 * Call it before an invited person comes in by another way: a reset of the password, or a provider. What the invitation gave
 * is theirs only while it could still be accepted.
 */
export async function endDeadInvitation(trx: Db, user: UserRow, now: Date): Promise<void> {
  if (!isInvited(user)) return;
  const open = await findInvitationOf(trx, user.id, now.toISOString());
  if (open === undefined || !(await mayStillInvite(trx, open))) await deleteAccessOf(trx, user.id);
}
