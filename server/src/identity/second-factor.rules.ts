/** What a session has to prove before it may do what (docs/product.md, 9.13 and 9.16). The clock is passed in. */

/** A sign-in or a step-up counts this long as a recent proof. */
const stepUpLifetimeMs = 10 * 60_000;

export function isRecentProof(authenticatedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(authenticatedAt) < stepUpLifetimeMs;
}

/**
 * Where the operator requires a second factor, a session that has not proved one has no permissions.
 * @returns the permissions that count, and those that a second factor would give.
 */
export function usablePermissions(
  { permissions, secondFactor }: { permissions: string[]; secondFactor: boolean },
  isRequired: boolean,
): { permissions: string[]; withheldPermissions: string[] } {
  return isRequired && !secondFactor
    ? { permissions: [], withheldPermissions: permissions }
    : { permissions, withheldPermissions: [] };
}

/** The first factor of an account with permissions may be set up this long after somebody has allowed it. */
export const firstFactorMs = 24 * 3_600_000;

/** A lost factor is removed this long after the request, and at least a day after the second mail about it. */
export const removalWaitMs = 72 * 3_600_000;
export const removalReminderMs = 48 * 3_600_000;

/** A report of the account freezes factors that are younger: their owner may be the thief (docs/product.md, 9.22). */
export const youngFactorMs = 7 * 24 * 3_600_000;
