import type { Db } from '../db/database.ts';
import { endLease, insertLease, listRunningLeases } from './lease.repository.ts';
import { isLeaseLive, leasesToEnd } from './playback.rules.ts';

interface Options {
  /** Takes the row lock of the user. */
  lockUser: (db: Db, userId: string) => Promise<void>;
  now: () => Date;
  /** Keeps a live lease of the device instead of replacing it. */
  keepsOwn?: boolean;
}

/**
 * Starts a lease for the device and ends the leases that it displaces. The row lock of the user makes this correct for
 * any number of servers.
 * @returns the id of the device's lease.
 */
export async function startLease(
  db: Db,
  device: { userId: string; sessionId: string },
  { lockUser, now, keepsOwn = false }: Options,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, device.userId);
    // Read after the wait for the lock, so that leases are ordered by when they got it.
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
