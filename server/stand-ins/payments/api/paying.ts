/** What happens when the buyer pays. It runs without a pause, so that two payments at once become one. */

import type { Provider } from '../provider.ts';
import { newId, type SessionRecord } from '../state.ts';
import type { Charge, PaymentIntent, Session } from '../wire.ts';
import { discountOf, faultOfDiscount, redeem } from './discounts.ts';
import { openDispute } from './disputes.ts';
import { cardDetails, debitDetails, makeCharge, makeIntent } from './payment-objects.ts';
import { customerDetails } from './session-object.ts';

/** The test cards of the provider, and two bank debits of our own. */
export const paymentMethods = {
  'card-ok': { last4: '4242', number: 'Card 4242 4242 4242 4242', label: 'is accepted' },
  'card-declined': { last4: '0002', number: 'Card 4000 0000 0000 0002', label: 'is declined' },
  'card-asks': { last4: '3155', number: 'Card 4000 0025 0000 3155', label: 'asks you to confirm' },
  'card-disputed': { last4: '0259', number: 'Card 4000 0000 0000 0259', label: 'is accepted, then disputed' },
  'debit-arrives': { last4: '3000', number: 'Bank debit', label: 'arrives later' },
  'debit-fails': { last4: '3035', number: 'Bank debit', label: 'fails later' },
} as const;
export type PaymentMethod = keyof typeof paymentMethods;

export type PayResult =
  | { kind: 'done' | 'asks' | 'closed' }
  /** The buyer may try again. */
  | { kind: 'refused'; message: string };

export function isOffered(
  { payment_method_types: types }: Pick<Session, 'payment_method_types'>,
  method: string,
) {
  return types.includes(method.startsWith('debit') ? 'sepa_debit' : 'card');
}

const notOffered = 'This way to pay is not offered here.';
const declined = 'Your card was declined.';
const notConfirmed = 'The payment was not confirmed. Try again or choose another way to pay.';

export function pay(
  provider: Provider,
  record: SessionRecord,
  { method, email }: { method: PaymentMethod; email: string },
): PayResult {
  const { session } = record;
  if (session.status !== 'open') return { kind: 'closed' };
  if (!isOffered(session, method)) return { kind: 'refused', message: notOffered };
  const discount = discountOf(provider, record);
  const fault = discount && faultOfDiscount(provider, discount, record);
  if (fault) return { kind: 'refused', message: fault };
  if (session.amount_total === 0) {
    complete(provider, record, email, 'no_payment_required');
    return { kind: 'done' };
  }

  const intent = intentOf(provider, record);
  if (method === 'card-declined') return refuse(provider, intent, email);
  if (method === 'card-asks') {
    session.customer_details = customerDetails(email);
    intent.status = 'requires_action';
    intent.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: null, url: `${session.url}/confirm` },
    };
    provider.emit('payment_intent.requires_action', intent);
    return { kind: 'asks' };
  }
  if (method === 'debit-arrives' || method === 'debit-fails') {
    addCharge(provider, intent, { method, email, status: 'pending' });
    intent.status = 'processing';
    provider.emit('payment_intent.processing', intent);
    complete(provider, record, email, 'unpaid');
    const dueAt = Date.now() + provider.settlementMs;
    provider.state.settlements.set(session.id, { dueAt, succeeds: method === 'debit-arrives' });
    return { kind: 'done' };
  }
  const charge = succeed(provider, record, intent, { method, email });
  if (method === 'card-disputed') openDispute(provider, charge, {});
  return { kind: 'done' };
}

/** The second step of a card that asks. */
export function confirm(provider: Provider, record: SessionRecord, agrees: boolean): PayResult {
  const { session } = record;
  if (session.status !== 'open') return { kind: 'closed' };
  const intent = provider.state.intents.get(session.payment_intent ?? '');
  if (intent?.status !== 'requires_action') return { kind: 'refused', message: notConfirmed };
  intent.next_action = null;
  const email = session.customer_details?.email ?? '';
  if (agrees) {
    succeed(provider, record, intent, { method: 'card-asks', email });
    return { kind: 'done' };
  }
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: notConfirmed,
  };
  provider.emit('payment_intent.payment_failed', intent);
  return { kind: 'refused', message: notConfirmed };
}

/** A bank debit arrives or fails. */
export function settle(provider: Provider, record: SessionRecord, succeeds: boolean): void {
  const { session } = record;
  const intent = provider.state.intents.get(session.payment_intent ?? '');
  const charge = provider.state.charges.get(intent?.latest_charge ?? '');
  provider.state.settlements.delete(session.id);
  if (intent?.status !== 'processing' || charge === undefined) return;
  charge.status = succeeds ? 'succeeded' : 'failed';
  charge.paid = succeeds;
  charge.amount_captured = succeeds ? charge.amount : 0;
  if (succeeds) {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    session.payment_status = 'paid';
  } else {
    charge.failure_code = 'insufficient_funds';
    charge.failure_message = 'The bank account has insufficient funds.';
    intent.status = 'requires_payment_method';
    intent.last_payment_error = { type: 'card_error', code: 'insufficient_funds', charge: charge.id };
  }
  provider.emit(succeeds ? 'charge.succeeded' : 'charge.failed', charge);
  provider.emit(succeeds ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
  provider.emit(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session);
}

/** A session gets its intent with the first attempt. A promotion code may have changed the amount since. */
function intentOf(provider: Provider, { session, intent: values }: SessionRecord): PaymentIntent {
  const known = provider.state.intents.get(session.payment_intent ?? '');
  if (known) {
    known.amount = session.amount_total;
    return known;
  }
  const intent = makeIntent({
    id: newId('pi'),
    created: provider.seconds(),
    amount: session.amount_total,
    currency: session.currency,
    metadata: values.metadata,
    description: values.description,
    receipt_email: values.receiptEmail,
  });
  provider.state.intents.set(intent.id, intent);
  session.payment_intent = intent.id;
  provider.emit('payment_intent.created', intent);
  return intent;
}

function refuse(provider: Provider, intent: PaymentIntent, email: string): PayResult {
  const charge = addCharge(provider, intent, { method: 'card-declined', email, status: 'failed' });
  charge.failure_code = 'card_declined';
  charge.failure_message = declined;
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    charge: charge.id,
    message: declined,
  };
  provider.emit('charge.failed', charge);
  provider.emit('payment_intent.payment_failed', intent);
  return { kind: 'refused', message: `${declined} Try another card.` };
}

function succeed(
  provider: Provider,
  record: SessionRecord,
  intent: PaymentIntent,
  { method, email }: { method: PaymentMethod; email: string },
): Charge {
  const charge = addCharge(provider, intent, { method, email, status: 'succeeded' });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  provider.emit('charge.succeeded', charge);
  provider.emit('payment_intent.succeeded', intent);
  complete(provider, record, email, 'paid');
  return charge;
}

function addCharge(
  provider: Provider,
  intent: PaymentIntent,
  {
    method,
    email,
    status,
  }: { method: PaymentMethod; email: string; status: 'succeeded' | 'pending' | 'failed' },
): Charge {
  const { last4 } = paymentMethods[method];
  const id = newId('ch');
  const isDebit = method.startsWith('debit');
  const charge = makeCharge(intent, {
    id,
    status,
    created: provider.seconds(),
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    payment_method: newId('pm'),
    payment_method_details: isDebit ? debitDetails(last4) : cardDetails(last4),
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: status === 'failed' ? 'declined_by_network' : 'approved_by_network',
      reason: status === 'failed' ? 'generic_decline' : null,
      risk_level: 'normal',
      seller_message: null,
      type: status === 'failed' ? 'issuer_declined' : 'authorized',
    },
    receipt_email: intent.receipt_email,
    receipt_url: status === 'failed' ? null : `${provider.origin}/receipts/${id}`,
  });
  provider.state.charges.set(id, charge);
  intent.latest_charge = id;
  intent.payment_method = status === 'failed' ? null : charge.payment_method;
  if (status === 'pending') provider.emit('charge.pending', charge);
  return charge;
}

function complete(
  provider: Provider,
  record: SessionRecord,
  email: string,
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required',
): void {
  const { session } = record;
  const discount = discountOf(provider, record);
  if (discount) redeem(discount);
  session.status = 'complete';
  session.payment_status = paymentStatus;
  session.url = null;
  session.customer_details = customerDetails(email);
  provider.emit('checkout.session.completed', session);
}
