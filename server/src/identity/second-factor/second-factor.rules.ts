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
