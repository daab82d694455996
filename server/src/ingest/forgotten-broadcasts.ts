/** What no owner does: notes that an owner died, and ends what was forgotten. Harmless on several servers. */
import type { Db } from '../db/database.ts';
import { endSilent, interruptStale, listSilent, listStale } from './forgotten.repository.ts';
import { silentEndMinutes, staleMs } from './ingest.rules.ts';

export class ForgottenBroadcasts {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #stale = new SecondLook();
  readonly #silent = new SecondLook();

  constructor({ db, now }: { db: Db; now: () => Date }) {
    this.#db = db;
    this.#now = now;
  }

  async sweep(): Promise<void> {
    const now = this.#now();
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const stale = this.#stale.seenBefore(await listStale(this.#db, ago(staleMs)));
    await interruptStale(this.#db, stale, ago(staleMs));
    const silent = this.#silent.seenBefore(await listSilent(this.#db, ago(silentEndMinutes * 60_000)));
    await endSilent(this.#db, silent, now.toISOString());
  }
}

/** What looks old because the date was set is new again at the next look: its owner writes each second. */
class SecondLook {
  #ids = new Set<string>();

  seenBefore(ids: readonly string[]): string[] {
    const again = ids.filter((id) => this.#ids.has(id));
    this.#ids = new Set(ids);
    return again;
  }
}
