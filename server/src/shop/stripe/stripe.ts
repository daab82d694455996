/**
 * The only file that knows Stripe's SDK. A stand-in differs from the real provider only by its origin. While a person
 * waits, a call ends after 5 s and is repeated once; jobs are more patient.
 */
import Stripe from 'stripe';
import { checkoutUrls, expiryOf } from '../buying/buying.rules.ts';
import {
  type CheckoutOrder,
  type PaymentProvider,
  type ProviderPrice,
  ProviderRefusal,
  SignatureError,
} from '../payment-provider.ts';
import { ask, waiting, working } from './ask.ts';
import { askedAt } from './asked-at.ts';
import { eventTypes } from './event-types.ts';
import { stripeCoupons } from './stripe-coupons.ts';
import { eventReader } from './stripe-events.ts';
import { readDispute, readRefund, readSession } from './stripe-facts.ts';
import { promotionCalls } from './stripe-promotions.ts';
import { sessionCalls } from './stripe-sessions.ts';

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
  /** Marks the checkout sessions as ours: the account may serve several platforms. */
  platformId?: string | undefined;
  /** Of a stand-in; undefined: Stripe itself. */
  origin?: string | undefined;
}

export function createStripe({
  secretKey,
  webhookSecrets,
  automaticTax = false,
  platformId,
  origin,
}: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    telemetry: false,
    ...working,
    ...(origin ? hostOf(origin) : {}),
  });
  const events = eventReader(stripe, {
    apiVersion,
    platformId,
    isLive: /^(sk|rk)_live_/.test(secretKey),
  });

  return {
    name: origin ? `Stand-in at ${origin}` : 'Stripe',

    async createCheckout(order) {
      const session = await ask(() =>
        stripe.checkout.sessions.create(checkoutParams(order, { automaticTax, platformId }), {
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
      const fact = readSession(session, platformId);
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
    ...sessionCalls(stripe, platformId),

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
        for (const event of page.data) yield events.read(event);
        startingAfter = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (startingAfter !== undefined);
    },

    async readEvent(body, signature, now) {
      const seconds = Math.floor(now.getTime() / 1_000);
      const last = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1];
      if (last === undefined || Number(last) > seconds + toleranceSeconds)
        throw new SignatureError('the time of the signature is in the future');
      let cause: unknown;
      let signed: Stripe.Event | undefined;
      for (const secret of webhookSecrets) {
        try {
          signed = await stripe.webhooks.constructEventAsync(
            ...([body, signature, secret, toleranceSeconds] as const),
            undefined,
            now.getTime(),
          );
          break;
        } catch (error) {
          cause = error;
        }
      }
      if (signed === undefined) throw new SignatureError('no secret fits', { cause });
      return events.readSent(signed);
    },
  };
}

/** Of all methods of the provider those whose money takes days. */
const slowMethods = [
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'boleto',
  'customer_balance',
  'konbini',
  'multibanco',
  'nz_bank_account',
  'oxxo',
  'sepa_debit',
  'sofort',
  'us_bank_account',
] as const;

function checkoutParams(
  { orderId, priceId, currency, email, createdAt, promotionCodeId, isFast, ...urls }: CheckoutOrder,
  { automaticTax, platformId }: Pick<StripeSettings, 'automaticTax' | 'platformId'>,
) {
  const metadata = { orderId, ...(platformId ? { platformId } : {}) };
  return {
    mode: 'payment' as const,
    line_items: [{ price: priceId, quantity: 1 }],
    // A price may have amounts in other currencies, of which the provider would choose that of the buyer's country.
    ...(currency === null ? {} : { currency }),
    customer_email: email,
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(promotionCodeId === undefined
      ? { allow_promotion_codes: true }
      : { discounts: [{ promotion_code: promotionCodeId }] }),
    expires_at: expiryOf(createdAt),
    ...(automaticTax ? { automatic_tax: { enabled: true } } : {}),
    ...(isFast ? { excluded_payment_method_types: [...slowMethods] } : {}),
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
