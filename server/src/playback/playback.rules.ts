/** The limit of two devices per user (docs/product.md, section 14). Pure: callers pass the time. */
import type { LeaseEnd } from './playback.tables.ts';

const deviceLimit = 2;
/** A lease expires without a ping for this long; clients ping every 20 s. */
export const leaseLifetimeMs = 60_000;

export interface Lease {
  id: string;
  sessionId: string;
  createdAt: string;
  pingedAt: string;
  endedAt: string | null;
  /** When its device signed out; null: it has not. */
  signedOutAt: string | null;
}

export function isLeaseLive(lease: Pick<Lease, 'pingedAt' | 'endedAt'>, now: Date): boolean {
  return lease.endedAt === null && now.getTime() - Date.parse(lease.pingedAt) < leaseLifetimeMs;
}

/**
 * The leases that a new lease of a device ends.
 * @param running the leases of the user that have not ended, in any order.
 */
export function leasesToEnd(
  running: Lease[],
  sessionId: string,
  now: Date,
): Array<{ id: string; reason: LeaseEnd }> {
  const stopped = running.filter((lease) => lease.signedOutAt !== null);
  const signedIn = running.filter((lease) => lease.signedOutAt === null);
  const expired = signedIn.filter((lease) => !isLeaseLive(lease, now));
  const live = signedIn.filter((lease) => isLeaseLive(lease, now));
  const replaced = live.filter((lease) => lease.sessionId === sessionId);
  const others = live
    .filter((lease) => lease.sessionId !== sessionId)
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const tooMany = others.slice(0, Math.max(0, others.length - (deviceLimit - 1)));
  return [
    ...stopped.map(({ id }) => ({ id, reason: 'stop' as const })),
    ...expired.map(({ id }) => ({ id, reason: 'expiry' as const })),
    ...replaced.map(({ id }) => ({ id, reason: 'replacement' as const })),
    ...tooMany.map(({ id }) => ({ id, reason: 'device-limit' as const })),
  ];
}
