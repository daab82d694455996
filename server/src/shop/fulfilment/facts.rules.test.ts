import { expect, it } from 'vitest';
import { type OrderFacts, outcomeOf, rankOf } from './facts.rules.ts';

const paid: OrderFacts = {
  sessions: [{ state: 'paid', amount: 1_499, currency: 'eur' }],
  refunds: [],
  disputes: [],
  requestedRefunds: [],
  isRevoked: false,
};

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
  ['a refund in part', { refunds: [{ state: 'succeeded', amount: 1_498 }] }, 'paid', 1_498],
  [
    'parts that are everything',
    {
      refunds: [
        { state: 'pending', amount: 1_498 },
        { state: 'requires_action', amount: 1 },
      ],
    },
    'refunded',
    1_499,
  ],
  ['a failed refund', { refunds: [{ state: 'failed', amount: 1_499 }] }, 'paid', 0],
  ['a cancelled refund', { refunds: [{ state: 'canceled', amount: 1_499 }] }, 'paid', 0],
  ['a refund that we asked for', { requestedRefunds: [{ amount: 1_499 }] }, 'refunded', 1_499],
  ['a refund of an unknown state', { refunds: [{ state: 'new_word', amount: 1_499 }] }, 'paid', 0],
  ['an open dispute', { disputes: [{ state: 'needs_response' }] }, 'disputed', 0],
  ['a lost dispute', { disputes: [{ state: 'lost' }, { state: 'won' }] }, 'lost', 0],
  ['a won dispute', { disputes: [{ state: 'won' }] }, 'paid', 0],
  ['an inquiry', { disputes: [{ state: 'warning_needs_response' }] }, 'paid', 0],
  ['a prevented dispute', { disputes: [{ state: 'prevented' }] }, 'paid', 0],
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
