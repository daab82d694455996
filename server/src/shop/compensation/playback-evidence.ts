import type { Db } from '../../db/database.ts';
import { addDeniedPlays, addSlices, type DeniedPlay, type StreamSlice } from './evidence.repository.ts';
import { deniedSliceMs, sliceMs, startOfSlice } from './outage.rules.ts';

/** A user, or the lease of one. */
type Viewer = { userId: string } | { leaseId: string };

/**
 * Counts in memory what viewers got, because a playlist must not cost a write. Streams and viewers come from the
 * database or from signed addresses, so nobody can make it grow with invented ones.
 */
export class PlaybackEvidence {
  #slices = new Map<string, StreamSlice>();
  #denied = new Map<string, DeniedPlay>();
  /** What was stored already in the present five minutes. */
  #stored = { slice: '', keys: new Set<string>() };
  /** Who was counted in the present 15 seconds. */
  #counted = { slice: '', keys: new Set<string>() };

  delivered(liveStreamId: string, viewer: Viewer, now: Date): void {
    if (this.#isFirst('delivered', liveStreamId, viewer, now)) this.#count(liveStreamId, now).delivered += 1;
  }

  /** An active stream could not be played, and it was not the viewer's fault. */
  failed(liveStreamId: string, viewer: Viewer, now: Date): void {
    if (this.#isFirst('failed', liveStreamId, viewer, now)) this.#count(liveStreamId, now).failed += 1;
    this.denied(liveStreamId, viewer, now);
  }

  /** Only for want of a picture was it an outage: other refusals have their reason in the viewer. */
  refused(liveStreamId: string, reason: string, viewer: Viewer, now: Date): void {
    if (reason === 'stream-inactive') this.denied(liveStreamId, viewer, now);
  }

  /** Somebody who may watch tried to, and there was nothing. */
  denied(liveStreamId: string, viewer: Viewer, now: Date): void {
    const slice = startOfSlice(now, deniedSliceMs);
    const { userId = null, leaseId = null } = viewer as { userId?: string; leaseId?: string };
    const key = `${liveStreamId} ${nameOf(viewer)} ${slice}`;
    if (this.#stored.slice !== slice) this.#stored = { slice, keys: new Set() };
    if (this.#stored.keys.has(key) || this.#denied.has(key)) return;
    this.#denied.set(key, { liveStreamId, userId, leaseId, slice, triedAt: now.toISOString() });
  }

  /** Viewers are counted, not calls: one player that asks again and again decides nothing for the others. */
  #isFirst(kind: 'delivered' | 'failed', liveStreamId: string, viewer: Viewer, now: Date): boolean {
    const slice = startOfSlice(now, sliceMs);
    if (this.#counted.slice !== slice) this.#counted = { slice, keys: new Set() };
    const key = `${kind} ${liveStreamId} ${nameOf(viewer)}`;
    if (this.#counted.keys.has(key)) return false;
    this.#counted.keys.add(key);
    return true;
  }

  /** Stores what was counted. After a failure it stays here, for the next time. */
  async flush(db: Db): Promise<void> {
    const [slices, denied] = [[...this.#slices.values()], [...this.#denied]];
    this.#slices.clear();
    this.#denied.clear();
    try {
      if (slices.length > 0) await addSlices(db, slices);
    } catch (error) {
      for (const slice of slices) this.#merge(slice);
      for (const [key, each] of denied) this.#denied.set(key, each);
      throw error;
    }
    try {
      if (denied.length > 0)
        await addDeniedPlays(
          db,
          denied.map(([, each]) => each),
        );
    } catch (error) {
      for (const [key, each] of denied) this.#denied.set(key, each);
      throw error;
    }
    for (const [key, { slice }] of denied) if (slice === this.#stored.slice) this.#stored.keys.add(key);
  }

  #count(liveStreamId: string, now: Date): StreamSlice {
    const since = startOfSlice(now, sliceMs);
    const key = `${liveStreamId} ${since}`;
    const known = this.#slices.get(key) ?? { liveStreamId, since, delivered: 0, failed: 0 };
    this.#slices.set(key, known);
    return known;
  }

  #merge({ liveStreamId, since, delivered, failed }: StreamSlice): void {
    const known = this.#count(liveStreamId, new Date(since));
    known.delivered += delivered;
    known.failed += failed;
  }
}

function nameOf(viewer: Viewer): string {
  return 'userId' in viewer ? viewer.userId : viewer.leaseId;
}
