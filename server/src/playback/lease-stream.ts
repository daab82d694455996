import type { Db } from '../db/database.ts';
import { updateLeaseStream } from './lease.repository.ts';
import { isLeaseLive } from './playback.rules.ts';
import type { PlaybackLeaseRow } from './playback.tables.ts';
import { startLease } from './start-lease.ts';
import { insertViewing } from './viewing.repository.ts';

export type NewestLease = Pick<PlaybackLeaseRow, 'id' | 'liveStreamId' | 'pingedAt' | 'endedAt'>;

/**
 * Puts the device's lease on a stream. A device that never watched gets a lease; one whose lease has ended does not:
 * only the viewer's own action starts it again, so two devices cannot end each other's lease again and again.
 * @param newest the newest lease of the device, ended or not, as it was a moment ago.
 * @returns the id of the lease, or undefined when the device must post a playback session first.
 */
export async function leaseStream(
  db: Db,
  device: { userId: string; sessionId: string },
  liveStreamId: string,
  newest: NewestLease | undefined,
  options: Parameters<typeof startLease>[2],
): Promise<string | undefined> {
  if (newest !== undefined && !isLeaseLive(newest, options.now())) return undefined;
  if (newest?.liveStreamId === liveStreamId) return newest.id;
  // Players that a device opens at the same time share one lease.
  const leaseId = newest?.id ?? (await startLease(db, device, { ...options, keepsOwn: true }));
  if (leaseId === undefined) return undefined;
  if (!(await updateLeaseStream(db, leaseId, liveStreamId))) return undefined;
  await insertViewing(db, { userId: device.userId, liveStreamId, now: options.now().toISOString() });
  return leaseId;
}
