import type { Generated } from 'kysely';

interface OutboxMailTable {
  id: Generated<string>;
  /** What it is about, for the log: `verify-email`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Both bodies may hold a token, so they are null as soon as they are no longer needed. */
  text: string | null;
  html: string | null;
  createdAt: Generated<string>;
  /** When to try next; a worker that has taken it moves this to the end of its lease. */
  dueAt: Generated<string>;
  /** After this nobody needs it any more, for example because its token has expired. */
  worthlessAt: string;
  /** Counted when it is taken: it also tells one lease from the next. */
  attempts: Generated<number>;
  outcome: 'sent' | 'given-up' | null;
  doneAt: string | null;
}

export interface MailTables {
  outboxMails: OutboxMailTable;
}
