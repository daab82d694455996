import type { Db } from '../db/database.ts';
import { endLease, insertLease, listRunningLeases } from './lease.repository.ts';
import { leasesToEnd } from './playback.rules.ts';

/**
 * Starts watching with this device and ends what that displaces. Any number of servers agree, because the user is
 * locked meanwhile.
 * @param lockUser waits until no other transaction holds the user.
 * @returns the id of the new lease.
 */
export async function startLease(
  db: Db,
  device: { userId: string; sessionId: string },
  { lockUser, now }: { lockUser: (db: Db, userId: string) => Promise<void>; now: () => Date },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, device.userId);
    // Read after the wait: leases are ordered by the instant at which each got its turn.
    const instant = now();
    const running = await listRunningLeases(trx, device.userId);
    for (const { id, reason } of leasesToEnd(running, device.sessionId, instant)) {
      await endLease(trx, id, reason, instant.toISOString());
    }
    return insertLease(trx, { ...device, now: instant.toISOString() });
  });
}
