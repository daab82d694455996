import type { Handlers } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { endLease, findLease, listWatchingDevices, updateLeasePing } from './lease.repository.ts';
import { isLeaseLive } from './playback.rules.ts';
import type { LeaseEnd } from './playback.tables.ts';
import { startLease } from './start-lease.ts';

type PlaybackOperations =
  | 'listPlaybackSessions'
  | 'createPlaybackSession'
  | 'pingPlaybackSession'
  | 'stopPlaybackSession';

interface Deps {
  db: Db;
  now: () => Date;
  lockUser: (db: Db, userId: string) => Promise<void>;
  /** Whether the user may still watch the stream of the lease: an organiser may have withdrawn the access. */
  isStillEntitled: (
    user: { userId: string; permissions: string[] },
    liveStreamId: string,
  ) => Promise<boolean>;
  /** A readable name of a device. */
  deviceName: (userAgent: string | null) => string;
}

export function playbackHandlers(deps: Deps): Handlers<PlaybackOperations> {
  const { db, now, lockUser, isStillEntitled, deviceName } = deps;
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

    async createPlaybackSession({ request }) {
      const { userId, sessionId } = signedInUser(request);
      const id = await startLease(db, { userId, sessionId }, { lockUser, now }).catch((error) => {
        // The account was deleted after the token was checked.
        throw brokenForeignKey(error) === undefined ? error : problem('unauthorized');
      });
      return { status: 201, headers: { location: `/api/v1/playback/sessions/${id}` }, body: { id } };
    },

    async pingPlaybackSession({ path, request }) {
      const user = signedInUser(request);
      const lease = await findLease(db, path.sessionId);
      // A 404 for the sessions of other users and devices, as if they did not exist.
      if (lease === undefined || lease.sessionId !== user.sessionId) throw problem('not-found');
      if (lease.endReason !== null) throw ended(lease.endReason);

      const instant = now();
      const end = async (reason: LeaseEnd) => {
        await endLease(db, lease.id, reason, instant.toISOString());
        throw ended(reason);
      };
      if (!isLeaseLive(lease, instant)) await end('expiry');
      if (lease.liveStreamId !== null && !(await isStillEntitled(user, lease.liveStreamId)))
        await end('access');
      if (!(await updateLeasePing(db, lease.id, instant.toISOString()))) {
        const reason = (await findLease(db, lease.id))?.endReason;
        throw reason ? ended(reason) : problem('not-found');
      }
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
  };
}
