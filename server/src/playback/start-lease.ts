import type { Db } from '../db/database.ts';
import { endLease, insertLease, listRunningLeases } from './lease.repository.ts';
import { isLeaseLive, leasesToEnd } from './playback.rules.ts';

interface Options {
  /** Waits until no other transaction holds the user. */
  lockUser: (db: Db, userId: string) => Promise<void>;
  now: () => Date;
  /** Keeps a lease that the device has meanwhile, instead of replacing it. */
  keepsOwn?: boolean;
}

/**
 * Starts watching with this device and ends what that displaces. Any number of servers agree, because the user is
 * locked meanwhile.
 * @returns the id of the device's lease.
 */
export async function startLease(
  db: Db,
  device: { userId: string; sessionId: string },
  { lockUser, now, keepsOwn = false }: Options,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, device.userId);
    // Read after the wait: leases are ordered by the instant at which each got its turn.
    const instant = now();
    const running = await listRunningLeases(trx, device.userId);
    const own = running.find((lease) => lease.sessionId === device.sessionId && isLeaseLive(lease, instant));
    if (keepsOwn && own !== undefined) return own.id;
    for (const { id, reason } of leasesToEnd(running, device.sessionId, instant)) {
      await endLease(trx, id, reason, instant.toISOString());
    }
    return insertLease(trx, { ...device, now: instant.toISOString() });
  });
}
