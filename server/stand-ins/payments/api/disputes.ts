/** Disputes: the buyer's bank takes a payment back, or only asks about it (an inquiry). */

import type { Provider } from '../provider.ts';
import { conflicting } from '../request.ts';
import { newId } from '../state.ts';
import type { Charge, Dispute } from '../wire.ts';
import { makeDispute } from './payment-objects.ts';

export function openDispute(
  provider: Provider,
  charge: Charge,
  {
    isInquiry = false,
    amount = charge.amount - charge.amount_refunded,
  }: { isInquiry?: boolean; amount?: number },
): Dispute {
  if (!charge.paid || charge.disputed || amount < 1 || amount > charge.amount)
    throw conflicting('This charge cannot be disputed.');
  const dispute = makeDispute(charge, {
    id: newId('du'),
    created: provider.seconds(),
    amount,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  provider.state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  provider.emit('charge.dispute.created', dispute);
  if (!isInquiry) provider.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The shop has answered. */
export function reviewDispute(provider: Provider, dispute: Dispute): void {
  const before = structuredClone(dispute);
  if (dispute.status === 'needs_response') dispute.status = 'under_review';
  else if (dispute.status === 'warning_needs_response') dispute.status = 'warning_under_review';
  else throw isClosed(dispute);
  dispute.evidence_details.has_evidence = true;
  dispute.evidence_details.submission_count = 1;
  provider.emit('charge.dispute.updated', dispute, before);
}

/** The bank no longer only asks: it takes the money back. */
export function escalateInquiry(provider: Provider, dispute: Dispute): void {
  if (!isOpenInquiry(dispute)) throw isClosed(dispute);
  const before = structuredClone(dispute);
  dispute.status = 'needs_response';
  dispute.is_charge_refundable = false;
  provider.emit('charge.dispute.updated', dispute, before);
  provider.emit('charge.dispute.funds_withdrawn', dispute);
}

/** @param won undefined closes an inquiry. */
export function closeDispute(provider: Provider, dispute: Dispute, won: boolean | undefined): void {
  const isInquiry = isOpenInquiry(dispute);
  const isOpen = isInquiry || dispute.status === 'needs_response' || dispute.status === 'under_review';
  if (!isOpen || isInquiry !== (won === undefined)) throw isClosed(dispute);
  dispute.status = won === undefined ? 'warning_closed' : won ? 'won' : 'lost';
  if (isInquiry) {
    const charge = provider.state.charges.get(dispute.charge);
    if (charge) charge.disputed = false;
  }
  provider.emit('charge.dispute.closed', dispute);
  if (won) provider.emit('charge.dispute.funds_reinstated', dispute);
}

function isOpenInquiry({ status }: Dispute): boolean {
  return status === 'warning_needs_response' || status === 'warning_under_review';
}

function isClosed({ status }: Dispute) {
  return conflicting(`This dispute has the status ${status}.`);
}
