/**
 * What the payment provider says arrives in any order, several times and in parallel. So nothing is toggled by an event:
 * each object of the provider is a *fact* with a state, a fact replaces an older one, and the state of an order is
 * computed from all its facts. Any order of arrival ends in the same state (docs/product.md, 24).
 */
import type { OrderState } from '../shop.tables.ts';

/** From the first state that an object can have to the last one; what is not listed ranks lowest and has no effect. */
const ranked = {
  session: ['open', 'expired', 'processing', 'failed', 'paid'],
  refund: ['requires_action', 'pending', 'succeeded', 'canceled', 'failed'],
  dispute: [
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'prevented',
    'needs_response',
    'under_review',
    'lost',
    'appeal_needs_response',
    'appeal_under_review',
    'won',
  ],
} as const;

export type FactKind = keyof typeof ranked;

/** Two facts of the same second: the one with the higher rank is the later one. */
export function rankOf(kind: FactKind, state: string): number {
  return (ranked[kind] as readonly string[]).indexOf(state) + 1;
}

export interface OrderFacts {
  sessions: Array<{
    state: string;
    amount: number | null;
    currency: string | null;
    discount?: number;
    promotionCodeId?: string | null;
  }>;
  refunds: Array<{ state: string; amount: number }>;
  disputes: Array<{ state: string }>;
  /** Our refunds that the provider has not answered yet. */
  requestedRefunds: Array<{ amount: number }>;
  /** By an organiser. Only a free order can be revoked; the money of others goes back by a refund. */
  isRevoked: boolean;
}

export interface OrderOutcome {
  status: OrderState;
  /** null until it is paid. */
  amount: number | null;
  currency: string | null;
  /** What a promotion code took off. */
  discount: number;
  promotionCodeId: string | null;
  /** Done or on its way. */
  refundedAmount: number;
}

const openDisputes: readonly string[] = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
];

const notPaid = { amount: null, currency: null, discount: 0, promotionCodeId: null };

export function outcomeOf(facts: OrderFacts): OrderOutcome {
  const refundedAmount = sum([
    ...facts.refunds.filter(({ state }) => isActive(state)),
    ...facts.requestedRefunds,
  ]);
  const paid = facts.sessions.find(({ state }) => state === 'paid');
  if (paid === undefined) return { ...notPaid, status: unpaidStatus(facts.sessions), refundedAmount };
  const { amount, currency, discount = 0, promotionCodeId = null } = paid;
  const status = paidStatus(facts, amount ?? 0, refundedAmount);
  return { status, amount, currency, discount, promotionCodeId, refundedAmount };
}

/** Whether the provider has accepted refunds of all that was paid: what we have only asked for may be refused. */
export function isGivenBack({ sessions, refunds }: OrderFacts): boolean {
  const amount = sessions.find(({ state }) => state === 'paid')?.amount ?? 0;
  return amount > 0 && sum(refunds.filter(({ state }) => isActive(state))) >= amount;
}

/** Whether the money is back or on its way: a failed or cancelled refund gave nothing back. */
function isActive(refundState: string): boolean {
  return ['requires_action', 'pending', 'succeeded'].includes(refundState);
}

function unpaidStatus(sessions: OrderFacts['sessions']): OrderState {
  const state = sessions
    .map((session) => session.state)
    .toSorted((a, b) => rankOf('session', b) - rankOf('session', a))[0];
  return state === 'expired' || state === 'processing' || state === 'failed' ? state : 'pending';
}

function paidStatus({ disputes, isRevoked }: OrderFacts, amount: number, refundedAmount: number): OrderState {
  if (disputes.some(({ state }) => state === 'lost')) return 'lost';
  if (amount === 0 && isRevoked) return 'revoked';
  if (amount > 0 && refundedAmount >= amount) return 'refunded';
  return disputes.some(({ state }) => openDisputes.includes(state)) ? 'disputed' : 'paid';
}

function sum(amounts: Array<{ amount: number }>): number {
  return amounts.reduce((total, { amount }) => total + amount, 0);
}
