import type { ColumnType, Generated, Selectable } from 'kysely';

export type OrderState =
  | 'pending'
  | 'processing'
  | 'failed'
  | 'expired'
  | 'paid'
  | 'refunded'
  | 'disputed'
  | 'lost'
  | 'revoked';

/** What the checkout session was asked for with. */
export interface CheckoutParams {
  successUrl: string;
  cancelUrl: string;
  /** The origin of the links in mails. */
  origin: string;
  /** The promotion code of the link; left out: the buyer may enter one on the payment page. */
  promotion?: AppliedPromotion | undefined;
  /** Methods whose money takes days are not offered. */
  isFast?: boolean;
}

export interface AppliedPromotion {
  /** At the provider. */
  id: string;
  code: string;
}

/** Money that arrived with another sum than the price's. It has opened nothing. */
export interface WrongPayment {
  amount: number | null;
  currency: string | null;
  paymentIntent: string | null;
}

interface OrderTable {
  id: Generated<string>;
  /** Lower-case; null after the account was deleted. */
  email: string | null;
  /** The account that has paid for itself (24.9), or has confirmed the address; null: none yet. */
  userId: string | null;
  /** When another person proved the address, and the order left the account. Only the payer can claim it; null: nobody did. */
  leftAt: Generated<string | null>;
  /** Stands for the buyer after the account was deleted. */
  pseudonym: Generated<string | null>;
  priceId: string;
  /** What the price is; null: the order is older than this column. */
  priceAmount: Generated<number | null>;
  priceCurrency: Generated<string | null>;
  wrongPayment: ColumnType<WrongPayment | null, never, string>;
  status: Generated<OrderState>;
  amount: Generated<number | null>;
  currency: Generated<string | null>;
  /** What a promotion code took off. */
  discount: Generated<number>;
  /** In `amount`. */
  tax: Generated<number>;
  promotionCodeId: Generated<string | null>;
  /** Refunds that are done or on their way. */
  refundedAmount: Generated<number>;
  /** What a bank has taken back, or is deciding about. */
  disputedAmount: Generated<number>;
  paymentIntent: Generated<string | null>;
  receiptUrl: Generated<string | null>;
  checkout: ColumnType<CheckoutParams, string, never>;
  sessionId: Generated<string | null>;
  /** The payment page. */
  url: Generated<string | null>;
  /** The account or the browser that its payment page may be given to once more; null: nobody. See opener.ts. */
  opener: Generated<string | null>;
  /** The hash of the key of the browser that opened the payment page. */
  openerKey: Generated<string | null>;
  /** The counter of unpaid purchases that it stands in; null once it is paid or over. */
  purchaseCounter: Generated<string | null>;
  /** Whether its payment page may still be given to its opener. Only buying opens an order. */
  isOpen: Generated<boolean>;
  createdAt: string;
  paidAt: Generated<string | null>;
  receiptQueuedAt: Generated<string | null>;
  /** When the buyer was told that all of it is refunded. */
  refundMailedAt: Generated<string | null>;
  /** The mail that waits for `receiptUrl`. */
  receiptMailId: Generated<string | null>;
  /** Of a free order. */
  revokedAt: Generated<string | null>;
  /** Its buyer had it already, or may not have it for nothing; false: an organiser did it. */
  revokedByServer: Generated<boolean>;
  /** Its account got it with the address. The shop's job looks whether the account has paid for the same before. */
  hasNewBuyer: Generated<boolean>;
  /** When an organiser last moved it to another address. */
  movedAt: Generated<string | null>;
  movedBy: Generated<string | null>;
  /** When to ask the provider next; null: never. */
  reconcileAt: Generated<string | null>;
  reconciledAt: Generated<string | null>;
}

/** What was bought, with the names of that time. */
export interface OrderItem {
  eventId: string;
  blockId: string | null;
  eventName: string;
  eventSlug: string;
  blockName: string | null;
  blockSlug: string | null;
}

interface OrderItemTable extends OrderItem {
  orderId: string;
  /** Of its access, when it was deleted; null: as bought. */
  accessStartDate: Generated<string | null>;
  accessEndDate: Generated<string | null>;
}

export type OrderItemRow = Selectable<OrderItemTable>;

/** A fact replaces another one when its (asOf, rank) is greater; see facts.rules.ts. */
interface Ranked {
  state: string;
  /** In seconds. */
  asOf: number;
  rank: number;
}

interface PaymentTable {
  paymentIntent: string;
  /** null: a refund or a dispute came before the payment. */
  orderId: string | null;
}

interface CheckoutSessionTable extends Ranked {
  id: string;
  orderId: string;
  amount: number | null;
  currency: string | null;
  discount: Generated<number>;
  tax: Generated<number>;
  promotionCodeId: Generated<string | null>;
}

interface RefundTable extends Ranked {
  id: string;
  paymentIntent: string;
  /** null: it was made at the provider. */
  requestId: string | null;
  amount: number;
  createdAt: string;
}

interface DisputeTable extends Ranked {
  id: string;
  paymentIntent: string;
  amount: number;
  createdAt: string;
}

interface ProviderEventTable {
  id: string;
  type: string;
  objectId: string;
  created: number;
  receivedAt: Generated<string>;
}

export type RefundReason = 'requested' | 'event-canceled' | 'not-watchable' | 'other' | 'automatic';

interface RefundRequestTable {
  id: Generated<string>;
  orderId: string;
  key: string | null;
  amount: number;
  reason: RefundReason;
  actorId: string | null;
  createdAt: string;
  attempts: Generated<number>;
  dueAt: Generated<string>;
  settledAt: Generated<string | null>;
  refusal: Generated<string | null>;
}

/** Paid sessions of this platform whose order it does not know: a backup was restored. */
interface LostSessionTable {
  id: string;
  orderId: string;
  seenAt: Generated<string>;
}

/** Messages of the provider that were refused, or are not as they should be: for the page of the system. */
interface WebhookFaultTable {
  /** Where in the message: each place is one row. */
  pointer: string;
  detail: string;
  seenAt: string;
}

interface PriceCacheTable {
  priceId: string;
  body: ColumnType<unknown, string | null, string | null>;
  fetchedAt: string | null;
  refreshUntil: string | null;
}

/** As the provider last had it. */
interface PromotionCodeTable {
  id: string;
  code: string;
  body: ColumnType<unknown, string>;
  createdAt: string;
  fetchedAt: string;
}

/** One row: when all of them were read. */
interface PromotionListTable {
  id: Generated<boolean>;
  fetchedAt: string;
  hasMore: boolean;
}

export interface ShopTables {
  orders: OrderTable;
  orderItems: OrderItemTable;
  payments: PaymentTable;
  checkoutSessions: CheckoutSessionTable;
  refunds: RefundTable;
  disputes: DisputeTable;
  providerEvents: ProviderEventTable;
  refundRequests: RefundRequestTable;
  priceCache: PriceCacheTable;
  promotionCodes: PromotionCodeTable;
  promotionLists: PromotionListTable;
  lostSessions: LostSessionTable;
  webhookFaults: WebhookFaultTable;
}
