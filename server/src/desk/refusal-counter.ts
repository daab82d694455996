import type { Db } from '../db/database.ts';
import { addRefusals, type RefusalCount } from './counts.repository.ts';
import { deskTimes, refusalSlice } from './desk.rules.ts';
import type { RefusalReason } from './desk.tables.ts';

/**
 * Counts refused devices in memory, because a refusal must not cost a write. The streams come from the database or from
 * signed addresses, so nobody can make the counter grow with invented ones.
 */
export class RefusalCounter {
  #counts = new Map<string, RefusalCount>();

  count(liveStreamId: string, reason: RefusalReason, now: Date): void {
    this.#add({ liveStreamId, reason, since: refusalSlice(now), count: 1 });
  }

  /** Adds the counts to the database. After a failure they stay here, for the next time. */
  async flush(db: Db, now: Date): Promise<void> {
    const counts = [...this.#counts.values()].filter(({ since }) => since > deskTimes(now).refusedAfter);
    this.#counts.clear();
    if (counts.length === 0) return;
    try {
      await addRefusals(db, counts);
    } catch (error) {
      for (const count of counts) this.#add(count);
      throw error;
    }
  }

  #add(added: RefusalCount): void {
    const key = `${added.liveStreamId} ${added.since} ${added.reason}`;
    const known = this.#counts.get(key);
    if (known) known.count += added.count;
    else this.#counts.set(key, added);
  }
}
