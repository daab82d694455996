/**
 * Removes what nobody will ask for again: expired tokens and sessions, old leases, forgotten failures, sent mail, keys
 * whose last token has expired, files of abandoned uploads. Kept counts are folded. The audit log stays. Every server
 * does it every few minutes, in small pieces; several at once do each other no harm.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db/database.ts';
import type { Disk } from './health/free-disk.ts';
import { deleteExpiredMailTokens } from './identity/accounts/mail-token.repository.ts';
import { deleteForgottenCounters } from './identity/limits/attempt.repository.ts';
import { deleteExpiredTokens, deleteRevokedSessions } from './identity/sessions/session.repository.ts';
import { deleteSupersededTokenKeys } from './identity/sessions/signing-keys.ts';
import { foldRowCounts } from './lists/row-counts.ts';
import { deleteDoneMails } from './mail/outbox.repository.ts';
import { removeAbandonedPictures } from './media/pictures/loose-pictures.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import { deleteOldLeases } from './playback/lease.repository.ts';

const [minute, day] = [60_000, 86_400_000];

/** One statement never holds more rows than this. */
const piece = 500;
/** A run ends after so many pieces of each task; the next run goes on. */
const piecesPerRun = 200;
/** A stop does not wait longer for the piece in hand. */
const stopLimitMs = 8_000;

/** Servers' clocks differ, and the last answers of what has ended should still tell why. */
const graceMs = day;
/** For the operator who asks whether it went out; its words went when it did. */
const mailKeptMs = 7 * day;
/** A device that did not watch for a week counts as one that never did. */
const leaseKeptMs = 7 * day;
/** An identity token lives 30 days, and a server may sign with the old key for another minute. */
const keyKeptMs = 31 * day;

/** By name. Each call removes one piece and returns how many it removed: 0 when nothing is left. */
export type CleanUpTasks = Record<string, () => Promise<number>>;

type Log = Pick<FastifyBaseLogger, 'debug' | 'warn'>;

/** One list for all areas. */
export function cleanUpTasks(deps: { db: Db; pictures: PictureStore; now: () => Date }): CleanUpTasks {
  const { db, pictures, now } = deps;
  const ago = (ms: number) => new Date(now().getTime() - ms).toISOString();
  return {
    rowCounts: async () => {
      await foldRowCounts(db);
      return 0;
    },
    refreshTokens: () => deleteExpiredTokens(db, ago(graceMs), piece),
    // Each takes its tokens along, which can be thousands.
    loginSessions: () => deleteRevokedSessions(db, ago(graceMs), 20),
    playbackLeases: () =>
      deleteOldLeases(db, { before: ago(leaseKeptMs), pingedBefore: ago(graceMs) }, piece),
    attemptCounters: () => deleteForgottenCounters(db, now().toISOString(), piece),
    mailTokens: () => deleteExpiredMailTokens(db, ago(graceMs), piece),
    mails: () => deleteDoneMails(db, ago(mailKeptMs), piece),
    signingKeys: () => deleteSupersededTokenKeys(db, ago(keyKeptMs)),
    // Each is many files, perhaps of a store far away.
    abandonedPictures: () => removeAbandonedPictures(db, pictures, 10),
  };
}

/**
 * One run. A task that fails is logged and tried again in the next run; the others go on.
 * @param signal ends the run after the piece in hand.
 * @returns how many were removed, by task.
 */
export async function cleanUp(
  tasks: CleanUpTasks,
  log: Pick<Log, 'warn'>,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const [task, removePiece] of Object.entries(tasks)) {
    let total = 0;
    try {
      for (let pieces = 0; pieces < piecesPerRun && !signal?.aborted; pieces++) {
        const count = await removePiece();
        total += count;
        if (count === 0) break;
      }
    } catch (error) {
      log.warn({ err: error, task }, 'cleaning up is tried again later');
    }
    removed[task] = total;
  }
  return removed;
}

/** Runs every few minutes until it is disposed. */
export function startCleanUp(options: {
  tasks: CleanUpTasks;
  disk: Disk;
  log: Log;
  everyMs?: number;
}): AsyncDisposable {
  const { tasks, disk, log, everyMs = 10 * minute } = options;
  const stopping = new AbortController();
  const run = async () => {
    // A deletion is a write as well, and the embedded engine does not come back from one on a full disk.
    if (disk.holds === 'database' && (await disk.check()).level === 'spent') return;
    log.debug({ removed: await cleanUp(tasks, log, stopping.signal) }, 'cleaned up');
  };
  let lastRun = Promise.resolve();
  const timer = setInterval(() => {
    lastRun = lastRun
      .then(run)
      .catch((error) => log.warn({ err: error }, 'cleaning up is tried again later'));
  }, everyMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stopping.abort();
      await Promise.race([lastRun, wait(stopLimitMs, undefined, { ref: false })]);
    },
  };
}
