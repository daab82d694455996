/** An uncertain moment or length, as mean and variance; treated as normally distributed. Pure. */

export interface Moments {
  mean: number;
  variance: number;
}

export const exactly = (mean: number): Moments => ({ mean, variance: 0 });

/** Of two that do not depend on each other. */
export function plus(a: Moments, b: Moments): Moments {
  return { mean: a.mean + b.mean, variance: a.variance + b.variance };
}

/** Of a mixture of cases. The weights need not add up to 1. */
export function mixed(cases: readonly (Moments & { weight: number })[]): Moments {
  const sum = (of: (one: Moments) => number) =>
    cases.reduce((total, one) => total + one.weight * of(one), 0) /
    cases.reduce((all, { weight }) => all + weight, 0);
  const mean = sum((one) => one.mean);
  return { mean, variance: sum((one) => one.variance + (one.mean - mean) ** 2) };
}

/** Of the later one of two independent moments (Clark 1961), and how likely that is the first one. */
export function laterOf(a: Moments, b: Moments): Moments & { isFirst: number } {
  const spread = Math.sqrt(a.variance + b.variance);
  const gap = a.mean - b.mean;
  if (spread === 0) return { ...(gap > 0 ? a : b), isFirst: gap > 0 ? 1 : 0 };
  const isFirst = cumulative(gap / spread);
  const overlap = spread * density(gap / spread);
  // Measured from the mean of b, because squares of milliseconds since 1970 have no digits left.
  const above = gap * isFirst + overlap;
  const square = (gap ** 2 + a.variance) * isFirst + b.variance * (1 - isFirst) + gap * overlap;
  return { mean: b.mean + above, variance: Math.max(0, square - above ** 2), isFirst };
}

/** What is left of it when it has not come until `limit`. */
export function notBefore({ mean, variance }: Moments, limit: number): Moments {
  const spread = Math.sqrt(variance);
  if (spread === 0) return exactly(Math.max(mean, limit));
  const reached = (limit - mean) / spread;
  const rate = hazard(reached);
  return { mean: mean + spread * rate, variance: variance * Math.max(0, 1 - rate * (rate - reached)) };
}

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** The normal distribution by its power series; beyond 6 it is 0 or 1 to nine digits. */
function cumulative(x: number): number {
  if (Math.abs(x) > 6) return x > 0 ? 1 : 0;
  let term = x;
  let sum = x;
  for (let index = 3; Math.abs(term) > 1e-12; index += 2) {
    term *= (x * x) / index;
    sum += term;
  }
  return 0.5 + density(x) * sum;
}

/** Density over what is left of the distribution; above 3 by its continued fraction, where the difference to 1 has no digits. */
function hazard(x: number): number {
  if (x <= 3) return density(x) / (1 - cumulative(x));
  let rate = x;
  for (let index = 60; index > 0; index -= 1) rate = x + index / rate;
  return rate;
}
