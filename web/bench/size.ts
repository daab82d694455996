/** A small run (`pnpm bench --small`, or `BENCH_SMALL=1`) shows that a benchmark works, and judges no figure. */
export const isSmall = process.env.BENCH_SMALL === '1';
