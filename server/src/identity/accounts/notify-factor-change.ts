import type { Db } from '../../db/database.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { administratorFactorMail } from '../../mail/templates/notice-mails.ts';
import { listOtherAdministrators } from '../user.repository.ts';
import { notifyOwner } from './notify-owner.ts';

/**
 * Mails the owner about a change of a second factor, and the other administrators when it is that of an administrator:
 * a thief who reads the owner's mail does not read theirs.
 */
export async function notifyFactorChange(trx: Db, change: Parameters<typeof notifyOwner>[1]): Promise<void> {
  await notifyOwner(trx, change);
  const { user, origin, now } = change;
  for (const email of await listOtherAdministrators(trx, user.id))
    await enqueueNotice(trx, email, administratorFactorMail(change.change, { userId: user.id, origin, now }));
}
