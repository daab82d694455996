import type { Db } from '../../db/database.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { type AccountChange, accountChangedMail } from '../../mail/templates/notice-mails.ts';
import type { UserRow } from '../identity.tables.ts';
import { countAttempt, counterKey } from '../limits/attempt.repository.ts';
import { mailsToAddress } from '../limits/attempt.rules.ts';
import { issueReportToken } from './mail-tokens.ts';

/**
 * Mails the owner about a sign-in or a change that an attacker could have made, with a link "This was not me" that ends
 * all sessions (docs/product.md, 9.17). Call it in the transaction of the change, and wake the outbox after the commit.
 * @param origin of the link in the mail.
 */
export async function notifyOwner(
  trx: Db,
  {
    user,
    change,
    origin,
    now,
  }: {
    user: Pick<UserRow, 'id' | 'email'> & Partial<Pick<UserRow, 'emailVerifiedAt'>>;
    change: AccountChange;
    origin: string;
    now: Date;
  },
): Promise<void> {
  // Nobody has confirmed the address: it may be a stranger's, whom the changes of an account must not flood.
  const counter = counterKey('mails', 'notice', user.email);
  const isUnconfirmed = user.emailVerifiedAt === null;
  if (isUnconfirmed && !(await countAttempt(trx, counter, mailsToAddress, now.toISOString()))) return;
  const token = await issueReportToken(trx, { userId: user.id, email: user.email, now });
  await enqueueNotice(trx, user.email, accountChangedMail(change, { origin, token, now }));
}
