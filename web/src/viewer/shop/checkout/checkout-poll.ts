/** How the page after the payment waits (docs/product.md, 25.4). Pure. */
const firstMs = 1_000;
const slowestMs = 10_000;
const growth = 1.3;
/** Together about three minutes. After that the payment may still arrive, but nobody has to wait for it. */
export const pollsPerRound = 24;

/** @param asked how often the server has been asked. */
export function nextPollMs(asked: number) {
  return Math.min(slowestMs, Math.round(firstMs * growth ** Math.max(0, asked - 1)));
}
