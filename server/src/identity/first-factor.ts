import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { hasSecondFactor } from './second-factor.repository.ts';
import { firstFactorMs } from './second-factor.rules.ts';
import { findUser, listPermissionCodes, updateUser } from './user.repository.ts';

/**
 * Whether an account with permissions has no second factor and nobody has allowed it to set one up: a stolen password
 * must not choose the first one (docs/product.md, 9.20).
 */
export async function lacksAllowance(
  db: Db,
  userId: string,
  { requireSecondFactor, now }: { requireSecondFactor: boolean; now: Date },
): Promise<boolean> {
  if (!requireSecondFactor) return false;
  const until = (await findUser(db, userId))?.firstFactorUntil ?? null;
  if (until !== null && Date.parse(until) > now.getTime()) return false;
  return (await listPermissionCodes(db, userId)).length > 0 && !(await hasSecondFactor(db, userId));
}

/** @throws problem 409 */
export async function assertAllowance(...call: Parameters<typeof lacksAllowance>): Promise<void> {
  if (await lacksAllowance(...call))
    throw problem('conflict', {
      detail:
        'Your account has permissions, so somebody else must allow its first second factor: an administrator on your page among the users, or the operator with `pnpm admin allow-second-factor`.',
    });
}

/**
 * Where a second factor is required, a frozen one is for another administrator: who else could tell owner and thief apart?
 * @throws problem 409
 */
export async function assertMayRemove(
  db: Db,
  userId: string,
  frozenAt: string | null,
  requireSecondFactor: boolean,
): Promise<void> {
  if (frozenAt === null || !requireSecondFactor) return;
  if ((await listPermissionCodes(db, userId)).length > 0)
    throw problem('conflict', {
      detail: 'This is frozen since a report of your account. Ask another administrator to remove it.',
    });
}

/** @returns the end of the allowance. */
export async function allowFirstFactor(trx: Db, userId: string, now: Date): Promise<string> {
  const firstFactorUntil = new Date(now.getTime() + firstFactorMs).toISOString();
  await updateUser(trx, userId, { firstFactorUntil });
  return firstFactorUntil;
}
