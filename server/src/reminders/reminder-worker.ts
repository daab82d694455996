/**
 * Sends reminders that are due. Any number of servers run it. It only writes mails into the outbox and messages for
 * devices, in the transaction that marks the reminder; others send them.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { type Loop, startLoop } from '../loop.ts';
import { enqueueNotice } from '../mail/enqueue-mail.ts';
import { inZone } from '../mail/templates/in-zone.ts';
import { reminderMail } from '../mail/templates/reminder-mails.ts';
import { claimDueReminders, type DueReminder } from './due.repository.ts';
import { insertMessages } from './push/message.repository.ts';
import { createUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe-token.ts';

export interface ReminderWorkerOptions {
  db: Db;
  now: () => Date;
  /** A key of the server. */
  secret: Buffer;
  /** The origin of the links; undefined: the one where the reminder was set. */
  publicUrl: string | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Called after a commit that has added mails. */
  wakeOutbox: () => void;
  /** Called after a commit that has added messages for devices. */
  wakePush: () => void;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
  pollMs?: number;
}

/** A transaction is short, and a mail server gets the mails of a big evening little by little. */
const remindersAtOnce = 100;

/** A stop waits for the transaction that runs. */
export function startReminderWorker(options: ReminderWorkerOptions): Loop {
  const { log, isPaused, pollMs = 20_000 } = options;
  return startLoop({
    run: ({ signal }) => remindDue(options, signal),
    pauseMs: pollMs,
    log,
    failure: 'reminders could not be sent: the next round retries',
    isPaused,
  });
}

/** Everything that is due now. @returns how many reminders. */
export async function remindDue(options: ReminderWorkerOptions, signal?: AbortSignal): Promise<number> {
  const { db, now, secret, log, wakeOutbox, wakePush } = options;
  const tokens = createUnsubscribeTokens(secret);
  let total = 0;
  while (!signal?.aborted) {
    const instant = now();
    const due = await db.transaction().execute(async (trx) => {
      const claimed = await claimDueReminders(trx, instant, remindersAtOnce);
      for (const reminder of claimed) await remind(trx, reminder, { ...options, tokens, instant });
      return claimed;
    });
    if (due.length === 0) break;
    total += due.length;
    wakeOutbox();
    wakePush();
  }
  if (total > 0) log.info({ reminders: total }, 'reminders were sent');
  return total;
}

async function remind(
  trx: Db,
  reminder: DueReminder,
  { tokens, publicUrl, instant }: ReminderWorkerOptions & { tokens: UnsubscribeTokens; instant: Date },
): Promise<void> {
  await insertMessages(trx, reminder);
  const { userId, email, takesMail, startDate, endDate, timezone, eventName, eventSlug } = reminder;
  if (!takesMail) return;
  const mail = reminderMail({
    eventName,
    eventSlug,
    origin: publicUrl ?? reminder.origin,
    start: inZone(startDate, timezone, 'full'),
    hasBegun: Date.parse(startDate) <= instant.getTime(),
    unsubscribeToken: tokens.issue({ id: userId, email }),
    usefulMs: Date.parse(endDate) - instant.getTime(),
  });
  await enqueueNotice(trx, email, mail);
}
