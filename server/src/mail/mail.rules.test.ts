import { describe, expect, it } from 'vitest';
import { leaseMs, nextAttempt, sendLimitMs } from './mail.rules.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('nextAttempt', () => {
  it.each([
    ['unreachable', 1, day, 10_000],
    ['unreachable', 2, day, 30_000],
    ['postponed', 3, day, minute],
    ['postponed', 8, day, 60 * minute],
    ['unreachable', 500, day, 60 * minute],
    ['refused', 1, day, minute],
    ['refused', 2, day, 10 * minute],
    ['refused', 3, day, 'give-up'],
    ['unreachable', 5, 5 * minute + 1, 5 * minute],
    ['unreachable', 5, 5 * minute, 'give-up'],
    ['unreachable', 1, -1, 'give-up'],
  ] as const)('after %s, attempt %i, useful for %i ms more: %s', (fault, attempts, usefulMs, expected) => {
    expect(nextAttempt({ fault, attempts, usefulMs })).toBe(expected);
  });
});

describe('a lease', () => {
  it('outlives the longest attempt, so that no second worker takes a mail that is being sent', () => {
    expect(leaseMs).toBeGreaterThan(2 * sendLimitMs);
  });
});
