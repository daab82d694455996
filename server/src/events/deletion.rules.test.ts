import { describe, expect, it } from 'vitest';
import { describeRefusal, isDeletionRefused } from './deletion.rules.ts';

describe('a deletion', () => {
  const dependents = {
    blocks: 2,
    liveStreams: 1,
    accesses: 12,
    paidAccesses: 3,
    pendingPayments: 0,
    keptBouts: 0,
  };

  it('is refused as soon as one access is paid', () => {
    expect(isDeletionRefused({ ...dependents, paidAccesses: 0 })).toBe(false);
    expect(isDeletionRefused({ ...dependents, paidAccesses: 1 })).toBe(true);
    expect(isDeletionRefused({ ...dependents, paidAccesses: 0, pendingPayments: 1 })).toBe(true);
    expect(isDeletionRefused({ ...dependents, paidAccesses: 0, keptBouts: 1 })).toBe(true);
  });

  it.each([
    [dependents, 'This would also delete 2 blocks, 1 live stream and 12 accesses, of which 3 are paid.'],
    [
      { ...dependents, blocks: 0, accesses: 1, paidAccesses: 1 },
      'This would also delete 1 live stream and 1 access, of which 1 is paid.',
    ],
    [
      { ...dependents, blocks: 0, liveStreams: 0, accesses: 2, paidAccesses: 1 },
      'This would also delete 2 accesses, of which 1 is paid.',
    ],
    [
      { ...dependents, paidAccesses: 0, keptBouts: 2 },
      '2 bouts were rung or have a result: they stay, and so does this.',
    ],
  ])('of %j is refused with its numbers', (numbers, sentence) => {
    expect(describeRefusal(numbers)).toBe(sentence);
  });
});
