import type { Db } from '../../db/database.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { passwordChangedMail } from '../../mail/templates/account-mails.ts';
import type { UserRow } from '../identity.tables.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';
import { updateUser } from '../user.repository.ts';
import { deleteMailTokens } from './mail-token.repository.ts';

/**
 * A new password, whoever sets it: signs the other devices out, takes the links in earlier mails their power (one of
 * them could lead the account to another address) and tells the owner. The user must be locked.
 * @param keepSessionId the device that stays signed in.
 * @param origin where the links in the mail lead.
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
    user: Pick<UserRow, 'id' | 'email'>;
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
  await enqueueMail(trx, user.email, passwordChangedMail(origin));
}
