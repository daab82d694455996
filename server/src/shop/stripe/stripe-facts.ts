/** Reads the objects of the payment provider, of which some arrive before the field that one would look for. */
import type Stripe from 'stripe';
import { isStoredUuid } from '../../db/uuid.ts';
import type { DisputeFact, Fact, RefundFact, SessionFact } from '../payment-provider.ts';

/** undefined: the event says nothing about one of our orders. */
export function eventFact(event: Stripe.Event, platformId?: string): Fact | undefined {
  const { type, created, data } = event;
  if (type.startsWith('checkout.session.'))
    return sessionOfEvent({ type, created, platformId }, data.object as never);
  if (type.startsWith('refund.')) return readRefund(data.object as Stripe.Refund, created);
  if (type.startsWith('charge.dispute.')) return readDispute(data.object as Stripe.Dispute, created);
  return undefined;
}

/** Only the type of the event tells a failed payment that takes days from a running one. */
function sessionOfEvent(
  { type, created, platformId }: { type: string; created: number; platformId: string | undefined },
  session: Stripe.Checkout.Session,
): SessionFact | undefined {
  const isPaid = isPaidStatus(session.payment_status);
  const state = {
    'checkout.session.completed': isPaid ? 'paid' : 'processing',
    'checkout.session.async_payment_succeeded': 'paid',
    'checkout.session.async_payment_failed': 'failed',
    'checkout.session.expired': 'expired',
  }[type];
  return state === undefined ? undefined : toSessionFact(session, { state, asOf: created, platformId });
}

/** @param session with its payment intent and latest charge. */
export function readSession(session: Stripe.Checkout.Session, platformId?: string): SessionFact | undefined {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent?.latest_charge : null;
  const asOf = charge?.created ?? intent?.created ?? session.created;
  const fact = toSessionFact(session, { state: stateOf(session, intent), asOf, platformId });
  return fact && { ...fact, receiptUrl: charge?.receipt_url ?? null };
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null) {
  if (status !== 'complete') return status ?? 'open';
  if (isPaidStatus(payment_status)) return 'paid';
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
    ? 'failed'
    : 'processing';
}

/** The provider may add values: what is not known opens nothing. */
function isPaidStatus(status: string): boolean {
  return status === 'paid' || status === 'no_payment_required';
}

function toSessionFact(
  session: Stripe.Checkout.Session,
  { state, asOf, platformId }: { state: string; asOf: number; platformId: string | undefined },
): SessionFact | undefined {
  const { id, metadata, payment_intent, amount_total: amount, amount_subtotal: subtotal } = session;
  const { currency, total_details, discounts } = session;
  // Only our own key can write metadata. Buyers choose the `client_reference_id` in the address of a payment link, so that
  // a cheap one of the same operator could pay any order.
  const orderId = metadata?.orderId ?? '';
  // The account of the operator may sell other things.
  if (!isStoredUuid(orderId)) return undefined;
  const promotionCodeId = idOf(
    discounts?.find(({ promotion_code }) => promotion_code !== null)?.promotion_code,
  );
  return {
    kind: 'session',
    id,
    orderId,
    paymentIntent: idOf(payment_intent),
    state,
    amount,
    currency,
    subtotal: subtotal ?? null,
    asOf,
    discount: total_details?.amount_discount ?? 0,
    tax: total_details?.amount_tax ?? 0,
    promotionCodeId,
    isOwn: platformId !== undefined && metadata?.platformId === platformId,
  };
}

export function readRefund(refund: Stripe.Refund, asOf: number): RefundFact | undefined {
  const paymentIntent = idOf(refund.payment_intent);
  if (paymentIntent === null) return undefined;
  const { id, amount, status, created: createdAt, metadata } = refund;
  const requestId = metadata?.refundId ?? '';
  return {
    kind: 'refund',
    id,
    paymentIntent,
    amount,
    createdAt,
    asOf,
    state: status ?? 'pending',
    requestId: isStoredUuid(requestId) ? requestId : null,
  };
}

export function readDispute(dispute: Stripe.Dispute, asOf: number): DisputeFact | undefined {
  const paymentIntent = idOf(dispute.payment_intent);
  if (paymentIntent === null) return undefined;
  const { id, amount, status, created: createdAt } = dispute;
  return { kind: 'dispute', id, paymentIntent, amount, createdAt, asOf, state: status };
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}
