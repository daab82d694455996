import type { Db } from '../db/database.ts';
import { findNewestLease, updateLeaseStream } from './lease.repository.ts';
import { isLeaseLive } from './playback.rules.ts';
import { startLease } from './start-lease.ts';

/**
 * Puts the device's lease on a stream. A device that never watched gets a lease; one whose lease has ended does not:
 * only the viewer's own action starts it again, so two devices cannot end each other's lease again and again.
 * @returns the id of the lease, or undefined when the device must post a playback session first.
 */
export async function leaseStream(
  db: Db,
  device: { userId: string; sessionId: string },
  liveStreamId: string,
  options: Parameters<typeof startLease>[2],
): Promise<string | undefined> {
  const newest = await findNewestLease(db, device.sessionId);
  if (newest !== undefined && !isLeaseLive(newest, options.now())) return undefined;
  // Players that a device opens at the same time share one lease.
  const leaseId = newest?.id ?? (await startLease(db, device, { ...options, keepsOwn: true }));
  return (await updateLeaseStream(db, leaseId, liveStreamId)) ? leaseId : undefined;
}
