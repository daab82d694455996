/** A payment provider in memory, for what does not concern its protocol. Signatures are checked by the real adapter. */
import { randomUUID } from 'node:crypto';
import {
  type CheckoutOrder,
  type Fact,
  type OwnSession,
  type PaymentProvider,
  ProviderAway,
  type ProviderEvent,
  type ProviderPrice,
  ProviderRefusal,
  type RefundFact,
} from '../../src/shop/payment-provider.ts';
import { createStripe } from '../../src/shop/stripe/stripe.ts';
import { type FakePromotions, fakePromotions } from './fake-promotions.ts';
import { webhookSecret } from './provider-events.ts';

export interface FakeProvider extends PaymentProvider, FakePromotions {
  /** Every call, by its name. */
  calls: string[];
  checkouts: Map<string, CheckoutOrder>;
  prices: Map<string, ProviderPrice>;
  /** By the key of the call. */
  createdPrices: Map<string, ProviderPrice>;
  /** By session. */
  facts: Map<string, Fact[]>;
  refunds: RefundFact[];
  missedEvents: ProviderEvent[];
  ownSessions: OwnSession[];
  isAway: boolean;
  /** Calls take effect, and their answers are lost while it returns true. */
  losesAnswer: () => boolean;
  /** The next refunds are refused. */
  refusesRefunds: boolean;
  /** How long a call takes. */
  delayMs: number;
}

/** Of the sessions that this provider calls ours. */
export const fakePlatformId = '00000000-0000-4000-8000-00000000f00d';

export function newPrice(id: string, change: Partial<ProviderPrice> = {}): ProviderPrice {
  return {
    id,
    amount: 1499,
    currency: 'eur',
    isSold: true,
    name: 'A ticket',
    productId: id.replace(/^price_/, 'prod_'),
    createdAt: '2026-09-30T12:00:00+00:00',
    ...change,
  };
}

export function createFakeProvider(): FakeProvider {
  const { readEvent } = createStripe({
    secretKey: 'sk_test_nothing',
    webhookSecrets: [webhookSecret],
    platformId: fakePlatformId,
  });
  const answer = async <T>(name: string, value: () => T): Promise<T> => {
    fake.calls.push(name);
    if (fake.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, fake.delayMs));
    if (fake.isAway) throw new ProviderAway('away');
    const answered = value();
    if (fake.losesAnswer()) throw new ProviderAway('lost');
    return answered;
  };
  const fake: FakeProvider = {
    name: 'Fake',
    calls: [],
    checkouts: new Map(),
    prices: new Map(),
    createdPrices: new Map(),
    facts: new Map(),
    refunds: [],
    missedEvents: [],
    ownSessions: [],
    isAway: false,
    losesAnswer: () => false,
    refusesRefunds: false,
    delayMs: 0,
    readEvent,
    createCheckout: (order) =>
      answer('createCheckout', () => {
        const id = sessionOf(order.orderId);
        const before = fake.checkouts.get(id);
        if (before && JSON.stringify(before) !== JSON.stringify(order))
          throw new ProviderRefusal('idempotency_error');
        fake.checkouts.set(id, order);
        return { id, url: `https://pay.example/${id}` };
      }),
    findPrice: (id) => answer('findPrice', () => fake.prices.get(id)),
    listPrices: () => answer('listPrices', () => ({ data: [...fake.prices.values()], hasMore: false })),
    createPrice: ({ key, name, amount, currency }) =>
      answer('createPrice', () => {
        const before = fake.createdPrices.get(key);
        if (before && before.amount !== amount) throw new ProviderRefusal('idempotency_error');
        const price = before ?? newPrice(`price_${key.replaceAll('-', '')}`, { name, amount, currency });
        fake.createdPrices.set(key, price);
        fake.prices.set(price.id, price);
        return price;
      }),
    ...fakePromotions(answer),
    refund: ({ id, paymentIntent, amount }) =>
      answer('refund', () => {
        if (fake.refusesRefunds) throw new ProviderRefusal('charge_disputed');
        const before = fake.refunds.find(({ requestId }) => requestId === id);
        if (before) return before;
        const seconds = Math.floor(Date.now() / 1_000);
        const refund: RefundFact = {
          kind: 'refund',
          id: `re_${randomUUID()}`,
          paymentIntent,
          requestId: id,
          state: 'succeeded',
          amount,
          createdAt: seconds,
          asOf: seconds,
        };
        fake.refunds.push(refund);
        return refund;
      }),
    readOrder: (id) => answer('readOrder', () => fake.facts.get(id) ?? []),
    listRefunds: (intent) =>
      answer('listRefunds', () => fake.refunds.filter(({ paymentIntent }) => paymentIntent === intent)),
    async *listOwnSessions() {
      yield* fake.ownSessions;
    },
    async *listMissedEvents() {
      yield* fake.missedEvents;
    },
  };
  return fake;
}

export function sessionOf(orderId: string): string {
  return `cs_${orderId.replaceAll('-', '')}`;
}
