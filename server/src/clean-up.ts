/**
 * Removes what nobody will ask for again: expired tokens and sessions, old leases, forgotten failures, sent mail, keys
 * whose last token has expired. Kept counts are folded. The audit log stays. Every server does it every few minutes, in
 * small pieces; several at once do each other no harm.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from './db/database.ts';
import type { Disk } from './health/free-disk.ts';
import { deleteExpiredMailTokens } from './identity/accounts/mail-token.repository.ts';
import { deleteForgottenCounters } from './identity/limits/attempt.repository.ts';
import { deleteExpiredTokens, deleteRevokedSessions } from './identity/sessions/session.repository.ts';
import { deleteSupersededTokenKeys } from './identity/sessions/signing-keys.ts';
import { foldRowCounts } from './lists/row-counts.ts';
import { deleteDoneMails } from './mail/outbox.repository.ts';
import { deleteOldLeases } from './playback/lease.repository.ts';

const [minute, day] = [60_000, 86_400_000];

const everyMs = 10 * minute;
/** One statement never holds more rows than this. */
const piece = 500;
/** A run ends after so many pieces of each kind; the next one goes on. */
const piecesPerRun = 200;

/** Servers' clocks differ, and the last answers of what has ended should still tell why. */
const graceMs = day;
/** For the operator who asks whether it went out; its words went when it did. */
const mailKeptMs = 7 * day;
/** A device that did not watch for a week counts as one that never did. */
const leaseKeptMs = 7 * day;
/** An identity token lives 30 days, and a server may sign with the old key for another minute. */
const keyKeptMs = 31 * day;

/** @returns how many rows went, by kind. */
export async function cleanUp(db: Db, now: Date): Promise<Record<string, number>> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const steps: Record<string, () => Promise<number>> = {
    refreshTokens: () => deleteExpiredTokens(db, ago(graceMs), piece),
    // Each takes its tokens along, which can be thousands.
    loginSessions: () => deleteRevokedSessions(db, ago(graceMs), 20),
    playbackLeases: () =>
      deleteOldLeases(db, { before: ago(leaseKeptMs), pingedBefore: ago(graceMs) }, piece),
    attemptCounters: () => deleteForgottenCounters(db, now.toISOString(), piece),
    mailTokens: () => deleteExpiredMailTokens(db, ago(graceMs), piece),
    mails: () => deleteDoneMails(db, ago(mailKeptMs), piece),
    signingKeys: () => deleteSupersededTokenKeys(db, ago(keyKeptMs)),
  };
  await foldRowCounts(db);
  const removed: Record<string, number> = {};
  for (const [kind, remove] of Object.entries(steps)) {
    removed[kind] = 0;
    for (let count = 0; count < piecesPerRun; count++) {
      const rows = await remove();
      removed[kind] += rows;
      if (rows === 0) break;
    }
  }
  return removed;
}

/** Ties it to the server's life: it is done before the server has stopped. */
export function cleanUpRegularly(
  app: FastifyInstance,
  { db, now, disk }: { db: Db; now: () => Date; disk: Disk },
): void {
  let run = Promise.resolve();
  const cleanUpWithRoom = async () => {
    // A deletion is a write as well, and the embedded engine does not come back from one on a full disk.
    if (disk.holds === 'database' && (await disk.check()).level === 'spent') return undefined;
    return cleanUp(db, now());
  };
  const start = () => {
    run = cleanUpWithRoom().then(
      (removed) => removed && app.log.debug({ removed }, 'cleaned up'),
      (error) => app.log.warn({ err: error }, 'cleaning up is tried again later'),
    );
  };
  const timer = setInterval(start, everyMs).unref();
  app.addHook('preClose', async () => clearInterval(timer));
  app.addHook('onClose', async () => {
    await Promise.race([run, wait(minute, undefined, { ref: false })]);
  });
}
