/** Refunds: never more than was paid. One that fails later gives its amount free again. */

import type { Provider } from '../provider.ts';
import { conflicting, invalid, missing, type Params } from '../request.ts';
import { newId } from '../state.ts';
import type { Charge, Refund } from '../wire.ts';
import { makeRefund } from './payment-objects.ts';

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export function createRefund(provider: Provider, params: Params): Refund {
  params.only('payment_intent', 'charge', 'amount', 'reason', 'metadata');
  const charge = chargeOf(provider, params);
  const amount = params.integer('amount', 1);
  const reason = params.oneOf('reason', reasons);
  return refund(provider, charge, { amount, reason, metadata: params.metadata() });
}

export function refund(
  provider: Provider,
  charge: Charge,
  given: { amount?: number; reason?: (typeof reasons)[number]; metadata?: Record<string, string> },
): Refund {
  const left = charge.amount - charge.amount_refunded;
  if (isChargedBack(provider, charge))
    throw conflicting(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  if (left === 0)
    throw conflicting(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const amount = given.amount ?? left;
  if (amount > left)
    throw conflicting(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);

  const isDebit = charge.payment_method_details?.type !== 'card';
  const isPending = isDebit || provider.refunds === 'stay-pending';
  const made = makeRefund(charge, {
    id: newId('re'),
    created: provider.seconds(),
    amount,
    metadata: given.metadata ?? {},
    reason: given.reason ?? null,
    status: isPending ? 'pending' : 'succeeded',
    ...(isPending && { pending_reason: 'processing' as const }),
  });
  provider.state.refunds.set(made.id, made);
  count(provider, charge, amount);
  provider.emit('refund.created', made);
  const dueAt = Date.now() + provider.settlementMs;
  if (isDebit) provider.state.settlements.set(made.id, { dueAt, succeeds: true });
  if (provider.refunds === 'fail-later') provider.state.settlements.set(made.id, { dueAt, succeeds: false });
  return made;
}

/** A pending refund arrives or fails; one that has arrived can still fail. */
export function settleRefund(provider: Provider, made: Refund, succeeds: boolean): void {
  provider.state.settlements.delete(made.id);
  const isPossible = made.status === 'pending' || (made.status === 'succeeded' && !succeeds);
  if (!isPossible) throw conflicting(`This refund has the status ${made.status}.`);
  const before = structuredClone(made);
  delete made.pending_reason;
  made.status = succeeds ? 'succeeded' : 'failed';
  if (succeeds) {
    provider.emit('refund.updated', made, before);
    return;
  }
  made.failure_reason = 'expired_or_canceled_card';
  const charge = provider.state.charges.get(made.charge);
  if (charge) count(provider, charge, -made.amount);
  provider.emit('refund.updated', made, before);
  provider.emit('refund.failed', made);
}

function count(provider: Provider, charge: Charge, amount: number): void {
  const before = structuredClone(charge);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  provider.emit(amount > 0 ? 'charge.refunded' : 'charge.updated', charge, before);
}

function chargeOf({ state }: Provider, params: Params): Charge {
  const [intentId, chargeId] = [params.text('payment_intent'), params.text('charge')];
  if (intentId === undefined && chargeId === undefined)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const intent = state.intents.get(intentId ?? '');
  if (intentId !== undefined && intent === undefined)
    throw missing('payment_intent', intentId, 'payment_intent', 404);
  const charge = state.charges.get(chargeId ?? intent?.latest_charge ?? '');
  if (chargeId !== undefined && charge === undefined) throw missing('charge', chargeId, 'charge', 404);
  if (charge?.status !== 'succeeded')
    throw conflicting('This PaymentIntent does not have a successful charge to refund.');
  return charge;
}

function isChargedBack({ state }: Provider, charge: Charge): boolean {
  return [...state.disputes.values()].some(
    (dispute) =>
      dispute.charge === charge.id && ['needs_response', 'under_review', 'lost'].includes(dispute.status),
  );
}
