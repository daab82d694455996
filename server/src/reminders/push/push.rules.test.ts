import { describe, expect, it } from 'vitest';
import { leaseMs, nextAttempt, sendLimitMs } from './push.rules.ts';

const [minute, hour] = [60_000, 3_600_000];

describe('nextAttempt (42.10)', () => {
  it.each([
    [1, hour, undefined, 10_000],
    [2, hour, undefined, 30_000],
    [5, hour, undefined, 5 * minute],
    [500, hour, undefined, 5 * minute],
    [1, hour, 2 * minute, 2 * minute],
    [5, hour, 1_000, 5 * minute],
    [1, 10_001, undefined, 10_000],
    [1, 10_000, undefined, 'give-up'],
    [1, 15 * minute, 15 * minute, 'give-up'],
    [1, -1, undefined, 'give-up'],
  ] as const)(
    'attempt %i, useful for %i ms more, asked for %s: %s',
    (attempts, usefulMs, retryAfterMs, expected) => {
      expect(nextAttempt({ attempts, usefulMs, retryAfterMs })).toBe(expected);
    },
  );
});

describe('a lease', () => {
  it('outlives the longest attempt, so that no second worker takes a message that is being sent', () => {
    expect(leaseMs).toBeGreaterThan(2 * sendLimitMs);
  });
});
