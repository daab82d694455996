/** The statements that run for every viewer again and again. Each checks all that it needs by itself. */
import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { firstBellsOf } from '../bouts/card-state.repository.ts';
import { setChaptersOf, showsFilm } from '../bouts/chapter.repository.ts';
import type { Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { selectLiveSession } from '../identity/sessions/session.repository.ts';
import { renewLease, selectLeaseOfDevice, selectNewestLease } from '../playback/lease.repository.ts';
import { selectPosition, updateViewing } from '../playback/viewing.repository.ts';
import { byIdOrSlug, selectStreamsToWatch } from './competition.repository.ts';

/** A device, as its access token names it. */
interface Caller {
  userId: string;
  sessionId: string;
}

/**
 * The caller's live session; the stream, only if it belongs to this competition and block, with the fields that
 * `mayWatch` needs; and the newest lease of the device. @returns undefined when the session has ended.
 */
export async function findStreamToSign(
  db: Db,
  path: { competitionId: string; blockId: string; liveStreamId: string },
  caller: Caller,
  now: string,
) {
  const { rows } = await streamToSign(path.competitionId)(db, { ...path, ...caller, now });
  return rows[0];
}

const streamToSign = byIdOrSlug((matches) =>
  prepare(
    ['competitionId', 'blockId', 'liveStreamId', 'userId', 'sessionId', 'now'],
    (db, { competitionId, blockId, liveStreamId, ...caller }) =>
      db
        .selectFrom(selectLiveSession(db, caller).as('session'))
        .select(['session.permissions', 'session.secondFactor'])
        .select([
          jsonObjectFrom(
            selectStreamsToWatch(db, caller.userId)
              .select('liveStreams.venueDelayMs')
              .select((eb) => [
                firstBellsOf(eb).as('firstBells'),
                setChaptersOf(eb).as('setChapters'),
                showsFilm(eb).as('isFilm'),
              ])
              .where('liveStreams.id', '=', liveStreamId)
              .where('blocks.id', '=', blockId)
              .where(matches(competitionId)),
          ).as('stream'),
          jsonObjectFrom(selectNewestLease(db, caller.sessionId)).as('lease'),
          selectPosition(db, caller.userId, liveStreamId).as('positionSeconds'),
        ]),
  ),
);

/** What a ping tells of the stream that it plays. */
export interface WatchedPlace {
  liveStreamId?: string | undefined;
  /** Undefined: unknown, as it is in a live stream. */
  positionSeconds?: number | undefined;
}

/**
 * Renews the lease if it is a live one of this device and the session lives, and moves on what the user has watched of
 * the stream that the lease plays. @returns the session; the lease as it was; and its stream, with the fields that
 * `mayWatch` needs. Undefined when the session has ended.
 */
export async function renewWatching(
  db: Db,
  leaseId: string,
  caller: Caller,
  { now, pingedAfter, place }: { now: string; pingedAfter: string; place: WatchedPlace },
) {
  const { rows } = await watchingRenewal(db, { leaseId, ...caller, now, pingedAfter, ...placeTexts(place) });
  return rows[0];
}

const placeTexts = ({ liveStreamId = '', positionSeconds }: WatchedPlace) => ({
  liveStreamId,
  positionSeconds: positionSeconds === undefined ? '' : String(positionSeconds),
});

const watchingRenewal = prepare(
  ['leaseId', 'userId', 'sessionId', 'now', 'pingedAfter', 'liveStreamId', 'positionSeconds'],
  (db, { leaseId, userId, sessionId, now, pingedAfter, liveStreamId, positionSeconds }) =>
    db
      .with('session', () => selectLiveSession(db, { userId, sessionId, now }))
      .with('renewed', () =>
        renewLease(db, { leaseId, sessionId, now, pingedAfter }).where(
          sql<boolean>`exists (select from session)`,
        ),
      )
      .with('moved', () =>
        updateViewing(db, { userId, positionSeconds, now })
          .where(sql<boolean>`live_stream_id = (select live_stream_id from renewed)`)
          // A device that changes its stream may still tell of the one before.
          .where(sql<boolean>`live_stream_id = coalesce(nullif(${liveStreamId}, '')::uuid, live_stream_id)`),
      )
      .selectFrom('session')
      .select(['session.permissions', 'session.secondFactor'])
      .select((eb) => [
        eb.exists(eb.selectFrom('renewed').select('renewed.id')).as('isRenewed'),
        jsonObjectFrom(selectLeaseOfDevice(db, { leaseId, sessionId })).as('lease'),
        jsonObjectFrom(
          selectStreamsToWatch(db, userId).where(
            'liveStreams.id',
            '=',
            selectLeaseOfDevice(db, { leaseId, sessionId }).clearSelect().select('liveStreamId'),
          ),
        ).as('stream'),
      ]),
);

/** The active stream that a lease plays, if its device is signed in. A playlist whose answer is not known asks for it. */
export async function findLeasedStream(db: Db, leaseId: string, liveStreamId: string) {
  const { rows } = await leasedStream(db, { leaseId, liveStreamId });
  return rows[0];
}

const leasedStream = prepare(['leaseId', 'liveStreamId'], (db, { leaseId, liveStreamId }) =>
  selectStreamsToWatch(db, sql.ref('playbackLeases.userId'))
    .innerJoin('playbackLeases', 'playbackLeases.liveStreamId', 'liveStreams.id')
    .innerJoin('loginSessions', 'loginSessions.id', 'playbackLeases.sessionId')
    .select(['playbackLeases.userId', 'playbackLeases.sessionId'])
    .select(['playbackLeases.pingedAt', 'playbackLeases.endedAt'])
    .where('playbackLeases.id', '=', leaseId)
    .where('liveStreams.id', '=', liveStreamId)
    .where('liveStreams.status', '=', 'active')
    .where('loginSessions.revokedAt', 'is', null),
);
