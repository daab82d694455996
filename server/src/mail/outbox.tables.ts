import type { Generated } from 'kysely';

interface OutboxMailTable {
  id: Generated<string>;
  /** The kind of mail, for the log, such as `verify-email`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Both bodies may hold a token, so they become null as soon as they are no longer needed. */
  text: string | null;
  html: string | null;
  /** For `List-Unsubscribe`; deleted like the bodies. */
  unsubscribeUrl: Generated<string | null>;
  createdAt: Generated<string>;
  /** When to try next; a worker that claims the mail sets this to the end of its lease. */
  dueAt: Generated<string>;
  /** From then on the mail is useless, for example because its token has expired. */
  worthlessAt: string;
  /** Counted when a worker claims the mail, so the number also identifies the claim. */
  attempts: Generated<number>;
  outcome: 'sent' | 'given-up' | null;
  doneAt: string | null;
  /** Why it was not sent the last time, as a code without any text of the mail server. */
  lastFault: Generated<string | null>;
  lastFaultAt: Generated<string | null>;
}

export interface MailTables {
  outboxMails: OutboxMailTable;
}
