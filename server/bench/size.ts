/**
 * A small run (`pnpm bench --small`, or `BENCH_SMALL=1`) shows in seconds that a benchmark works. Its figures are printed, and
 * no figure is judged.
 */
export const isSmall = process.env.BENCH_SMALL === '1';

export function sized<T>(usual: T, small: T): T {
  return isSmall ? small : usual;
}

/** What stands behind a figure that misses its goal. */
export function missed(isMissed: boolean, words = 'ABOVE THE GOAL'): string {
  return isMissed && !isSmall ? `  ${words}` : '';
}
