import { describe, expect, it } from 'vitest';
import { laterOf, type Moments, mixed, notBefore } from './moments.rules.ts';

/** A normal distribution in 4,001 pieces. */
function pieces({ mean, variance }: Moments) {
  return Array.from({ length: 4_001 }, (_, index) => {
    const x = (index - 2_000) / 250;
    return { mean: mean + x * Math.sqrt(variance), variance: 0, weight: Math.exp((-x * x) / 2) };
  });
}

const deviation = ({ variance }: Moments) => Math.sqrt(variance);

describe('notBefore', () => {
  it.each([-20, -3, 0, 1, 2.9, 3.1, 5])('leaves what lies behind %d deviations', (limit) => {
    const moment = { mean: 100, variance: 16 };
    const left = notBefore(moment, 100 + 4 * limit);
    const counted = mixed(pieces(moment).filter(({ mean }) => mean > 100 + 4 * limit));
    expect(left.mean).toBeCloseTo(counted.mean, 1);
    expect(deviation(left)).toBeCloseTo(deviation(counted), 1);
  });

  it.each([10, 30, 1_000])('leaves next to nothing behind %d deviations, and no less', (limit) => {
    const left = notBefore({ mean: 0, variance: 1 }, limit);
    expect(left.mean).toBeGreaterThanOrEqual(limit);
    expect(left.mean).toBeLessThan(limit + 0.1);
    expect(deviation(left)).toBeLessThan(0.1);
  });

  it('moves what is certain', () => {
    expect(notBefore({ mean: 5, variance: 0 }, 7)).toEqual({ mean: 7, variance: 0 });
  });
});

describe('laterOf', () => {
  const evening = 1_800_000_000_000;
  it.each([
    [-12, 4, 3],
    [0, 4, 3],
    [2, 4, 0],
    [9, 1, 5],
  ])('of two that are %d minutes apart, with deviations %d and %d', (gap, first, second) => {
    const a = { mean: evening + gap * 60_000, variance: (first * 60_000) ** 2 };
    const b = { mean: evening, variance: (second * 60_000) ** 2 };
    const { isFirst, ...later } = laterOf(a, b);
    const other = pieces(b).filter((_, index) => index % 40 === 0);
    const pairs = pieces(a)
      .filter((_, index) => index % 20 === 0)
      .flatMap((one) =>
        other.map((two) => ({
          mean: (Math.max(one.mean, two.mean) - evening) / 60_000,
          variance: 0,
          weight: one.weight * two.weight,
          isFirst: one.mean > two.mean ? 1 : one.mean === two.mean ? 0.5 : 0,
        })),
      );
    const counted = mixed(pairs);
    expect((later.mean - evening) / 60_000).toBeCloseTo(counted.mean, 1);
    expect(deviation(later) / 60_000).toBeCloseTo(deviation(counted), 1);
    expect(isFirst).toBeCloseTo(mixed(pairs.map((pair) => ({ ...pair, mean: pair.isFirst }))).mean, 1);
  });

  it('of two that are certain is one of them', () => {
    const [early, late] = [
      { mean: 5, variance: 0 },
      { mean: 6, variance: 0 },
    ];
    expect(laterOf(early, late)).toEqual({ ...late, isFirst: 0 });
    expect(laterOf(late, early)).toEqual({ ...late, isFirst: 1 });
  });
});
