/**
 * Sends what is in the outbox. A mail is *taken* by a lease, sent outside of any transaction and then *done*. A worker
 * that dies between the last two leaves a mail that somebody sends again when the lease has run out: that is the one
 * way to get it twice, and then both have the same Message-ID.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { leaseMs, nextAttempt } from './mail.rules.ts';
import { MailError, type Mailer } from './mailer.ts';
import { type ClaimedMail, claimMail, giveUpMail, markMailSent, postponeMail } from './outbox.repository.ts';

/** Disposed when the mails that are being sent have been, or after the stop limit: those are sent again later. */
export interface OutboxWorker extends AsyncDisposable {
  /** To be called after the commit of a transaction that has put a mail in: it goes out at once. */
  wake(): void;
}

/** A mail server that answers too slowly does not hold up the stop. */
const stopLimitMs = 8_000;

interface Options {
  db: Db;
  mailer: Mailer;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** How often to look for what other servers have put in or could not send. */
  pollMs?: number;
  /** How many are sent at the same time. */
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
      await Promise.all(Array.from({ length: lanes }, drain));
      // Woken during the round: there may be more already.
      if (!stopping.signal.aborted) await wait(pollMs, undefined, { signal: alarm.signal }).catch(() => {});
    }
  }

  /** Until nothing is due, or the mail server is away. */
  async function drain(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const mail = await claimMail(db, leaseMs);
        if (mail === undefined || !(await deliver(mail))) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be read');
    }
  }

  /** @returns false when the next mail would fare no better. */
  async function deliver(mail: ClaimedMail): Promise<boolean> {
    const about = { mailId: mail.id, kind: mail.kind, attempt: mail.attempts };
    if (mail.usefulMs <= 0) {
      await giveUpMail(db, mail);
      log.error(about, 'a mail was given up: it came too late');
      return true;
    }
    try {
      await mailer(mail);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const delay = nextAttempt({ ...mail, fault: error.fault });
      if (delay === 'give-up') {
        await giveUpMail(db, mail);
        log.error({ ...about, ...error.codes }, 'a mail was given up');
      } else {
        await postponeMail(db, mail, delay);
        log.warn({ ...about, ...error.codes, retryInMs: delay }, 'a mail has to wait');
      }
      return error.fault !== 'away';
    }
    await rememberSent(mail.id);
    log.info(about, 'mail sent');
    return true;
  }

  /** Not to be forgotten because the database is away for a moment: until the lease is over there is time. */
  async function rememberSent(id: string): Promise<void> {
    const giveUpAt = Date.now() + leaseMs / 2;
    for (;;) {
      try {
        return await markMailSent(db, id);
      } catch (error) {
        if (stopping.signal.aborted || Date.now() > giveUpAt) throw error;
        await wait(500);
      }
    }
  }
}
