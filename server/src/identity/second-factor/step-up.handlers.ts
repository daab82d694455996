import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { countPasskeyUse, listPasskeys } from '../passkeys/passkey.repository.ts';
import { refusedPasskeyWords } from '../passkeys/passkey.rules.ts';
import { askForStepUp, checkStepUp } from '../passkeys/passkey-proof.ts';
import { findPasskeySite } from '../passkeys/passkey-site.ts';
import { countSecondFactors } from '../second-factor.repository.ts';
import { isRecentProof } from '../second-factor.rules.ts';
import { findSignInWays } from '../sign-in-ways.repository.ts';
import { lockUser } from '../user.repository.ts';
import { checkCode } from './check-code.ts';
import { proveByPassword, wrongCodeWords } from './prove-by-password.ts';
import { recordProof, refusedProof } from './record-proof.ts';

interface Deps {
  db: Db;
  now: () => Date;
  publicUrl: string | undefined;
  /** The sign-in providers, with the issuers of their identities. */
  issuers: ReadonlyArray<{ code: string; issuer: string }>;
}

/** Proves again who the user is, in the session that they have: nothing about its tokens changes. */
export function stepUpHandlers({
  db,
  now,
  publicUrl,
  issuers,
}: Deps): Handlers<'createStepUpOptions' | 'stepUp'> {
  return {
    async createStepUpOptions({ request }) {
      const { userId, sessionId } = signedInUser(request);
      const instant = now();
      const ways = await findSignInWays(db, userId);
      if (ways === undefined) throw problem('unauthorized');
      const site = findPasskeySite(request, publicUrl);
      const passkeys = (await listPasskeys(db, userId)).filter(({ frozenAt }) => frozenAt === null);
      const factors = await countSecondFactors(db, userId);
      const options =
        site && passkeys.length > 0
          ? await askForStepUp(db, site, { sessionId, passkeys, now: instant })
          : null;
      const own = issuers.filter(({ issuer }) => ways.issuers.map(bareIssuer).includes(bareIssuer(issuer)));
      return {
        status: 200,
        body: {
          hasPassword: ways.hasPassword,
          codeProves:
            factors.authenticatorSince !== null &&
            (factors.authenticatorFrozenAt === null || factors.recoveryCodesLeft > 0),
          needsCode: (await checkCode(db, { userId, code: undefined, now: instant })) === 'missing',
          passkey: options && { ...options },
          providers: own.map(({ code }) => code),
        },
      };
    },

    async stepUp({ body, request }) {
      const { password, code, passkey } = body;
      if (passkey !== undefined && password === undefined) await proveByPasskey(request, passkey);
      else if (passkey === undefined && password !== undefined)
        await proveByPassword(db, signedInUser(request), { password, code }, { checkCode, now: now() });
      else if (passkey === undefined && code !== undefined) await proveByCode(request, code);
      else throw refusedProof('', 'Send the password, a code, or the answer of a passkey.');
      return { status: 204 };
    },
  };

  /** Beside a recent proof, for example by a provider, the code is the second factor. @throws problem 400 at the code. */
  async function proveByCode(request: FastifyRequest, code: string): Promise<void> {
    const { userId, sessionId, authenticatedAt } = signedInUser(request);
    const instant = now();
    // Not step-up-required: this call is what clients make after that.
    if (!isRecentProof(authenticatedAt, instant))
      throw refusedProof(
        '/code',
        'Your sign-in is more than 10 minutes old. Sign in with your provider first.',
      );
    if ((await checkCode(db, { userId, code, now: instant })) !== 'right')
      throw refusedProof('/code', wrongCodeWords);
    await recordProof(db, sessionId, { secondFactor: true, now: instant });
  }

  /** @throws problem 400 with the same words for every reason. */
  async function proveByPasskey(
    request: FastifyRequest,
    answer: Parameters<typeof checkStepUp>[2],
  ): Promise<void> {
    const { userId, sessionId } = signedInUser(request);
    const instant = now();
    const site = findPasskeySite(request, publicUrl);
    const proof = await checkStepUp(db, site, answer, {
      sessionId,
      userId,
      now: instant,
    });
    if (proof === undefined) throw refusedProof('/passkey', refusedPasskeyWords);
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, userId);
      if (!(await countPasskeyUse(trx, proof, instant.toISOString())))
        throw refusedProof('/passkey', refusedPasskeyWords);
      await recordProof(trx, sessionId, { secondFactor: true, now: instant });
    });
  }
}

/** Configured addresses and those that issuers give themselves may differ by a slash. */
function bareIssuer(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
