import type { SignedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { hasSecondFactor } from './second-factor.repository.ts';
import { isRecentProof } from './second-factor.rules.ts';

/** @throws problem 403 step-up-required unless the session has proved its user within the last 10 minutes. */
export function requireStepUp({ authenticatedAt }: Pick<SignedInUser, 'authenticatedAt'>, now: Date): void {
  if (!isRecentProof(authenticatedAt, now)) throw problem('step-up-required');
}

/**
 * Before a change of factors: a password or a provider alone must not replace the factor that protects against their
 * thieves. Call it again where the user is locked: the account may have got its first factor in between.
 * @throws problem 403 unless the session has lately proved its second factor, or its user where they have none.
 */
export async function requireFreshFactor(
  db: Db,
  session: Pick<SignedInUser, 'userId' | 'authenticatedAt' | 'secondFactorAt'>,
  now: Date,
): Promise<void> {
  const { userId, secondFactorAt } = session;
  if (secondFactorAt !== null && isRecentProof(secondFactorAt, now)) return;
  if (await hasSecondFactor(db, userId)) throw problem('fresh-second-factor-required');
  requireStepUp(session, now);
}
