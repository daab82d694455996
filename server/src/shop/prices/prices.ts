/**
 * Prices of the provider, kept for an hour (docs/product.md, 24). A price never changes its amount, so an old answer is
 * safe: it is given at once, and renewed in the background. Any number of callers and servers make one call.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import { type PaymentProvider, ProviderAway, type ProviderPrice } from '../payment-provider.ts';
import {
  type CachedPrice,
  claimRefresh,
  findCachedPrice,
  giveUpFirstAnswer,
  storeAnswer,
} from './price-cache.repository.ts';

const freshMs = 3_600_000;
/** What the provider does not know may be created any moment. */
const missingFreshMs = 60_000;
/** Longer than a call to the provider takes; also the time until it is asked again while it does not answer. */
const claimMs = 12_000;
const pollMs = 100;

export interface Prices {
  /** undefined: the provider does not have it. @throws ProviderAway when it does not answer and never did. */
  find(priceId: string): Promise<ProviderPrice | undefined>;
}

interface Deps {
  db: Db;
  provider: PaymentProvider;
  now: () => Date;
  onError: (error: unknown) => void;
}

export function createPrices({ db, provider, now, onError }: Deps): Prices {
  const running = new Map<string, Promise<ProviderPrice | undefined>>();

  async function find(priceId: string): Promise<ProviderPrice | undefined> {
    const cached = await findCachedPrice(db, priceId);
    if (cached === undefined || cached.fetchedAt === null) return ask(priceId);
    if (!isFresh(cached, now())) renew(priceId).catch(onError);
    return cached.body ?? undefined;
  }

  async function renew(priceId: string): Promise<boolean> {
    const instant = now();
    const until = new Date(instant.getTime() + claimMs);
    if (!(await claimRefresh(db, priceId, { now: instant, until }))) return false;
    const body = await provider.findPrice(priceId).catch(async (error) => {
      await giveUpFirstAnswer(db, priceId);
      throw error;
    });
    await storeAnswer(db, priceId, { body, now: now(), claimedUntil: until });
    return true;
  }

  /** The first answer for a price: everybody waits for the one who asks. */
  async function ask(priceId: string): Promise<ProviderPrice | undefined> {
    if (!(await renew(priceId))) await whenStored(priceId);
    return (await findCachedPrice(db, priceId))?.body ?? undefined;
  }

  async function whenStored(priceId: string): Promise<void> {
    for (let waited = 0; waited < claimMs; waited += pollMs) {
      await wait(pollMs);
      const cached = await findCachedPrice(db, priceId);
      if (cached !== undefined && cached.fetchedAt !== null) return;
      if (cached === undefined || cached.refreshUntil === null) break;
    }
    throw new ProviderAway('nobody has got the price');
  }

  return {
    find(priceId) {
      const call = running.get(priceId) ?? find(priceId).finally(() => running.delete(priceId));
      running.set(priceId, call);
      return call;
    },
  };
}

function isFresh({ body, fetchedAt }: CachedPrice, now: Date): boolean {
  const age = now.getTime() - Date.parse(String(fetchedAt));
  return age < (body === null ? missingFreshMs : freshMs);
}
