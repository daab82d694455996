/**
 * Sends reminders to devices. Any number of servers run it. A worker *claims* a message with a lease, sends it outside of
 * any transaction and then deletes it. If it dies in between, another one sends it again, and the device shows the second
 * in place of the first, without a sound.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/database.ts';
import { type ClaimedMessage, claimMessage, deleteMessage, postponeMessage } from './message.repository.ts';
import { leaseMs, nextAttempt, type PushOutcome } from './push.rules.ts';
import type { PushSender } from './push-sender.ts';
import { deleteSubscription } from './subscription.repository.ts';

export interface PushWorkerOptions {
  db: Db;
  now: () => Date;
  sender: PushSender;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: () => Promise<boolean>;
  pollMs?: number;
  /** How many messages are sent at the same time. */
  lanes?: number;
}

export interface PushWorker extends AsyncDisposable {
  /** Call it after the commit of a transaction that adds messages: they are sent at once. */
  wake(): void;
}

const stopLimitMs = 8_000;
const manyLanes = 32;

/** Runs until it is disposed, which waits for the messages that are being sent. */
export function startPushWorker(options: PushWorkerOptions): PushWorker {
  const { sender, log, isPaused = async () => false, pollMs = 5_000 } = options;
  const stopping = new AbortController();
  let alarm = new AbortController();
  const finished = run();
  return {
    wake: () => alarm.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      alarm.abort();
      await Promise.race([finished, wait(stopLimitMs, undefined, { ref: false })]);
      sender[Symbol.dispose]();
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      try {
        if (!(await isPaused())) await sendDue(options, stopping.signal);
      } catch (error) {
        log.warn({ err: error }, 'push messages could not be read: the next round retries');
      }
      // Woken during the round: the next round starts at once.
      if (!stopping.signal.aborted) await wait(pollMs, undefined, { signal: alarm.signal }).catch(() => {});
    }
  }
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
      if (others > 0) beside ??= drain(options, others - 1, signal);
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
