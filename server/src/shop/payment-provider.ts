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
  /** What was sold, before discount and tax; null: the provider does not say. */
  subtotal: number | null;
  /** What a promotion code took off. */
  discount?: number | null;
  /** The tax in `amount`. */
  tax?: number | null;
  /** The id of that promotion code. */
  promotionCodeId?: string | null;
  /** In seconds. */
  asOf: number;
  /** Known only when the provider was asked. */
  receiptUrl?: string | null;
  /** This platform made the session, not another one on the same account. */
  isOwn?: boolean;
}

/** A paid session of this platform, with what its order can be made of again. */
export interface OwnSession {
  fact: SessionFact;
  email: string;
  priceId: string;
  /** What that price is; null: the provider does not say. */
  price: Money | null;
  createdAt: string;
  successUrl: string;
  cancelUrl: string;
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
  /** The webhook sends another version than ours, so that the fact was asked for: what the operator has to change. */
  versionFault?: string;
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
  /** That of the price, which may have others too; null: the provider chooses. */
  currency: string | null;
  email: string;
  successUrl: string;
  cancelUrl: string;
  createdAt: string;
  /** A promotion code that is applied already. Otherwise the buyer may enter one. */
  promotionCodeId?: string | undefined;
  /** Methods whose money takes days are not offered. */
  isFast?: boolean;
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
  /** Those that were made since then. */
  listOwnSessions(since: Date): AsyncIterable<OwnSession>;
  /** Events that never reached us. */
  listMissedEvents(now: Date): AsyncIterable<ProviderEvent>;
  /**
   * Asks for the object of an event that has another version than ours.
   * @param now the time by which its age is judged.
   * @throws SignatureError, ForeignEvent, ProviderAway
   */
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
  /** The parameter that it refuses, in its own words; null: none, or not known. */
  readonly param: string | null;
  constructor(code: string, { param = null, ...options }: ErrorOptions & { param?: string | null } = {}) {
    super(`the payment provider refused: ${code}${param === null ? '' : ` (${param})`}`, options);
    this.code = code;
    this.param = param;
  }
}

export class SignatureError extends Error {
  override name = 'SignatureError';
}

/** Signed, but not about the account and the mode of our key. */
export class ForeignEvent extends Error {
  override name = 'ForeignEvent';
  /** Of the field that says so. */
  readonly pointer: string;
  constructor(pointer: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.pointer = pointer;
  }
}
