import type { SignedInUser } from '../../contract/security.ts';
import { problem } from '../../http/problems.ts';
import { isRecentProof } from './second-factor.rules.ts';

/** @throws problem 403 step-up-required unless the session has proved its user within the last 10 minutes. */
export function requireStepUp({ authenticatedAt }: SignedInUser, now: Date): void {
  if (!isRecentProof(authenticatedAt, now)) throw problem('step-up-required');
}
