/** What counts as an outage (docs/product.md, 26). Pure: callers pass the time. */

/** Viewers are counted once in so long. */
export const sliceMs = 15_000;
/** By then every server has stored what it counted. */
export const settledMs = 45_000;
/** An outage that begins so soon after the last one of its block is the same (26.2). The function `open_outage` decides it. */
export const joinedMs = 60_000;
/** Nobody tries any more: the outage ends with the last failure. */
export const silentMs = 5 * 60_000;
/** A refusal of one person is stored once in so long. */
export const deniedSliceMs = 5 * 60_000;
/** Counts are stored and judged this often. */
export const watchMs = 5_000;

export function startOfSlice(now: Date, lengthMs: number): string {
  return new Date(Math.floor(now.getTime() / lengthMs) * lengthMs).toISOString();
}

/** What most viewers of a block got decides: one broken device is no outage. */
export function canBePlayed({ delivered, failed }: { delivered: number; failed: number }): boolean {
  return delivered >= failed;
}
