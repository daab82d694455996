/** The limit of two devices per user (docs/product.md, section 14). Pure: callers pass the time. */
import type { LeaseEnd } from './playback.tables.ts';

const deviceLimit = 2;
/** A lease expires without a ping for this long; clients ping every 20 s. */
export const leaseLifetimeMs = 60_000;

/** A viewing that its user has removed can be brought back for this long (docs/product.md, 30.41). */
export const restorableMs = 10 * 60_000;

/** A page that was left keeps its place for this long, so that loading it anew loses nothing (docs/product.md, 30.42). */
export const leftLeaseLifeMs = 10_000;

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
  return lease.endedAt === null && now.getTime() < leaseExpiry(lease.pingedAt);
}

/** @returns the milliseconds since 1970 at which a lease with this last ping expires. */
export function leaseExpiry(pingedAt: string): number {
  return Date.parse(pingedAt) + leaseLifetimeMs;
}

/** What a third device does: it ends the oldest lease, or it is refused. */
export type AtLimit = 'replace-oldest' | 'refuse';

/**
 * The leases that a new lease of a device ends.
 * @param running the leases of the user that have not ended, in any order.
 * @param inPlaceOf the lease that the viewer wants to end. One that has ended, or that is not in `running`, makes no room.
 * @returns undefined when two other devices watch and none of them may be ended.
 */
export function leasesToEnd(
  running: Lease[],
  sessionId: string,
  now: Date,
  { atLimit = 'replace-oldest', inPlaceOf }: { atLimit?: AtLimit; inPlaceOf?: string | undefined } = {},
): Array<{ id: string; reason: LeaseEnd }> | undefined {
  const stopped = running.filter((lease) => lease.signedOutAt !== null);
  const signedIn = running.filter((lease) => lease.signedOutAt === null);
  const expired = signedIn.filter((lease) => !isLeaseLive(lease, now));
  const live = signedIn.filter((lease) => isLeaseLive(lease, now));
  const replaced = live.filter((lease) => lease.sessionId === sessionId);
  const given = live.filter((lease) => lease.sessionId !== sessionId && lease.id === inPlaceOf);
  const others = live
    .filter((lease) => lease.sessionId !== sessionId && lease.id !== inPlaceOf)
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const tooMany = others.slice(0, Math.max(0, others.length - (deviceLimit - 1)));
  if (tooMany.length > 0 && atLimit === 'refuse') return undefined;
  return [
    ...stopped.map(({ id }) => ({ id, reason: 'stop' as const })),
    ...expired.map(({ id }) => ({ id, reason: 'expiry' as const })),
    ...replaced.map(({ id }) => ({ id, reason: 'replacement' as const })),
    ...given.map(({ id }) => ({ id, reason: 'stop' as const })),
    ...tooMany.map(({ id }) => ({ id, reason: 'device-limit' as const })),
  ];
}
