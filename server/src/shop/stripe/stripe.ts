/**
 * The only file that knows Stripe's SDK. A stand-in differs from the real provider only by its origin. While a person
 * waits, a call ends after 5 s and is repeated once; jobs are more patient.
 */
import Stripe from 'stripe';
import { checkoutUrls, expiryOf } from '../buying/buying.rules.ts';
import {
  type CheckoutOrder,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPrice,
  ProviderRefusal,
  SignatureError,
} from '../payment-provider.ts';
import { ask, waiting, working } from './ask.ts';
import { eventTypes } from './event-types.ts';
import { stripeCoupons } from './stripe-coupons.ts';
import { eventFact, readDispute, readRefund, readSession } from './stripe-facts.ts';
import { promotionCalls } from './stripe-promotions.ts';

const apiVersion = '2026-10-28.endive';
/** The SDK checks only that a signature is not older. */
const toleranceSeconds = 300;
/** Of the list to pick from. */
const mostPrices = 1_000;
/** The provider keeps events for 30 days. */
const missedSeconds = 30 * 86_400;

export interface StripeSettings {
  secretKey: string;
  /** Several while one is being replaced. */
  webhookSecrets: readonly string[];
  automaticTax?: boolean;
  /** Of a stand-in; undefined: Stripe itself. */
  origin?: string | undefined;
}

export function createStripe({
  secretKey,
  webhookSecrets,
  automaticTax = false,
  origin,
}: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    telemetry: false,
    ...working,
    ...(origin ? hostOf(origin) : {}),
  });

  return {
    name: origin ? `Stand-in at ${origin}` : 'Stripe',

    async createCheckout(order) {
      const session = await ask(() =>
        stripe.checkout.sessions.create(checkoutParams(order, automaticTax), {
          ...waiting,
          // Another server may have the other setting: the same key with other parameters is refused.
          idempotencyKey: `order:${order.orderId}${automaticTax ? ':tax' : ''}`,
        }),
      );
      if (!session.url) throw new ProviderRefusal('no-url');
      return { id: session.id, url: session.url };
    },

    async findPrice(priceId) {
      try {
        const price = await ask(() => stripe.prices.retrieve(priceId, { expand: ['product'] }, waiting));
        return toPrice(price);
      } catch (error) {
        if (error instanceof ProviderRefusal && error.code === 'resource_missing') return undefined;
        throw error;
      }
    },

    async listPrices() {
      const params = { active: true, type: 'one_time', limit: 100, expand: ['data.product'] } as const;
      const prices = await ask(() =>
        stripe.prices.list({ ...params, expand: [...params.expand] }, waiting).autoPagingToArray({
          limit: mostPrices,
        }),
      );
      const data = prices.flatMap((price) => toPrice(price) ?? []).filter(({ isSold }) => isSold);
      return { data, hasMore: prices.length === mostPrices };
    },

    async createPrice({ key, name, amount, currency }) {
      const price = await ask(() =>
        stripe.prices.create(
          { unit_amount: amount, currency, product_data: { name }, expand: ['product'] },
          { ...waiting, idempotencyKey: `price:${key}` },
        ),
      );
      const created = toPrice(price);
      if (created === undefined) throw new ProviderRefusal('no-amount');
      return created;
    },

    async refund({ id, paymentIntent, amount }) {
      const refund = await ask(() =>
        stripe.refunds.create(
          { payment_intent: paymentIntent, amount, metadata: { refundId: id } },
          { ...working, idempotencyKey: `refund:${id}` },
        ),
      );
      const fact = readRefund(refund, askedAt(refund));
      if (fact === undefined) throw new ProviderRefusal('no-payment');
      return fact;
    },

    async readOrder(sessionId) {
      const session = await ask(() =>
        stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }, working),
      );
      const fact = readSession(session);
      if (fact === undefined) return [];
      const { paymentIntent } = fact;
      if (paymentIntent === null) return [fact];
      const disputes = await ask(() =>
        stripe.disputes.list({ payment_intent: paymentIntent, limit: 100 }, working),
      );
      const asOf = askedAt(disputes);
      const read = disputes.data.flatMap((dispute) => readDispute(dispute, asOf) ?? []);
      return [fact, ...(await this.listRefunds(paymentIntent)), ...read];
    },

    async listRefunds(paymentIntent) {
      const refunds = await ask(() =>
        stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }, working),
      );
      const asOf = askedAt(refunds);
      return refunds.data.flatMap((refund) => readRefund(refund, asOf) ?? []);
    },

    ...stripeCoupons(stripe),
    ...promotionCalls(stripe),

    async *listMissedEvents(now) {
      const since = Math.floor(now.getTime() / 1_000) - missedSeconds;
      const params = { types: [...eventTypes], delivery_success: false, created: { gte: since }, limit: 100 };
      let startingAfter: string | undefined;
      do {
        const page = await ask(() =>
          stripe.events.list(
            { ...params, ...(startingAfter ? { starting_after: startingAfter } : {}) },
            working,
          ),
        );
        yield* page.data.map(toEvent);
        startingAfter = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (startingAfter !== undefined);
    },

    async readEvent(body, signature, now) {
      const seconds = Math.floor(now.getTime() / 1_000);
      const last = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1];
      if (last === undefined || Number(last) > seconds + toleranceSeconds)
        throw new SignatureError('the time of the signature is in the future');
      let cause: unknown;
      for (const secret of webhookSecrets) {
        try {
          return toEvent(
            await stripe.webhooks.constructEventAsync(
              ...([body, signature, secret, toleranceSeconds] as const),
              undefined,
              now.getTime(),
            ),
          );
        } catch (error) {
          cause = error;
        }
      }
      throw new SignatureError('no secret fits', { cause });
    },
  };
}

function checkoutParams(
  { orderId, priceId, email, createdAt, promotionCodeId, ...urls }: CheckoutOrder,
  automaticTax: boolean,
) {
  const metadata = { orderId };
  return {
    mode: 'payment' as const,
    line_items: [{ price: priceId, quantity: 1 }],
    customer_email: email,
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(promotionCodeId === undefined
      ? { allow_promotion_codes: true }
      : { discounts: [{ promotion_code: promotionCodeId }] }),
    expires_at: expiryOf(createdAt),
    ...(automaticTax ? { automatic_tax: { enabled: true } } : {}),
    ...checkoutUrls(urls),
  };
}

function hostOf(origin: string) {
  const { hostname, port, protocol } = new URL(origin);
  return { host: hostname, port, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) };
}

function toPrice(price: Stripe.Price): ProviderPrice | undefined {
  const { id, active, type, unit_amount: amount, currency, created, product } = price;
  if (amount === null) return undefined;
  const isSoldProduct = typeof product === 'object' && !product.deleted && product.active;
  return {
    id,
    amount,
    currency,
    isSold: active && type === 'one_time' && isSoldProduct,
    productId: typeof product === 'object' ? product.id : product,
    name: typeof product === 'object' && !product.deleted ? product.name : id,
    createdAt: new Date(created * 1_000).toISOString(),
  };
}

function toEvent(event: Stripe.Event): ProviderEvent {
  const { id, type, created, data } = event;
  const objectId = (data.object as { id?: string }).id ?? '';
  return { id, type, created, objectId, fact: eventFact(event) };
}

/** The time of an answer. A second earlier, so that an event of the same moment, which is exact, wins. */
function askedAt(answer: { lastResponse?: { headers?: Record<string, string> } }): number {
  const date = Date.parse(answer.lastResponse?.headers?.date ?? '');
  return Number.isNaN(date) ? 0 : Math.floor(date / 1_000) - 1;
}
