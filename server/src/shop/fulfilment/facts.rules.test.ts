import { expect, it } from 'vitest';
import { type KnownRefund, type OrderFacts, outcomeOf, rankOf } from './facts.rules.ts';

const paid: OrderFacts = {
  sessions: [{ state: 'paid', amount: 1_499, currency: 'eur' }],
  refunds: [],
  disputes: [],
  requestedRefunds: [],
  isRevoked: false,
};

const refund = (amount: number, state = 'succeeded', change: Partial<KnownRefund> = {}) => ({
  state,
  amount,
  createdAt: '2026-11-28T12:00:00Z',
  isForOutage: false,
  isCompensation: false,
  ...change,
});
const forOutage = (amount: number, minute = 0) =>
  refund(amount, 'succeeded', { isForOutage: true, createdAt: `2026-11-28T12:0${minute}:00Z` });

const dispute = (state: string, amount = 1_499, minute = 2) => ({
  state,
  amount,
  createdAt: `2026-11-28T12:0${minute}:00Z`,
});

it.each<[string, Partial<OrderFacts>, string, number]>([
  ['nothing', { sessions: [] }, 'pending', 0],
  ['an open page', { sessions: [{ state: 'open', amount: null, currency: null }] }, 'pending', 0],
  ['an expired page', { sessions: [{ state: 'expired', amount: 1, currency: 'eur' }] }, 'expired', 0],
  [
    'a payment on its way',
    { sessions: [{ state: 'processing', amount: 1, currency: 'eur' }] },
    'processing',
    0,
  ],
  ['a failed payment', { sessions: [{ state: 'failed', amount: 1, currency: 'eur' }] }, 'failed', 0],
  ['a payment', {}, 'paid', 0],
  ['a refund in part', { refunds: [refund(1_498)] }, 'paid', 1_498],
  [
    'parts that are everything',
    {
      refunds: [refund(1_498, 'pending'), refund(1, 'requires_action')],
    },
    'refunded',
    1_499,
  ],
  ['a failed refund', { refunds: [refund(1_499, 'failed')] }, 'paid', 0],
  ['a cancelled refund', { refunds: [refund(1_499, 'canceled')] }, 'paid', 0],
  ['a refund that we asked for', { requestedRefunds: [refund(1_499)] }, 'refunded', 1_499],
  ['a refund of an unknown state', { refunds: [refund(1_499, 'new_word')] }, 'paid', 0],
  ['all of it back for an outage', { refunds: [forOutage(1_499)] }, 'paid', 1_499],
  ['all of it asked for, for an outage', { requestedRefunds: [forOutage(1_499)] }, 'paid', 1_499],
  [
    'the rest back after an outage',
    { refunds: [forOutage(750), refund(749, 'succeeded', { createdAt: '2026-11-28T12:01:00Z' })] },
    'refunded',
    1_499,
  ],
  ['the rest back for an outage', { refunds: [forOutage(750, 1), refund(749)] }, 'paid', 1_499],
  ['an open dispute', { disputes: [dispute('needs_response')] }, 'disputed', 0],
  ['a lost dispute', { disputes: [dispute('lost'), dispute('won')] }, 'lost', 0],
  ['a won dispute', { disputes: [dispute('won')] }, 'paid', 0],
  ['a lost dispute of a part', { disputes: [dispute('lost', 500)] }, 'paid', 0],
  ['an open dispute of a part', { disputes: [dispute('under_review', 500)] }, 'paid', 0],
  [
    'a part lost and the rest back',
    { disputes: [dispute('lost', 500)], refunds: [refund(999)] },
    'lost',
    999,
  ],
  [
    'a part lost and the rest disputed',
    { disputes: [dispute('lost', 500), dispute('under_review', 999)] },
    'disputed',
    0,
  ],
  [
    'the rest lost after an outage',
    { disputes: [dispute('lost', 999)], refunds: [forOutage(500)] },
    'lost',
    500,
  ],
  [
    'the rest back for an outage after a lost part',
    { disputes: [dispute('lost', 999)], refunds: [forOutage(500, 3)] },
    'paid',
    500,
  ],
  ['an inquiry', { disputes: [dispute('warning_needs_response')] }, 'paid', 0],
  ['a prevented dispute', { disputes: [dispute('prevented')] }, 'paid', 0],
  [
    'a free order that was revoked',
    { sessions: [{ state: 'paid', amount: 0, currency: 'eur' }], isRevoked: true },
    'revoked',
    0,
  ],
  ['a revocation of what cost something', { isRevoked: true }, 'paid', 0],
  ['a revocation before the payment', { sessions: [], isRevoked: true }, 'pending', 0],
  ['a free order', { sessions: [{ state: 'paid', amount: 0, currency: 'eur' }] }, 'paid', 0],
])('%s', (_name, facts, status, refundedAmount) => {
  expect(outcomeOf({ ...paid, ...facts })).toMatchObject({ status, refundedAmount });
});

it('what is not known ranks below everything', () => {
  expect([rankOf('refund', 'new_word'), rankOf('refund', 'requires_action')]).toEqual([0, 1]);
});

// Two messages of one second may come in either order: the later state of the object must win.
it.each([
  ['session', 'open', 'expired'],
  ['session', 'processing', 'paid'],
  ['refund', 'pending', 'succeeded'],
  ['refund', 'succeeded', 'failed'],
  ['dispute', 'warning_under_review', 'warning_closed'],
  ['dispute', 'needs_response', 'under_review'],
  ['dispute', 'under_review', 'lost'],
  ['dispute', 'lost', 'appeal_under_review'],
  ['dispute', 'appeal_under_review', 'won'],
  ['dispute', 'lost', 'won'],
] as const)('a %s that was %s may become %s, not the other way round', (kind, before, after) => {
  expect(rankOf(kind, after)).toBeGreaterThan(rankOf(kind, before));
});
