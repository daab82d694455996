/**
 * Tells viewers when a bout is next, has changed, or is the main event. Any number of servers run it. Like the reminders of events,
 * it only stores mails and messages for devices, in the transaction that marks them as told; others send them.
 */
import { pairName } from '@ringside/rules/bout-words';
import type { Db } from '../../db/database.ts';
import { type Loop, startLoop } from '../../loop.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { boutMail } from '../../mail/templates/bout-mails.ts';
import { insertMessages } from '../push/message.repository.ts';
import type { ReminderWorkerOptions } from '../reminder-worker.ts';
import { createUnsubscribeTokens } from '../unsubscribe-token.ts';
import { dueBouts, dueMainEvent, noticeTimes } from './bout-notices.rules.ts';
import {
  claimChanges,
  claimDeleted,
  claimMainEvent,
  claimNext,
  listNights,
  type Notice,
} from './due-bouts.repository.ts';

/** A transaction is short, and a mail server gets the mails little by little. */
const noticesAtOnce = 100;

/** A stop waits for the transaction that runs. */
export function startBoutNoticeWorker(options: ReminderWorkerOptions): Loop {
  const { log, isPaused, pollMs = 10_000 } = options;
  return startLoop({
    run: ({ signal }) => noticeDue(options, signal),
    pauseMs: pollMs,
    log,
    failure: 'notices of bouts could not be sent: the next round retries',
    isPaused,
  });
}

/** Everything that is due now. @returns how many notices. */
export async function noticeDue(options: ReminderWorkerOptions, signal?: AbortSignal): Promise<number> {
  const { db, now, log } = options;
  const instant = now();
  let total = await inPieces(options, signal, (trx) => claimChanges(trx, instant, noticesAtOnce));
  total += await inPieces(options, signal, (trx) => claimDeleted(trx, instant, noticesAtOnce));
  for (const night of await listNights(db, instant)) {
    for (const due of dueBouts(night, instant))
      total += await inPieces(options, signal, (trx) => claimNext(trx, due, instant, noticesAtOnce));
    const main = dueMainEvent(night, instant);
    if (main) total += await inPieces(options, signal, (trx) => claimMainEvent(trx, night.id, main, instant));
  }
  if (total > 0) log.info({ notices: total }, 'notices of bouts were sent');
  return total;
}

async function inPieces(
  { db, now, secret, publicUrl, wakeOutbox, wakePush }: ReminderWorkerOptions,
  signal: AbortSignal | undefined,
  claim: (trx: Db) => Promise<Notice[]>,
): Promise<number> {
  const tokens = createUnsubscribeTokens(secret);
  let total = 0;
  while (!signal?.aborted) {
    const told = await db.transaction().execute(async (trx) => {
      const claimed = await claim(trx);
      for (const notice of claimed) {
        const { userId, email, eventId, boutId, startsAt } = notice;
        await insertMessages(trx, { userId, eventId, startDate: startsAt, boutId, notice: notice.notice });
        if (!notice.takesMail) continue;
        const mail = boutMail({
          ...notice,
          bout: pairName(notice.redName, notice.blueName),
          origin: publicUrl ?? notice.origin,
          unsubscribeToken: tokens.issue({ id: userId, email }),
          usefulMs: Date.parse(startsAt) + noticeTimes.overrunMs - now().getTime(),
        });
        await enqueueNotice(trx, email, mail);
      }
      return claimed.length;
    });
    if (told === 0) break;
    total += told;
    wakeOutbox();
    wakePush();
  }
  return total;
}
