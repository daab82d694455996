import type { Db } from '../db/database.ts';
import { deleteWaitingMails, insertMail } from './outbox.repository.ts';
import type { Mail } from './templates/layout.ts';

/**
 * Puts a mail into the outbox; call it in the transaction of what causes it, and wake the worker after the commit.
 * One of the same kind that has not gone out yet makes way: its link works no longer, or it says the same.
 * @param recipient null does the same work and sends nothing: how long an answer takes must not tell whether there is
 *   an account.
 */
export async function enqueueMail(trx: Db, recipient: string | null, mail: Mail): Promise<void> {
  await deleteWaitingMails(trx, recipient ?? '', mail.kind);
  await insertMail(trx, recipient, mail);
}
