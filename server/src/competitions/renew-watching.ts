import type { Db } from '../db/database.ts';
import { leaseLifetimeMs } from '../playback/playback.rules.ts';
import { renewWatching as renewInDatabase, type WatchedPlace } from './watching.repository.ts';
import { mayKeepWatching } from './watching.rules.ts';

interface Options {
  /** The permissions that the session may use. */
  usablePermissions: (session: { permissions: string[]; secondFactor: boolean }) => string[];
  now: Date;
  place: WatchedPlace;
}

/** What a ping asks, in one statement. @returns undefined when the session of the device has ended. */
export async function renewWatching(
  db: Db,
  device: { userId: string; sessionId: string },
  leaseId: string,
  { usablePermissions, now, place }: Options,
) {
  const found = await renewInDatabase(db, leaseId, device, {
    place,
    now: now.toISOString(),
    pingedAfter: new Date(now.getTime() - leaseLifetimeMs).toISOString(),
  });
  if (found === undefined) return undefined;
  const { lease, stream, isRenewed } = found;
  const permissions = usablePermissions(found);
  return {
    lease: lease ?? undefined,
    isRenewed: Boolean(isRenewed),
    isStillEntitled:
      // A lease that plays nothing yet needs no right.
      lease?.liveStreamId === null || (stream !== null && mayKeepWatching({ ...stream, permissions, now })),
  };
}
