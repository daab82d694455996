import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { lacksAllowance } from '../first-factor.ts';
import { listIdentitiesOfUser } from '../provider-identity.repository.ts';
import { countSecondFactors } from '../second-factor.repository.ts';
import { findUser } from '../user.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  requireSecondFactor: boolean;
  /** The configured providers, by the issuer of their identities. */
  issuers: readonly { name: string; issuer: string }[];
}

/** What an administrator would remove from an account. */
export function signInWaysHandlers({
  db,
  now,
  requireSecondFactor,
  issuers,
}: Deps): Handlers<'getUserSignInWays'> {
  return {
    async getUserSignInWays({ path }) {
      const [user, factors, identities] = await Promise.all([
        findUser(db, path.userId),
        countSecondFactors(db, path.userId),
        listIdentitiesOfUser(db, path.userId),
      ]);
      if (user === undefined) throw problem('not-found');
      const { passkeys, authenticatorSince, recoveryCodesLeft, frozenPasskeys, authenticatorFrozenAt } =
        factors;
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: {
          hasPassword: user.passwordHash !== null,
          passkeys,
          authenticatorSince,
          recoveryCodesLeft,
          isFrozen: frozenPasskeys > 0 || authenticatorFrozenAt !== null,
          needsAllowance: await lacksAllowance(db, user.id, { requireSecondFactor, now: now() }),
          providers: identities.map(({ issuer, createdAt, lastUsedAt }) => ({
            name: issuers.find((known) => known.issuer === issuer)?.name ?? null,
            issuer,
            createdAt,
            lastUsedAt,
          })),
        },
      };
    },
  };
}
