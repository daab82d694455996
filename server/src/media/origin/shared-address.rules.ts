/**
 * What one viewer reads with an address (docs/product.md, 15.8). Each figure is a vessel that drains while time passes:
 * what does not fit in is more than one viewer reads.
 */
export interface Allowance {
  /** What drains in a second. */
  perSecond: number;
  capacity: number;
}

/**
 * Seconds that media playlists are good for: a part, or a target duration without parts. One player reads one second in a
 * second; two are free, for the tabs of a recovery. Four players are found after 30 seconds, sixty within two.
 */
export const playlistSeconds: Allowance = { perSecond: 2, capacity: 60 };

/** Segments by their name, of about two seconds: two tabs at twice the speed, and seeks that load half a minute each. */
export const namedSegments: Allowance = { perSecond: 2, capacity: 600 };

/**
 * Requests from a network that is none of the three before it. A phone on its way makes a few; four strangers make one with
 * each round. Carriers keep a phone on one address while it talks (RFC 4787, REQ-2).
 */
export const networkChanges: Allowance = { perSecond: 8 / 60, capacity: 8 };
export const rememberedNetworks = 3;

export interface Vessel {
  level: number;
  /** Milliseconds. */
  at: number;
}

/** @returns the vessel afterwards; undefined when it does not hold that much more. */
export function pour(
  { level, at }: Vessel,
  amount: number,
  { perSecond, capacity }: Allowance,
  nowMs: number,
): Vessel | undefined {
  const left = Math.max(0, level - (Math.max(0, nowMs - at) / 1_000) * perSecond);
  return left + amount > capacity ? undefined : { level: left + amount, at: nowMs };
}
