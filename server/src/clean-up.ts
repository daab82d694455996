/**
 * Deletes expired data: tokens, sessions, challenges, old leases, old and removed viewings, old reminders, old attempts of encoders, forgotten failures, sent mail,
 * keys whose last token has expired, files of abandoned uploads and of recordings whose stream is gone. The audit log
 * stays. Every server runs it every few minutes, in small pieces; several at once are harmless.
 * A date that leapt makes it wait (`upkeep/clean-up-guard.ts`). No server is chosen for it, so some work is done twice. Leases stay for a week; used refresh tokens stay until
 * they would have expired, because their reuse ends the session.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db/database.ts';
import { deleteOldRefusals } from './desk/counts.repository.ts';
import { deleteExpiredMailTokens } from './identity/accounts/mail-token.repository.ts';
import { deleteForgottenCounters } from './identity/limits/attempt.repository.ts';
import { deleteExpiredChallenges } from './identity/passkeys/passkey.repository.ts';
import { deletePendingAuthenticators } from './identity/second-factor.repository.ts';
import { deleteExpiredTokens, deleteRevokedSessions } from './identity/sessions/session.repository.ts';
import { deleteSupersededTokenKeys } from './identity/sessions/signing-keys.ts';
import { deleteOldAttempts } from './ingest/attempts/attempt.repository.ts';
import type { Ingest } from './ingest/ingest.ts';
import { type Loop, startLoop } from './loop.ts';
import { deleteDoneMails } from './mail/outbox.repository.ts';
import { removeLoose } from './media/loose/remove-loose.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import { deleteOldLeases } from './playback/lease.repository.ts';
import { restorableMs } from './playback/playback.rules.ts';
import { deleteOldViewings, deleteRemovedViewings } from './playback/viewing.repository.ts';
import { deleteOldBoutReminders } from './reminders/bouts/bout-reminder.repository.ts';
import { deleteOldReminders } from './reminders/reminder.repository.ts';
import { deleteOldDeniedPlays, deleteOldOutages } from './shop/compensation/evidence.repository.ts';
import { deleteOldEvents } from './shop/fulfilment/facts.repository.ts';
import type { CleanUpGuard } from './upkeep/clean-up-guard.ts';

const [minute, day] = [60_000, 86_400_000];

/** At most this many rows for each statement. */
const piece = 500;
/** A run ends after this many pieces of each task; the next run continues. */
const piecesPerRun = 200;

/** A client that comes late should still get the reason why its session or lease ended. */
const graceMs = day;
/** For an operator who checks whether a mail was sent; its text is deleted at the sending. */
const mailKeptMs = 7 * day;
/** A device that has not watched for a week counts as new. */
const leaseKeptMs = 7 * day;
/** What somebody has watched is theirs to look up for a year (docs/product.md, 30.9). */
const viewingKeptMs = 365 * day;
/** An event that ended may be moved to a later date for a while. */
const reminderKeptMs = 30 * day;
/** The desk shows the last five minutes. */
const refusalKeptMs = 10 * minute;
/** Encoders that were turned away, for the rehearsal and the evening. */
const attemptKeptMs = 7 * day;
/** Nobody asks for a compensation after half a year. */
const outageKeptMs = 180 * day;
/** The provider repeats an event for some days; its effect is in the facts. */
const eventKeptMs = 90 * day;
/** An identity token lives 30 days, and a server may sign with the old key for another minute. */
const keyKeptMs = 31 * day;

/** By name. Each call removes one piece and returns the number of removed rows: 0 when nothing is left. */
export type CleanUpTasks = Record<string, () => Promise<number>>;

type Log = Pick<FastifyBaseLogger, 'debug' | 'warn'>;

/** One list for all areas. */
export function cleanUpTasks(deps: {
  db: Db;
  pictures: PictureStore;
  ingest: Pick<Ingest, 'broadcasts' | 'films' | 'remote'>;
  now: () => Date;
}): CleanUpTasks {
  const { db, pictures, ingest, now } = deps;
  const ago = (ms: number) => new Date(now().getTime() - ms).toISOString();
  return {
    refreshTokens: () => deleteExpiredTokens(db, ago(graceMs), piece),
    // Each deletion includes the session's tokens, maybe thousands.
    loginSessions: () => deleteRevokedSessions(db, ago(graceMs), 20),
    playbackLeases: () =>
      deleteOldLeases(db, { before: ago(leaseKeptMs), pingedBefore: ago(graceMs) }, piece),
    viewings: () => deleteOldViewings(db, ago(viewingKeptMs), piece),
    removedViewings: () => deleteRemovedViewings(db, ago(restorableMs), piece),
    reminders: () => deleteOldReminders(db, ago(reminderKeptMs), piece),
    boutReminders: () => deleteOldBoutReminders(db, ago(reminderKeptMs), piece),
    encoderAttempts: () => deleteOldAttempts(db, ago(attemptKeptMs), piece),
    playbackRefusals: () => deleteOldRefusals(db, ago(refusalKeptMs), piece),
    attemptCounters: () => deleteForgottenCounters(db, now().toISOString(), piece),
    passkeyChallenges: () => deleteExpiredChallenges(db, now().toISOString(), piece),
    mailTokens: () => deleteExpiredMailTokens(db, ago(graceMs), piece),
    // Secrets that never got a first code.
    pendingAuthenticators: () => deletePendingAuthenticators(db, ago(day), piece),
    mails: () => deleteDoneMails(db, ago(mailKeptMs), piece),
    providerEvents: () => deleteOldEvents(db, ago(eventKeptMs), piece),
    outages: () => deleteOldOutages(db, ago(outageKeptMs), piece),
    deniedPlays: () => deleteOldDeniedPlays(db, ago(outageKeptMs), piece),
    signingKeys: () => deleteSupersededTokenKeys(db, ago(keyKeptMs)),
    // Before the recordings, whose files are removed with theirs.
    abandonedFilms: () => ingest.films.removeAbandoned(),
    // Each recording may be an evening long.
    looseRecordings: () => ingest.broadcasts.removeLooseRecordings(5),
    looseInputs: async () => (await ingest.remote?.removeLoose(20)) ?? 0,
    // Each picture has many files, maybe in a remote store.
    loosePictures: () => removeLoose(db, { kind: 'picture', limit: 10 }, ({ id }) => pictures.remove(id)),
  };
}

/**
 * One run. A failed task is logged and runs again in the next run; the others continue.
 * @param signal ends the run after the current piece.
 * @returns the number of removed rows by task.
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
      log.warn({ err: error, task }, 'the clean-up failed: the next run retries');
    }
    removed[task] = total;
  }
  return removed;
}

/** Runs every few minutes. A stop waits for the current piece. */
export function startCleanUp(options: {
  /** What a round does by its date. */
  tasks: (date: Date) => CleanUpTasks;
  guard: CleanUpGuard;
  /** What each round does, whatever the date is. */
  always: () => Promise<unknown>;
  log: Log;
  /** True while nothing may be stored, for example on a full disk: a deletion is a write as well. */
  isPaused?: () => Promise<boolean>;
  everyMs?: number;
}): Loop {
  const { tasks, guard, always, log, isPaused, everyMs = 10 * minute } = options;
  return startLoop({
    async run({ signal }) {
      await always();
      const date = await guard.dateOfRound();
      if (date === undefined) return;
      log.debug({ removed: await cleanUp(tasks(date), log, signal) }, 'cleaned up');
      await guard.noteRound();
    },
    pauseMs: everyMs,
    log,
    failure: 'the clean-up failed: the next run retries',
    isPaused,
    startsWithPause: true,
  });
}
