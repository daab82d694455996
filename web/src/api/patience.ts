/**
 * A connection that dies without a word, as after a change of the network, would hold a call for ever. What a running
 * video waits for is given up and asked for again (docs/product.md, 34.40).
 */
const answersWithinMs = 6_000;

/** For one call: it fails like a lost connection when there is no answer in time. */
export function patience(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(answersWithinMs) };
}
