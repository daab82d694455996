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
  /** Whether what the lease plays is still covered: the organiser may have taken the access back. */
  isStillEntitled: (
    user: { userId: string; permissions: string[] },
    liveStreamId: string,
  ) => Promise<boolean>;
  /** A device as people call it. */
  deviceName: (userAgent: string | null) => string;
}

export function playbackHandlers(deps: Deps): Handlers<PlaybackOperations> {
  const { db, now, lockUser, isStillEntitled, deviceName } = deps;
  const ended = (reason: LeaseEnd) => problem(`playback-ended-by-${reason}`);

  const listAlive = async (userId: string) => {
    const instant = now();
    return (await listWatchingDevices(db, userId)).filter((lease) => isLeaseLive(lease, instant));
  };

  return {
    async listPlaybackSessions({ request }) {
      const { userId, sessionId } = signedInUser(request);
      const data = (await listAlive(userId)).map((lease) => ({
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
        // The account was deleted after the token had been looked at.
        throw brokenForeignKey(error) === undefined ? error : problem('unauthorized');
      });
      return { status: 201, headers: { location: `/api/v1/playback/sessions/${id}` }, body: { id } };
    },

    async pingPlaybackSession({ path, request }) {
      const user = signedInUser(request);
      const lease = await findLease(db, path.sessionId);
      // Somebody else's session, or another device's: as if there were none.
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
      const alive = await listAlive(signedInUser(request).userId);
      // Somebody else's session, or one that has ended: as if there were none.
      if (!alive.some(({ id }) => id === sessionId)) throw problem('not-found');
      if (!(await endLease(db, sessionId, 'stop', now().toISOString()))) throw problem('not-found');
      return { status: 204 };
    },
  };
}
