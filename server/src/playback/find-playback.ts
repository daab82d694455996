import type { Db } from '../db/database.ts';
import { findLeasedVideo } from './lease.repository.ts';
import { isLeaseLive } from './playback.rules.ts';

/** @returns the video that the lease plays now; undefined when the lease has ended or belongs to another stream. */
export async function findPlayback(
  db: Db,
  { leaseId, streamId }: { leaseId: string; streamId: string },
  now: Date,
): Promise<{ videoId: string } | undefined> {
  const lease = await findLeasedVideo(db, leaseId, streamId);
  return lease && isLeaseLive(lease, now) ? lease : undefined;
}
