import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import type { AccountChange } from '../../mail/templates/notice-mails.ts';
import { notifyFactorChange } from '../accounts/notify-factor-change.ts';
import { findOpenRemoval } from '../factor-removal.repository.ts';
import { assertAllowance, assertMayRemove, lacksAllowance } from '../first-factor.ts';
import type { UserRow } from '../identity.tables.ts';
import { requireFreshFactor } from '../require-step-up.ts';
import {
  confirmAuthenticator,
  countSecondFactors,
  deleteAuthenticator,
  findAuthenticator,
  insertAuthenticator,
  replaceRecoveryCodes,
} from '../second-factor.repository.ts';
import { findLiveSession, proveSecondFactor } from '../sessions/session.repository.ts';
import { findSignInWays } from '../sign-in-ways.repository.ts';
import { findUser, lockUser, updateUser } from '../user.repository.ts';
import { readCode } from './code.rules.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** Whether this server requires a second factor of users with permissions. */
  requireSecondFactor: boolean;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

type SecondFactorOperations =
  | 'getSecondFactor'
  | 'createAuthenticator'
  | 'confirmAuthenticator'
  | 'deleteAuthenticator'
  | 'replaceRecoveryCodes';

/** The own authenticator app and its recovery codes. Hashing is always outside of transactions. */
export function secondFactorHandlers(deps: Deps): Handlers<SecondFactorOperations> {
  const { db, now, requireSecondFactor, originOf, wakeOutbox } = deps;
  return {
    async getSecondFactor({ request }) {
      const { userId, permissions, withheldPermissions, secondFactor } = signedInUser(request);
      const { authenticatorSince, authenticatorFrozenAt, ...counts } = await countSecondFactors(db, userId);
      const ways = await findSignInWays(db, userId);
      if (ways === undefined) throw problem('unauthorized');
      const holdsPermissions = permissions.length + withheldPermissions.length > 0;
      return {
        status: 200,
        body: {
          hasPassword: ways.hasPassword,
          authenticator:
            authenticatorSince === null
              ? null
              : { createdAt: authenticatorSince, frozenAt: authenticatorFrozenAt },
          ...counts,
          isRequired: requireSecondFactor && holdsPermissions,
          isProved: secondFactor,
          needsAllowance: await lacksAllowance(db, userId, { requireSecondFactor, now: now() }),
          removalAt: (await findOpenRemoval(db, userId))?.dueAt ?? null,
        },
      };
    },

    async createAuthenticator({ request }) {
      const { userId, email } = signedInUser(request);
      await assertAllowance(db, userId, { requireSecondFactor, now: now() });
      const secret = newTotpSecret();
      const isStored = await insertAuthenticator(db, { userId, secret, createdAt: now().toISOString() });
      if (!isStored)
        throw problem('conflict', { detail: 'This account has an authenticator app. Remove it first.' });
      return { status: 200, body: { secret, uri: totpUri(secret, email) } };
    },

    async confirmAuthenticator({ body, request }) {
      const { userId, sessionId } = signedInUser(request);
      const pending = await findAuthenticator(db, userId);
      if (pending === undefined || pending.confirmedAt !== null) throw nothingToConfirm();
      const { secret } = pending;
      const instant = now();
      const code = readCode(body.code);
      const step = code?.kind === 'app' ? stepOfCode(secret, code.digits, instant) : undefined;
      if (step === undefined)
        throw validationProblem([
          bodyIssue('/code', 'This code is wrong, has expired, or was used already.'),
        ]);
      const { codes, hashed } = await makeRecoveryCodes();
      await change(request, 'authenticator-added', async (trx) => {
        await assertAllowance(trx, userId, { requireSecondFactor, now: instant });
        if (!(await confirmAuthenticator(trx, { userId, secret, step, now: instant.toISOString() })))
          throw nothingToConfirm();
        await replaceRecoveryCodes(trx, userId, { codes: hashed, now: now().toISOString() });
        await updateUser(trx, userId, { firstFactorUntil: null });
        // The code proves as much as a code at the sign-in does.
        await proveSecondFactor(trx, sessionId, instant.toISOString());
      });
      return { status: 200, body: { recoveryCodes: codes } };
    },

    async deleteAuthenticator({ request }) {
      await change(request, 'authenticator-removed', async (trx, { id }) => {
        await assertMayRemove(
          trx,
          id,
          (await findAuthenticator(trx, id))?.frozenAt ?? null,
          requireSecondFactor,
        );
        if (!(await deleteAuthenticator(trx, id))) throw problem('not-found');
      });
      return { status: 204 };
    },

    async replaceRecoveryCodes({ request }) {
      const { userId } = signedInUser(request);
      await requireAuthenticator(db, userId);
      const { codes, hashed } = await makeRecoveryCodes();
      await change(request, 'recovery-codes-replaced', async (trx) => {
        await requireAuthenticator(trx, userId);
        await replaceRecoveryCodes(trx, userId, { codes: hashed, now: now().toISOString() });
      });
      return { status: 200, body: { recoveryCodes: codes } };
    },
  };

  /** Changes the caller's second factor and notifies them, one change of an account at a time. */
  async function change(
    request: FastifyRequest,
    kind: Exclude<AccountChange['kind'], 'new-device'>,
    apply: (trx: Db, user: UserRow) => Promise<void>,
  ): Promise<void> {
    const { userId, sessionId } = signedInUser(request);
    const origin = originOf(request);
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, userId);
      const user = await findUser(trx, userId);
      // The owner may have ended this session during the hashing.
      const session = await findLiveSession(trx, sessionId, userId, now().toISOString());
      if (!user || !session) throw problem('unauthorized');
      await requireFreshFactor(trx, session, now());
      await apply(trx, user);
      await notifyFactorChange(trx, { user, change: { kind }, origin, now: now() });
    });
    wakeOutbox();
  }
}

async function requireAuthenticator(db: Db, userId: string): Promise<void> {
  if (!(await findAuthenticator(db, userId))?.confirmedAt)
    throw problem('conflict', { detail: 'This account has no authenticator app. Set one up first.' });
}

function nothingToConfirm() {
  return problem('conflict', {
    detail: 'No authenticator app waits for its first code. Begin to set one up.',
  });
}
