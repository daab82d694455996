import type { Db } from '../../db/database.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { invitationMail } from '../../mail/templates/account-mails.ts';
import type { UserRow } from '../identity.tables.ts';
import { updateUser } from '../user.repository.ts';
import { issueMailToken } from './mail-tokens.ts';

/**
 * Mails a link to set the first password; an earlier link stops working. The user must be locked or new. Wake the outbox
 * after the commit. @returns the time of the invitation.
 */
export async function sendInvitation(
  trx: Db,
  {
    user,
    authorId,
    origin,
    now,
  }: { user: Pick<UserRow, 'id' | 'email'>; authorId: string; origin: string; now: Date },
): Promise<string> {
  const invitedAt = now.toISOString();
  const { id: userId, email } = user;
  const token = await issueMailToken(trx, { userId, purpose: 'invitation', email, authorId, now });
  await enqueueMail(trx, email, invitationMail({ origin, token }));
  await updateUser(trx, userId, { invitedAt });
  return invitedAt;
}
