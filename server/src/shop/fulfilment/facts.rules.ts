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

export interface KnownRefund {
  amount: number;
  createdAt: string;
  /** Somebody who was kept from watching gets money back, and keeps the access. */
  isForOutage: boolean;
  /** The mail of the compensation says it. */
  isCompensation: boolean;
}

export interface OrderFacts {
  sessions: Array<{
    state: string;
    amount: number | null;
    currency: string | null;
    discount?: number;
    tax?: number;
    promotionCodeId?: string | null;
  }>;
  refunds: Array<KnownRefund & { state: string }>;
  disputes: Array<{ state: string; amount: number; createdAt: string }>;
  /** Our refunds that the provider has not answered yet. */
  requestedRefunds: KnownRefund[];
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
  /** In `amount`. */
  tax: number;
  promotionCodeId: string | null;
  /** Done or on its way. */
  refundedAmount: number;
  /** What a bank has taken back, or is deciding about. */
  disputedAmount: number;
}

const openDisputes: readonly string[] = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
];

const notPaid = { amount: null, currency: null, discount: 0, tax: 0, promotionCodeId: null };

export function outcomeOf(facts: OrderFacts): OrderOutcome {
  const refunds = [...facts.refunds.filter(({ state }) => isActive(state)), ...facts.requestedRefunds];
  const refundedAmount = sum(refunds);
  const paid = facts.sessions.find(({ state }) => state === 'paid');
  const disputed = sum(
    facts.disputes.filter(({ state }) => state === 'lost' || openDisputes.includes(state)),
  );
  const disputedAmount = Math.min(disputed, paid?.amount ?? 0);
  const amounts = { refundedAmount, disputedAmount };
  if (paid === undefined) return { ...notPaid, ...amounts, status: unpaidStatus(facts.sessions) };
  const { amount, currency, discount = 0, tax = 0, promotionCodeId = null } = paid;
  const status = paidStatus(facts, amount ?? 0, refunds);
  return { status, amount, currency, discount, tax, promotionCodeId, ...amounts };
}

/** What can still be given back. */
export function leftOf({
  amount,
  refundedAmount,
  disputedAmount,
}: Pick<OrderOutcome, 'amount' | 'refundedAmount' | 'disputedAmount'>): number {
  return Math.max(0, (amount ?? 0) - refundedAmount - disputedAmount);
}

/** Whether the provider has accepted refunds of all that was paid: what we have only asked for may be refused. */
export function isGivenBack({ sessions, refunds }: OrderFacts): boolean {
  const amount = sessions.find(({ state }) => state === 'paid')?.amount ?? 0;
  return amount > 0 && sum(refunds.filter(({ state }) => isActive(state))) >= amount;
}

interface Returned {
  amount: number;
  createdAt: string;
}

/** A refund for an outage closes nothing: it counts only together with something else that comes later. */
function closing(refunds: KnownRefund[], disputes: Returned[]): Returned[] {
  const at = ({ createdAt }: Returned) => Date.parse(createdAt);
  const others = [...refunds.filter(({ isForOutage }) => !isForOutage), ...disputes];
  const last = Math.max(...others.map(at));
  return [...others, ...refunds.filter((refund) => refund.isForOutage && at(refund) < last)];
}

/** Whether the last refund is a compensation, whose own mail says so. */
export function endsWithCompensation({ refunds }: OrderFacts): boolean {
  const active = refunds.filter(({ state }) => isActive(state));
  const last = active.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)).at(-1);
  return last?.isCompensation === true;
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

/** All of it is back, or may be soon, when refunds and disputes together reach what was paid. */
function paidStatus({ disputes, isRevoked }: OrderFacts, amount: number, refunds: KnownRefund[]): OrderState {
  const lost = disputes.filter(({ state }) => state === 'lost');
  const open = disputes.filter(({ state }) => openDisputes.includes(state));
  const isAll = (taken: typeof disputes) => sum(closing(refunds, taken)) >= amount;
  if (lost.length > 0 && isAll(lost)) return 'lost';
  if (amount === 0 && isRevoked) return 'revoked';
  if (amount > 0 && isAll([])) return 'refunded';
  return open.length > 0 && isAll([...lost, ...open]) ? 'disputed' : 'paid';
}

function sum(amounts: ReadonlyArray<{ amount: number }>): number {
  return amounts.reduce((total, { amount }) => total + amount, 0);
}
