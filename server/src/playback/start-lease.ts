import type { Db } from '../db/database.ts';
import { endLease, insertLease, listRunningLeases } from './lease.repository.ts';
import { type AtLimit, isLeaseLive, leasesToEnd } from './playback.rules.ts';
import { insertViewing } from './viewing.repository.ts';

interface Options {
  /** Takes the row lock of the user. */
  lockUser: (db: Db, userId: string) => Promise<void>;
  now: () => Date;
  /** Keeps a live lease of the device instead of replacing it. */
  keepsOwn?: boolean;
  atLimit?: AtLimit | undefined;
  /** A lease of the user to end. */
  inPlaceOf?: string | undefined;
  /** What the new lease plays from its beginning on. */
  liveStreamId?: string;
}

/**
 * Starts a lease for the device and ends the leases that it displaces. The row lock of the user makes this correct for
 * any number of servers.
 * @returns the id of the device's lease; undefined when two other devices watch and none of them may be ended.
 */
export async function startLease(
  db: Db,
  device: { userId: string; sessionId: string },
  { lockUser, now, keepsOwn = false, atLimit, inPlaceOf, liveStreamId }: Options,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, device.userId);
    // Read after the wait for the lock, so that leases are ordered by when they got it.
    const instant = now();
    const running = await listRunningLeases(trx, device.userId);
    const own = running.find((lease) => lease.sessionId === device.sessionId && isLeaseLive(lease, instant));
    if (keepsOwn && own !== undefined) return own.id;
    const displaced = leasesToEnd(running, device.sessionId, instant, {
      ...(atLimit === undefined ? {} : { atLimit }),
      inPlaceOf,
    });
    if (displaced === undefined) return undefined;
    for (const { id, reason } of displaced) {
      await endLease(trx, id, reason, instant.toISOString());
    }
    const begun = { ...device, now: instant.toISOString() };
    if (liveStreamId === undefined) return insertLease(trx, begun);
    const leaseId = await insertLease(trx, { ...begun, liveStreamId });
    await insertViewing(trx, { userId: device.userId, liveStreamId, now: begun.now });
    return leaseId;
  });
}
