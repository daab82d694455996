import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { type Caller, signedInUser } from '../contract/security.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { endLease, findLease, leaveLease, listWatchingDevices } from './lease.repository.ts';
import { isLeaseLive, leaseLifetimeMs, leftLeaseLifeMs } from './playback.rules.ts';
import type { LeaseEnd, PlaybackLeaseRow } from './playback.tables.ts';
import { startLease } from './start-lease.ts';

type PlaybackOperations =
  | 'listPlaybackSessions'
  | 'createPlaybackSession'
  | 'pingPlaybackSession'
  | 'leavePlaybackSession'
  | 'stopPlaybackSession'
  | 'endUserPlaybackSession';

interface Deps {
  db: Db;
  now: () => Date;
  lockUser: (db: Db, userId: string) => Promise<void>;
  /** Renews a live lease of the device, in one statement. @returns undefined when the device's session has ended. */
  renewLease: (caller: Caller, leaseId: string, now: Date, place: Place) => Promise<Renewal | undefined>;
  /** Whether the live page of a competition has something to play, with the stream that the viewer chose there. */
  hasLivePicture: (
    competition: string,
    choice: { liveStreamId: string | undefined; now: Date },
  ) => Promise<boolean>;
  /** A readable name of a device. */
  deviceName: (userAgent: string | null) => string;
}

/** What the device tells of the stream that it plays. */
interface Place {
  liveStreamId?: string | undefined;
  positionSeconds?: number | undefined;
}

interface Renewal {
  /** As it was before; undefined: the device has no such lease. */
  lease: Pick<PlaybackLeaseRow, 'id' | 'pingedAt' | 'endedAt' | 'endReason'> | undefined;
  isRenewed: boolean;
  /** Whether the user may still watch what the lease plays: an organiser may have withdrawn the access. */
  isStillEntitled: boolean;
}

export function playbackHandlers(deps: Deps): Handlers<PlaybackOperations> {
  const { db, now, lockUser, renewLease, hasLivePicture, deviceName } = deps;
  const ended = (reason: LeaseEnd) => problem(`playback-ended-by-${reason}`);

  const listLive = async (userId: string) => {
    const instant = now();
    return (await listWatchingDevices(db, userId)).filter((lease) => isLeaseLive(lease, instant));
  };

  return {
    async listPlaybackSessions({ request }) {
      const { userId, sessionId } = signedInUser(request);
      const data = (await listLive(userId)).map((lease) => ({
        id: lease.id,
        deviceName: deviceName(lease.userAgent),
        watching: lease.eventName === null ? null : `${lease.eventName}, ${lease.blockName}`,
        startedAt: lease.createdAt,
        lastPingAt: lease.pingedAt,
        isCurrent: lease.sessionId === sessionId,
      }));
      return { status: 200, body: { data, total: data.length } };
    },

    async createPlaybackSession({ query, request }) {
      const { userId, sessionId } = signedInUser(request);
      const { competitionId, liveStreamId, inPlaceOf } = query;
      // Before the lease: who waits takes the place of no device.
      if (competitionId !== undefined && !(await hasLivePicture(competitionId, { liveStreamId, now: now() })))
        throw problem('broadcast-not-started');
      // Who names a device to stop wants no other one stopped.
      const atLimit = inPlaceOf === undefined ? query.atLimit : 'refuse';
      const options = { lockUser, now, atLimit, inPlaceOf: inPlaceOf?.toLowerCase() };
      const id = await startLease(db, { userId, sessionId }, options).catch((error) => {
        // The account was deleted after the token was checked.
        throw brokenForeignKey(error) === undefined ? error : problem('unauthorized');
      });
      if (id === undefined) throw problem('two-devices-watch');
      return { status: 201, headers: { location: `/api/v1/playback/sessions/${id}` }, body: { id } };
    },

    async pingPlaybackSession({ path, query, request }) {
      const instant = now();
      const renewal = await renewLease(signedInUser(request), path.sessionId, instant, query);
      if (renewal === undefined) throw problem('unauthorized');
      const { lease, isRenewed, isStillEntitled } = renewal;
      // A 404 for the sessions of other users and devices, as if they did not exist.
      if (lease === undefined) throw problem('not-found');
      if (lease.endReason !== null) throw ended(lease.endReason);

      const end = async (reason: LeaseEnd) => {
        await endLease(db, lease.id, reason, instant.toISOString());
        throw ended(reason);
      };
      if (!isLeaseLive(lease, instant)) await end('expiry');
      if (!isStillEntitled) await end('access');
      if (!isRenewed) {
        // It has ended meanwhile.
        const reason = (await findLease(db, lease.id))?.endReason;
        throw reason ? ended(reason) : problem('not-found');
      }
      return { status: 204 };
    },

    async leavePlaybackSession({ path, request }) {
      const instant = now().getTime();
      const isLeft = await leaveLease(db, {
        leaseId: path.sessionId,
        sessionId: signedInUser(request).sessionId,
        pingedAt: new Date(instant + leftLeaseLifeMs - leaseLifetimeMs).toISOString(),
        pingedAfter: new Date(instant - leaseLifetimeMs).toISOString(),
      });
      if (!isLeft) throw problem('not-found');
      return { status: 204 };
    },

    async stopPlaybackSession({ path, request }) {
      const sessionId = path.sessionId.toLowerCase();
      const live = await listLive(signedInUser(request).userId);
      // A 404 for the sessions of other users and for ended ones, as if they did not exist.
      if (!live.some(({ id }) => id === sessionId)) throw problem('not-found');
      if (!(await endLease(db, sessionId, 'stop', now().toISOString()))) throw problem('not-found');
      return { status: 204 };
    },

    async endUserPlaybackSession({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const instant = now();
        const lease = await findLease(trx, path.sessionId);
        const isOfUser = lease?.userId === path.userId.toLowerCase();
        if (lease === undefined || !isOfUser || !isLeaseLive(lease, instant)) throw problem('not-found');
        if (!(await endLease(trx, lease.id, 'stop', instant.toISOString()))) throw problem('not-found');
        await recordChange(trx, request, {
          action: 'endUserPlaybackSession',
          entityId: lease.id,
          before: { userId: lease.userId, liveStreamId: lease.liveStreamId, endReason: null },
          after: { userId: lease.userId, liveStreamId: lease.liveStreamId, endReason: 'stop' },
        });
      });
      return { status: 204 };
    },
  };
}
