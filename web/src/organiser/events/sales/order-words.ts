/** Orders in words. Pure. */
import type { components } from '@ringside/openapi/schema';
import type { Tone } from '../../../ui/badges/tone-badge.tsx';
import { formatMoney } from '../../../ui/money/money.ts';
import type { Order } from './orders.queries.ts';

type Schemas = components['schemas'];

export const statusWords: Record<Order['status'], string> = {
  pending: 'Waiting',
  paid: 'Paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  expired: 'Not paid',
  revoked: 'Revoked',
};

const statusTones: Record<Order['status'], Tone> = {
  pending: 'warning',
  paid: 'good',
  refunded: 'plain',
  disputed: 'warning',
  expired: 'plain',
  revoked: 'plain',
};

/** The state of an order for its badge; money of a wrong sum needs somebody who looks. */
export function badgeOf({ status, wrongPayment }: Pick<Order, 'status' | 'wrongPayment'>) {
  return wrongPayment !== null && status !== 'paid'
    ? { words: 'Paid another sum', tone: 'warning' as const }
    : { words: statusWords[status], tone: statusTones[status] };
}

export const reasonWords: Record<Schemas['RefundReason'], string> = {
  requested: 'The buyer asked for it',
  'event-canceled': 'The event did not take place',
  'not-watchable': 'The stream could not be watched',
  other: 'Another reason',
  automatic: 'The buyer had it already, or it no longer exists; refunded by itself',
  provider: 'Made at the payment provider',
};

export const refundWords: Record<Schemas['Refund']['status'], string> = {
  pending: 'On its way',
  succeeded: 'Done',
  failed: 'Failed: no money went back',
  canceled: 'Canceled: no money went back',
};

export const disputeWords: Record<Schemas['Dispute']['status'], string> = {
  inquiry: 'A question of the bank; the access stays',
  open: 'Open; the bank holds the money',
  won: 'Won; the money is back here',
  lost: 'Lost; the money is back with the buyer',
};

/** The buyer; after the account was deleted the pseudonym that their orders share. */
export function buyerOf({ user, email, pseudonym }: Pick<Order, 'user' | 'email' | 'pseudonym'>) {
  return user?.name ?? email ?? `Deleted account ${pseudonym ?? ''}`.trim();
}

/** An amount of this order; a dash while its currency is not known. */
export function moneyOf({ currency }: Pick<Order, 'currency'>, amount: number | null) {
  return amount === null || currency === null ? '–' : formatMoney(amount, currency);
}

/** What the provider has taken; a dash where it did not say. */
export function sumOf(payment: Order['wrongPayment']) {
  return moneyOf({ currency: payment?.currency ?? null }, payment?.amount ?? null);
}

export function itemsOf({ items }: Pick<Order, 'items'>, eventId?: string) {
  return items
    .map((item) => {
      if (item.eventId !== eventId)
        return item.blockName ? `${item.eventName}, ${item.blockName}` : item.eventName;
      return item.blockName ?? 'Whole event';
    })
    .join('; ');
}

/** What can still be refunded; 0 when nothing can. */
export function refundable({
  status,
  amount,
  refundedAmount,
  disputedAmount,
}: Pick<Order, 'status' | 'amount' | 'refundedAmount' | 'disputedAmount'>) {
  return status === 'paid' && amount !== null ? Math.max(0, amount - refundedAmount - disputedAmount) : 0;
}

/** A free order is revoked, and given back, instead of refunded. */
export function isRevocable({ status, amount }: Pick<Order, 'status' | 'amount'>) {
  return amount === 0 && (status === 'paid' || status === 'revoked');
}

/** The server refuses some more, for example after a compensation, and says why. */
export function isMovable({
  status,
  email,
  disputedAmount,
}: Pick<Order, 'status' | 'email' | 'disputedAmount'>) {
  return status === 'paid' && email !== null && disputedAmount === 0;
}
