import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { isVisible } from '../events/visibility.repository.ts';
import { leaseLifetimeMs } from './playback.rules.ts';
import type { LeaseEnd, PlaybackLeaseRow } from './playback.tables.ts';

export async function findLease(db: Db, leaseId: string): Promise<PlaybackLeaseRow | undefined> {
  const { rows } = await leaseById(db, { leaseId });
  return rows[0];
}

const leaseById = prepare(['leaseId'], (db, { leaseId }) =>
  db.selectFrom('playbackLeases').selectAll().where('id', '=', leaseId),
);

/**
 * The newest lease of a device (login session), ended or not, as a part of a larger query. A device has one running
 * lease at most, and nothing is newer; dates of two servers may differ by a moment.
 */
export function selectNewestLease(db: Db, sessionId: string) {
  return db
    .selectFrom('playbackLeases')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .orderBy('endedAt', (order) => order.desc().nullsFirst())
    .limit(1);
}

/** The user's leases that have not ended, each with the instant at which its device signed out. */
export function listRunningLeases(db: Db, userId: string) {
  return db
    .selectFrom('playbackLeases')
    .innerJoin('loginSessions', 'loginSessions.id', 'playbackLeases.sessionId')
    .selectAll('playbackLeases')
    .select('loginSessions.revokedAt as signedOutAt')
    .where('playbackLeases.userId', '=', userId)
    .where('playbackLeases.endedAt', 'is', null)
    .execute();
}

/** The running leases of the signed-in devices, oldest first, with the event and block that each plays. */
export function listWatchingDevices(db: Db, userId: string) {
  return db
    .selectFrom('playbackLeases')
    .innerJoin('loginSessions', 'loginSessions.id', 'playbackLeases.sessionId')
    .leftJoin('liveStreams', 'liveStreams.id', 'playbackLeases.liveStreamId')
    .leftJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .leftJoin('events', (join) => join.onRef('events.id', '=', 'blocks.eventId').on(isVisible))
    .selectAll('playbackLeases')
    .select(['loginSessions.userAgent', 'blocks.name as blockName', 'events.name as eventName'])
    .where('playbackLeases.userId', '=', userId)
    .where('playbackLeases.endedAt', 'is', null)
    .where('loginSessions.revokedAt', 'is', null)
    .orderBy('playbackLeases.createdAt')
    .orderBy('playbackLeases.id')
    .execute();
}

/** The last pings of those of the leases that have not ended. */
export function listPings(db: Db, leaseIds: string[]): Promise<Array<{ id: string; pingedAt: string }>> {
  return db
    .selectFrom('playbackLeases')
    .select(['id', 'pingedAt'])
    .where('id', '=', sql<string>`any(${leaseIds}::uuid[])`)
    .where('endedAt', 'is', null)
    .execute();
}

/** For the metrics. @param pingedAfter a lease without a ping since then is dead. */
export async function countLiveLeases(db: Db, pingedAfter: string): Promise<number> {
  const { count } = await db
    .selectFrom('playbackLeases')
    .where('endedAt', 'is', null)
    .where('pingedAt', '>', pingedAfter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertLease(
  db: Db,
  lease: { userId: string; sessionId: string; now: string; liveStreamId?: string },
): Promise<string> {
  const { userId, sessionId, now, liveStreamId = null } = lease;
  const row = await db
    .insertInto('playbackLeases')
    .values({
      userId,
      sessionId,
      createdAt: now,
      pingedAt: now,
      liveStreamId,
      endedAt: null,
      endReason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Leaves a lease that has ended unchanged: the first reason stays. @returns whether this call ended it. */
export async function endLease(db: Db, leaseId: string, reason: LeaseEnd, now: string): Promise<boolean> {
  const result = await db
    .updateTable('playbackLeases')
    .set({ endedAt: now, endReason: reason })
    .where('id', '=', leaseId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Makes a live lease of the device expire soon: as if its last ping had been `pingedAt`, unless that was even earlier.
 * @param pingedAfter a lease without a ping since then has expired.
 * @returns false when there is no such lease.
 */
export async function leaveLease(
  db: Db,
  lease: { leaseId: string; sessionId: string; pingedAt: string; pingedAfter: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playbackLeases')
    .set({ pingedAt: sql`least(pinged_at, ${lease.pingedAt}::timestamptz)` })
    .where('id', '=', lease.leaseId)
    .where('sessionId', '=', lease.sessionId)
    .where('endedAt', 'is', null)
    .where('pingedAt', '>', lease.pingedAfter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The lease, if it belongs to the device (login session), as a part of a larger query. */
export function selectLeaseOfDevice(db: Db, device: { leaseId: string; sessionId: string }) {
  return db
    .selectFrom('playbackLeases')
    .selectAll()
    .where('id', '=', device.leaseId)
    .where('sessionId', '=', device.sessionId);
}

/** As a part of a larger statement: renews the lease of this device if it is alive. @returns its id and stream. */
export function renewLease(
  db: Db,
  {
    leaseId,
    sessionId,
    now,
    pingedAfter,
  }: { leaseId: string; sessionId: string; now: string; pingedAfter: string },
) {
  return db
    .updateTable('playbackLeases')
    .set({ pingedAt: now })
    .where('id', '=', leaseId)
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('pingedAt', '>', pingedAfter)
    .returning(['id', 'liveStreamId']);
}

/** The date was set: what was live stays so, and nothing lives longer for it. Harmless on several servers. */
export async function carryLeases(db: Db, { now, stepMs }: { now: Date; stepMs: number }): Promise<void> {
  const pingedAfter = new Date(now.getTime() - Math.max(0, stepMs) - leaseLifetimeMs).toISOString();
  await db
    .updateTable('playbackLeases')
    .set({ pingedAt: now.toISOString() })
    .where('endedAt', 'is', null)
    .where('pingedAt', stepMs > 0 ? '<' : '>', now.toISOString())
    .where('pingedAt', '>', pingedAfter)
    .execute();
}

/** @returns false when the lease has ended meanwhile. */
export async function updateLeaseStream(db: Db, leaseId: string, liveStreamId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await leaseStreamUpdate(db, { leaseId, liveStreamId });
  return numAffectedRows > 0n;
}

const leaseStreamUpdate = prepare(['leaseId', 'liveStreamId'], (db, { leaseId, liveStreamId }) =>
  db
    .updateTable('playbackLeases')
    .set({ liveStreamId })
    .where('id', '=', leaseId)
    .where('endedAt', 'is', null),
);

/** Deletes leases that began before `before` and have ended or are dead. @returns the number of deleted ones. */
export async function deleteOldLeases(
  db: Db,
  { before, pingedBefore }: { before: string; pingedBefore: string },
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom('playbackLeases')
    .select('id')
    .where('createdAt', '<', before)
    .where((eb) => eb.or([eb('endedAt', 'is not', null), eb('pingedAt', '<', pingedBefore)]))
    .orderBy('createdAt')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('playbackLeases')
    .where('id', 'in', old.forUpdate().skipLocked())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
