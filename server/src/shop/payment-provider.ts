/** What the shop needs of a payment provider, in our own words. `stripe.ts` is the adapter. */

/** A checkout session: the payment page of one order. */
export interface SessionFact {
  kind: 'session';
  id: string;
  orderId: string;
  /** null before the payment, and for an order that costs nothing. */
  paymentIntent: string | null;
  /** open, expired, processing, failed or paid. */
  state: string;
  /** What was paid, after the discount. */
  amount: number | null;
  currency: string | null;
  /** What a promotion code took off. */
  discount?: number | null;
  /** The id of that promotion code. */
  promotionCodeId?: string | null;
  /** In seconds. */
  asOf: number;
  /** Known only when the provider was asked. */
  receiptUrl?: string | null;
}

export interface RefundFact {
  kind: 'refund';
  id: string;
  paymentIntent: string;
  /** Our refund that caused it; null: it was made at the provider. */
  requestId: string | null;
  state: string;
  amount: number;
  /** In seconds. */
  createdAt: number;
  asOf: number;
}

export interface DisputeFact {
  kind: 'dispute';
  id: string;
  paymentIntent: string;
  state: string;
  amount: number;
  /** In seconds. */
  createdAt: number;
  asOf: number;
}

export type Fact = SessionFact | RefundFact | DisputeFact;

export interface ProviderEvent {
  id: string;
  type: string;
  objectId: string;
  /** In seconds. */
  created: number;
  /** undefined: it says nothing about an order. */
  fact: Fact | undefined;
}

export interface ProviderPrice {
  id: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** Whether it can be sold: active, of an active product, paid once, with a whole amount. */
  isSold: boolean;
  /** What a coupon can be limited to. */
  productId: string;
  name: string;
  createdAt: string;
}

/** A code that buyers type, and what it takes off. */
export interface PromotionCode {
  id: string;
  code: string;
  /** The provider switches off what is used up; not always what has expired. */
  isActive: boolean;
  name: string;
  percentOff: number | null;
  /** One for each currency; empty for a percentage. */
  amountsOff: Money[];
  /** Empty: whatever is bought. */
  productIds: string[];
  maxRedemptions: number | null;
  redemptions: number;
  expiresAt: string | null;
  isFirstPurchaseOnly: boolean;
  minimum: Money | null;
  createdAt: string;
  /** The key that it was created with; null: it was made at the provider. */
  key: string | null;
}

export interface CheckoutOrder {
  orderId: string;
  priceId: string;
  email: string;
  successUrl: string;
  cancelUrl: string;
  createdAt: string;
  /** A promotion code that is applied already. Otherwise the buyer may enter one. */
  promotionCodeId?: string | undefined;
}

interface Money {
  amount: number;
  currency: string;
}

/** What a code takes off one payment. */
export interface NewCoupon {
  /** Ours, at most 100 letters: the same call again makes no second one. */
  id: string;
  /** The buyer sees it on the payment page. */
  name: string;
  off: { percent: number } | ({ amount: number; currency: string } & { others?: Money[] });
  /** Left out: whatever is bought. */
  productIds?: string[];
}

/** What the keys of codes begin with that one person got as a compensation: they are in no list of promotions. */
export const personalKey = 'compensation:';

interface NewPromotionCode {
  /** Ours, for exactly this code. */
  key: string;
  couponId: string;
  /** Letters, digits and dashes. */
  code: string;
  maxRedemptions?: number | undefined;
  expiresAt?: Date | undefined;
  isFirstPurchaseOnly?: boolean;
}

export interface PaymentProvider {
  name: string;
  /** Creates the payment page, or returns the one of this order. @throws ProviderRefusal when it is not sold. */
  createCheckout(order: CheckoutOrder): Promise<{ id: string; url: string }>;
  /** undefined: there is no such price. */
  findPrice(priceId: string): Promise<ProviderPrice | undefined>;
  listPrices(): Promise<{ data: ProviderPrice[]; hasMore: boolean }>;
  createPrice(price: { key: string; name: string; amount: number; currency: string }): Promise<ProviderPrice>;
  /** The newest first. */
  listPromotionCodes(): Promise<{ data: PromotionCode[]; hasMore: boolean }>;
  /** The active one that buyers type like this, in small or large letters; undefined if no code matches. */
  findActiveCode(code: string): Promise<PromotionCode | undefined>;
  /** undefined if no code has this id. @throws ProviderRefusal when it cannot be active again. */
  switchPromotionCode(id: string, isActive: boolean): Promise<PromotionCode | undefined>;
  /** Creates the refund of this request, or returns it. @throws ProviderRefusal */
  refund(request: { id: string; paymentIntent: string; amount: number }): Promise<RefundFact>;
  /** Everything that it knows about the order of this session. */
  readOrder(sessionId: string): Promise<Fact[]>;
  listRefunds(paymentIntent: string): Promise<RefundFact[]>;
  /** Does nothing when there is a coupon with this id. @throws ProviderRefusal */
  createCoupon(coupon: NewCoupon): Promise<void>;
  /** @throws ProviderRefusal, also when a code of this text can be used already. */
  createPromotionCode(code: NewPromotionCode): Promise<void>;
  /** The key is null for a code that was made at the provider. */
  findPromotionCode(code: string): Promise<{ code: string; key: string | null } | undefined>;
  /** Events that never reached us. */
  listMissedEvents(now: Date): AsyncIterable<ProviderEvent>;
  /** @param now the time by which its age is judged. @throws SignatureError */
  readEvent(body: string, signature: string, now: Date): Promise<ProviderEvent>;
}

/** It does not answer, or cannot now: try again later. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/** It says no, and would say so again. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`the payment provider refused: ${code}`, options);
    this.code = code;
  }
}

export class SignatureError extends Error {
  override name = 'SignatureError';
}
