import type { Db } from '../db/database.ts';
import { deleteWaitingMails, insertMail } from './outbox.repository.ts';
import type { Mail } from './templates/layout.ts';

/**
 * Puts a mail into the outbox. Call it in the transaction that causes the mail, and wake the worker after the commit.
 * A mail of the same kind that still waits is deleted: its link no longer works, or its text is the same.
 * @param recipient null does the same work and sends nothing, so that the response time does not reveal whether an
 *   account exists.
 */
export async function enqueueMail(trx: Db, recipient: string | null, mail: Mail): Promise<void> {
  await deleteWaitingMails(trx, recipient ?? '', mail.kind);
  await insertMail(trx, recipient, mail);
}

/**
 * Like `enqueueMail`, but earlier notices stay: each tells the owner about something else.
 * @param waitMs how long it waits for a better text (`replaceWaitingMail`). @returns its id.
 */
export function enqueueNotice(trx: Db, recipient: string, mail: Mail, waitMs?: number): Promise<string> {
  return insertMail(trx, recipient, mail, waitMs);
}
