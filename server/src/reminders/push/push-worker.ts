/**
 * Sends reminders to devices. Any number of servers run it. A worker *claims* a message with a lease, sends it outside of
 * any transaction and then deletes it. If it dies in between, another one sends it again, and the device shows the second
 * in place of the first, without a sound.
 */

import type { Db } from '../../db/database.ts';
import type { PartLog } from '../../failures.ts';
import { type Loop, startLoop } from '../../loop.ts';
import { type ClaimedMessage, claimMessage, deleteMessage, postponeMessage } from './message.repository.ts';
import { leaseMs, nextAttempt, type PushOutcome } from './push.rules.ts';
import type { PushSender } from './push-sender.ts';
import { deleteSubscription } from './subscription.repository.ts';

export interface PushWorkerOptions {
  db: Db;
  now: () => Date;
  sender: PushSender;
  log: Pick<PartLog, 'info' | 'warn'>;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
  pollMs?: number;
  /** How many messages are sent at the same time. */
  lanes?: number;
}

const manyLanes = 32;

/**
 * Wake it after the commit of a transaction that adds messages: they are sent at once. A stop waits for the messages that
 * are being sent.
 */
export function startPushWorker(options: PushWorkerOptions): Loop {
  const { sender, log, isPaused, pollMs = 5_000 } = options;
  const loop = startLoop({
    run: ({ signal }) => sendDue(options, signal),
    pauseMs: pollMs,
    log,
    failure: 'push messages could not be read: the next round retries',
    isPaused,
  });
  return {
    wake: loop.wake,
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]();
      sender[Symbol.dispose]();
    },
  };
}

/** Everything that is due now. */
export async function sendDue(options: PushWorkerOptions, signal?: AbortSignal): Promise<void> {
  await drain(options, (options.lanes ?? manyLanes) - 1, signal);
}

/** @param others lanes to start as soon as this one has found a message. */
async function drain(options: PushWorkerOptions, others: number, signal?: AbortSignal): Promise<void> {
  let beside: Promise<void> | undefined;
  try {
    while (!signal?.aborted) {
      const message = await claimMessage(options.db, { leaseMs, now: options.now() });
      if (message === undefined) break;
      if (others > 0 && beside === undefined) {
        beside = drain(options, others - 1, signal);
        // Awaited below. It may fail while this lane sends, and an unhandled rejection would end the process.
        beside.catch(() => {});
      }
      await deliver(options, message);
    }
  } finally {
    await beside;
  }
}

async function deliver({ db, sender, log }: PushWorkerOptions, message: ClaimedMessage): Promise<void> {
  const { id, sessionId, service, endpoint, attempts, usefulMs } = message;
  if (!message.isWanted || usefulMs <= 0) return deleteMessage(db, id);
  const outcome = await sender.send(message, message);
  // The address of a device is a secret of its owner; its host is not.
  const pushService = service === 'web' ? new URL(endpoint).hostname : service;
  const about = { messageId: id, attempt: attempts, pushService, reason: outcome.reason };
  if (outcome.result === 'away') return postpone({ db, log }, message, outcome, about);
  if (outcome.result === 'gone') {
    await deleteSubscription(db, sessionId, endpoint);
    log.info(about, 'a device is gone: it gets no more push messages');
    return;
  }
  await deleteMessage(db, id);
  if (outcome.result === 'refused') log.warn(about, 'a push message was refused');
}

async function postpone(
  { db, log }: Pick<PushWorkerOptions, 'db' | 'log'>,
  message: ClaimedMessage,
  { retryAfterMs }: Extract<PushOutcome, { result: 'away' }>,
  about: object,
): Promise<void> {
  const delay = nextAttempt({ ...message, retryAfterMs });
  if (delay === 'give-up') {
    await deleteMessage(db, message.id);
    log.warn(about, 'a push message was given up');
  } else {
    await postponeMessage(db, message, delay);
    log.info({ ...about, retryInMs: delay }, 'a push message was postponed');
  }
}
