/** The provider's objects as they travel: the SDK's types, with ids where the SDK also allows expanded objects. */
import type Stripe from 'stripe';

type With<T, Narrowed> = Omit<T, keyof Narrowed> & Narrowed;

export type Product = Stripe.Product;
/** On the wire a decimal is a text. */
export type Price = With<Stripe.Price, { product: string; unit_amount_decimal: string | null }>;
export type Coupon = Stripe.Coupon;
/** Sent only when it is expanded. */
export type CouponScope = Pick<Coupon, 'applies_to' | 'currency_options'>;
export type PromotionCode = With<Stripe.PromotionCode, { promotion: { type: 'coupon'; coupon: string } }>;
export type LineItem = With<Stripe.LineItem, { price: Price }>;
export type Session = With<
  Stripe.Checkout.Session,
  {
    payment_intent: string | null;
    discounts: Array<{ coupon: string | null; promotion_code: string | null }> | null;
    amount_subtotal: number;
    amount_total: number;
    currency: string;
  }
>;
export type PaymentIntent = With<Stripe.PaymentIntent, { latest_charge: string | null }>;
export type Charge = With<Stripe.Charge, { payment_intent: string }>;
export type Refund = With<Stripe.Refund, { charge: string; payment_intent: string }>;
export type Dispute = With<Stripe.Dispute, { charge: string; payment_intent: string }>;

export type ProviderObject =
  | Product
  | Price
  | Coupon
  | PromotionCode
  | Session
  | PaymentIntent
  | Charge
  | Refund
  | Dispute;

export interface ProviderEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: ProviderObject; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** The version of the provider's API that the objects here have. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive';
