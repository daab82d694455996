/** What users have watched: written when a device begins a stream, and moved on by its pings. */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';

/** A position before this is the beginning, so that an opened and closed replay is no replay to continue. */
const beginningSeconds = 10;
/** A ping moves the time of the last viewing on in steps, because an index has it. */
const stepOfTime = sql`interval '5 minutes'`;

/** A device begins to play the stream. The position of an earlier viewing stays, unless the user has removed it. */
export function insertViewing(
  db: Db,
  { userId, liveStreamId, now }: { userId: string; liveStreamId: string; now: string },
) {
  return viewingBegun(db, { userId, liveStreamId, now });
}

const viewingBegun = prepare(['userId', 'liveStreamId', 'now'], (db, { userId, liveStreamId, now }) =>
  db
    .insertInto('viewings')
    .values({ userId, liveStreamId, firstWatchedAt: now, lastWatchedAt: now, positionSeconds: null })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'liveStreamId']).doUpdateSet({
        lastWatchedAt: now,
        firstWatchedAt: sql`case when viewings.removed_at is null then viewings.first_watched_at
          else excluded.first_watched_at end`,
        positionSeconds: sql`case when viewings.removed_at is null then viewings.position_seconds end`,
        removedAt: null,
      }),
    ),
);

/**
 * As a part of a larger statement: moves viewings of the user on. What the viewer has removed stays removed.
 * @param positionSeconds empty: unknown, as it is in a live stream.
 */
export function updateViewing(
  db: Db,
  { userId, positionSeconds, now }: { userId: string; positionSeconds: string; now: string },
) {
  const isStepDue = sql<boolean>`last_watched_at < ${now}::timestamptz - ${stepOfTime}`;
  return db
    .updateTable('viewings')
    .set({
      positionSeconds: sql`case when ${positionSeconds}::text = '' then position_seconds
        when nullif(${positionSeconds}, '')::double precision < ${sql.lit(beginningSeconds)} then null
        else nullif(${positionSeconds}, '')::double precision end`,
      lastWatchedAt: sql`case when ${isStepDue} then ${now}::timestamptz else last_watched_at end`,
    })
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .where(sql<boolean>`(${positionSeconds}::text <> '' or ${isStepDue})`);
}

/** @returns false when the user has not watched the stream, or has removed it. */
export async function updatePosition(
  db: Db,
  viewing: { userId: string; liveStreamId: string; positionSeconds: number; now: string },
): Promise<boolean> {
  const { liveStreamId, positionSeconds } = viewing;
  const result = await updateViewing(db, { ...viewing, positionSeconds: String(positionSeconds) })
    .where('liveStreamId', '=', liveStreamId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Where the user stopped, as a part of a larger query. */
export function selectPosition(db: Db, userId: string, liveStreamId: string) {
  return db
    .selectFrom('viewings')
    .select('positionSeconds')
    .where('userId', '=', userId)
    .where('liveStreamId', '=', liveStreamId)
    .where('removedAt', 'is', null);
}

/** For some minutes `restoreViewings` brings it back. @returns whether it was there. */
export async function removeViewing(
  db: Db,
  { userId, liveStreamId, now }: { userId: string; liveStreamId: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('viewings')
    .set({ removedAt: now, isCleared: false })
    .where('userId', '=', userId)
    .where('liveStreamId', '=', liveStreamId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes all viewings of the user. What an earlier clearing removed is no part of this one. */
export async function clearViewings(db: Db, { userId, now }: { userId: string; now: string }): Promise<void> {
  await db
    .updateTable('viewings')
    .set({ removedAt: sql`coalesce(removed_at, ${now}::timestamptz)`, isCleared: sql`removed_at is null` })
    .where('userId', '=', userId)
    .where(({ eb, or }) => or([eb('removedAt', 'is', null), eb('isCleared', '=', true)]))
    .execute();
}

/**
 * Brings a removed viewing back.
 * @param liveStreamId without it, all that the last clearing removed.
 * @param removedAfter what was removed before stays removed.
 * @returns whether there was something to bring back.
 */
export async function restoreViewings(
  db: Db,
  { userId, liveStreamId, removedAfter }: { userId: string; liveStreamId?: string; removedAfter: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('viewings')
    .set({ removedAt: null, isCleared: false })
    .where('userId', '=', userId)
    .where('removedAt', '>', removedAfter)
    .where(({ eb }) =>
      liveStreamId === undefined ? eb('isCleared', '=', true) : eb('liveStreamId', '=', liveStreamId),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the number of deleted ones. */
export async function deleteRemovedViewings(db: Db, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('viewings')
    .where(({ refTuple, eb, selectFrom }) =>
      eb(
        refTuple('userId', 'liveStreamId'),
        'in',
        selectFrom('viewings')
          .select(['userId', 'liveStreamId'])
          .where('removedAt', '<=', before)
          .limit(limit)
          .$asTuple('userId', 'liveStreamId'),
      ),
    )
    // Somebody may have brought it back, or watched it again, meanwhile.
    .where('removedAt', '<=', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns the number of deleted ones. */
export async function deleteOldViewings(db: Db, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('viewings')
    .where(({ refTuple, eb, selectFrom }) =>
      eb(
        refTuple('userId', 'liveStreamId'),
        'in',
        selectFrom('viewings')
          .select(['userId', 'liveStreamId'])
          .where('lastWatchedAt', '<', before)
          .orderBy('lastWatchedAt')
          .limit(limit)
          .$asTuple('userId', 'liveStreamId'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
