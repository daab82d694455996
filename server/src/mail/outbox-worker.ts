/**
 * Sends the mails of the outbox. A worker *claims* a mail with a lease, sends it outside of any transaction and then
 * marks it as sent. If it dies between the last two steps, another worker sends the mail again when the lease has
 * expired. Only then is a mail sent twice, and both have the same Message-ID.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { PartLog } from '../failures.ts';
import { type Loop, startLoop } from '../loop.ts';
import { leaseMs, nextAttempt } from './mail.rules.ts';
import { MailError, type Mailer } from './mailer.ts';
import { type ClaimedMail, claimMail, giveUpMail, markMailSent, postponeMail } from './outbox.repository.ts';

const unreadable = 'the outbox could not be read';

interface Options {
  db: Db;
  mailer: Mailer;
  log: PartLog;
  /** How often to look for mails of other servers and for retries. */
  pollMs?: number;
  /** How many mails are sent at the same time. */
  lanes?: number;
  /** True while nothing may be stored, for example on a full disk: a mail that is sent could not be marked as sent. */
  isPaused?: () => Promise<boolean>;
}

/**
 * Wake it after the commit of a transaction that adds a mail: it is sent at once. A stop waits for the mails that are being
 * sent; unfinished ones are sent again later.
 */
export function startOutboxWorker(options: Options): Loop {
  const { db, mailer, log, pollMs = 5_000, lanes = 3, isPaused } = options;
  return startLoop({
    run: ({ signal }) => drain(signal, lanes - 1),
    pauseMs: pollMs,
    log,
    failure: unreadable,
    isPaused,
  });

  /**
   * Runs until no mail is due or the mail server is unreachable.
   * @param others lanes to start as soon as this one has found a mail.
   */
  async function drain(signal: AbortSignal, others: number): Promise<void> {
    let beside: Promise<void> | undefined;
    try {
      while (!signal.aborted) {
        const mail = await claimMail(db, leaseMs);
        if (mail === undefined) break;
        if (others > 0) beside ??= drain(signal, others - 1);
        if (!(await deliver(signal, mail))) break;
      }
    } catch (error) {
      log.warn({ err: error }, unreadable);
    }
    await beside;
  }

  /** @returns false when the next mail would fail as well. */
  async function deliver(signal: AbortSignal, mail: ClaimedMail): Promise<boolean> {
    const about = { mailId: mail.id, kind: mail.kind, attempt: mail.attempts };
    if (mail.usefulMs <= 0) {
      await giveUpMail(db, mail, 'expired');
      log.error(about, 'a mail was given up: its link has expired');
      return true;
    }
    try {
      await mailer(mail);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const delay = nextAttempt({ ...mail, fault: error.fault });
      if (delay === 'give-up') {
        await giveUpMail(db, mail, error.summary);
        log.error({ ...about, ...error.codes }, 'a mail was given up');
      } else {
        await postponeMail(db, mail, { ms: delay, fault: error.summary });
        log.warn({ ...about, ...error.codes, retryInMs: delay }, 'a mail was postponed');
      }
      return error.fault !== 'unreachable';
    }
    await rememberSent(signal, mail.id);
    log.info(about, 'mail sent');
    return true;
  }

  /** Retries while the database is unreachable, for as long as the lease leaves time. */
  async function rememberSent(signal: AbortSignal, id: string): Promise<void> {
    const giveUpAt = performance.now() + leaseMs / 2;
    for (;;) {
      try {
        return await markMailSent(db, id);
      } catch (error) {
        if (signal.aborted || performance.now() > giveUpAt) throw error;
        await wait(500);
      }
    }
  }
}
