/**
 * Sends the mails of the outbox. A worker *claims* a mail with a lease, sends it outside of any transaction and then
 * marks it as sent. If it dies between the last two steps, another worker sends the mail again when the lease has
 * expired. Only then is a mail sent twice, and both have the same Message-ID.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { leaseMs, nextAttempt } from './mail.rules.ts';
import { MailError, type Mailer } from './mailer.ts';
import { type ClaimedMail, claimMail, giveUpMail, markMailSent, postponeMail } from './outbox.repository.ts';

/** Disposing waits for the mails that are being sent, up to the stop limit; unfinished ones are sent again later. */
export interface OutboxWorker extends AsyncDisposable {
  /** Call it after the commit of a transaction that adds a mail: it is sent at once. */
  wake(): void;
}

/** A slow mail server does not delay the stop for longer. */
const stopLimitMs = 8_000;

interface Options {
  db: Db;
  mailer: Mailer;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** How often to look for mails of other servers and for retries. */
  pollMs?: number;
  /** How many mails are sent at the same time. */
  lanes?: number;
}

export function startOutboxWorker({ db, mailer, log, pollMs = 5_000, lanes = 3 }: Options): OutboxWorker {
  const stopping = new AbortController();
  let alarm = new AbortController();

  const finished = run();
  return {
    wake: () => alarm.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      alarm.abort();
      await Promise.race([finished, wait(stopLimitMs, undefined, { ref: false })]);
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      await drain(lanes - 1);
      // Woken during the round: the next round starts at once.
      if (!stopping.signal.aborted) await wait(pollMs, undefined, { signal: alarm.signal }).catch(() => {});
    }
  }

  /**
   * Runs until no mail is due or the mail server is unreachable.
   * @param others lanes to start as soon as this one has found a mail.
   */
  async function drain(others: number): Promise<void> {
    let beside: Promise<void> | undefined;
    try {
      while (!stopping.signal.aborted) {
        const mail = await claimMail(db, leaseMs);
        if (mail === undefined) break;
        if (others > 0) beside ??= drain(others - 1);
        if (!(await deliver(mail))) break;
      }
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be read');
    }
    await beside;
  }

  /** @returns false when the next mail would fail as well. */
  async function deliver(mail: ClaimedMail): Promise<boolean> {
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
    await rememberSent(mail.id);
    log.info(about, 'mail sent');
    return true;
  }

  /** Retries while the database is unreachable, for as long as the lease leaves time. */
  async function rememberSent(id: string): Promise<void> {
    const giveUpAt = performance.now() + leaseMs / 2;
    for (;;) {
      try {
        return await markMailSent(db, id);
      } catch (error) {
        if (stopping.signal.aborted || performance.now() > giveUpAt) throw error;
        await wait(500);
      }
    }
  }
}
