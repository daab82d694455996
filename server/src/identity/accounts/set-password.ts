import type { Db } from '../../db/database.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';
import { updateUser } from '../user.repository.ts';
import { deleteMailTokens } from './mail-token.repository.ts';
import { notifyOwner } from './notify-owner.ts';

/**
 * Sets a new password, signs the other devices out, invalidates the links in earlier mails (one of them could change
 * the account's address) and notifies the owner by mail. The user must be locked.
 * @param keepSessionId the device that stays signed in.
 * @param origin of the links in the mail.
 */
export async function setPassword(
  trx: Db,
  {
    user,
    passwordHash,
    now,
    keepSessionId,
    origin,
  }: {
    user: Parameters<typeof notifyOwner>[1]['user'];
    passwordHash: string;
    now: Date;
    keepSessionId?: string;
    origin: string;
  },
): Promise<void> {
  const instant = now.toISOString();
  await updateUser(trx, user.id, { passwordHash, updatedAt: instant });
  await revokeSessionsOfUser(trx, user.id, instant, keepSessionId);
  await deleteMailTokens(trx, user.id);
  await notifyOwner(trx, { user, change: { kind: 'password-changed' }, origin, now });
}
