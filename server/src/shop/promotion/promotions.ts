/**
 * The list of promotion codes, in the manner of the prices (docs/product.md, 27): the payment provider has the truth, and
 * while it does not answer the last list is shown, with its age. Uses change with every purchase, so that it is asked
 * each time; callers at the same time share one call.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import { type PaymentProvider, ProviderAway, personalKey } from '../payment-provider.ts';
import { findStoredCode, findStoredList, type StoredList, storeList } from './promotion.repository.ts';

/** Who has an older list waits no longer for the provider; its answer is stored for the next one. */
const patienceMs = 2_500;

export interface Promotions {
  /** @throws ProviderAway when it does not answer and never did. */
  list(): Promise<StoredList & { isStale: boolean }>;
  /** Reads a code that a buyer has entered at the provider, unless it is known. */
  learn(id: string): Promise<void>;
}

interface Deps {
  db: Db;
  provider: PaymentProvider;
  now: () => Date;
}

export function createPromotions({ db, provider, now }: Deps): Promotions {
  let running: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const askedAt = now();
    const { data, hasMore } = await provider.listPromotionCodes();
    const promotions = data.filter(({ key }) => !key?.startsWith(personalKey));
    await storeList(db, { data: promotions, hasMore }, askedAt);
  }

  async function isRenewed(): Promise<boolean> {
    running ??= renew().finally(() => {
      running = undefined;
    });
    return running.then(
      () => true,
      (error: unknown) => {
        if (error instanceof ProviderAway) return false;
        throw error;
      },
    );
  }

  return {
    async list() {
      const before = await findStoredList(db);
      const renewal = isRenewed();
      // Nobody may wait for it any longer.
      renewal.catch(() => {});
      const tooLate = new AbortController();
      const isFresh =
        before === undefined
          ? await renewal
          : await Promise.race([
              renewal,
              wait(patienceMs, false, { signal: tooLate.signal, ref: false }).catch(() => false),
            ]).finally(() => tooLate.abort());
      const list = isFresh ? await findStoredList(db) : before;
      if (list === undefined) throw new ProviderAway('nobody has got the promotion codes');
      return { ...list, isStale: !isFresh };
    },

    async learn(id) {
      if ((await findStoredCode(db, id)) === undefined) await isRenewed();
    },
  };
}
