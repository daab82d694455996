import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { countPasskeyUse, listPasskeys } from '../passkeys/passkey.repository.ts';
import { refusedPasskeyWords } from '../passkeys/passkey.rules.ts';
import { askForPasskey, checkPasskey } from '../passkeys/passkey-proof.ts';
import { findPasskeySite } from '../passkeys/passkey-site.ts';
import { findSignInWays } from '../sign-in-ways.repository.ts';
import { lockUser } from '../user.repository.ts';
import { checkCode } from './check-code.ts';
import { proveByPassword } from './prove-by-password.ts';
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
      const passkeys = await listPasskeys(db, userId);
      const options =
        site && passkeys.length > 0
          ? await askForPasskey(db, site, { ceremony: 'step-up', sessionId, passkeys, now: instant })
          : null;
      const own = issuers.filter(({ issuer }) => ways.issuers.map(bareIssuer).includes(bareIssuer(issuer)));
      return {
        status: 200,
        body: {
          hasPassword: ways.hasPassword,
          needsCode: (await checkCode(db, { userId, code: undefined, now: instant })) === 'missing',
          passkey: options && { ...options },
          providers: own.map(({ code }) => code),
        },
      };
    },

    async stepUp({ body, request }) {
      const { password, code, passkey } = body;
      if ((password === undefined) === (passkey === undefined))
        throw refusedProof('', 'Send either the password or the answer of a passkey.');
      if (passkey !== undefined) await proveByPasskey(request, passkey);
      else {
        const given = { password: password ?? '', code };
        await proveByPassword(db, signedInUser(request), given, { checkCode, now: now() });
      }
      return { status: 204 };
    },
  };

  /** @throws problem 400 with the same words for every reason. */
  async function proveByPasskey(
    request: FastifyRequest,
    answer: Parameters<typeof checkPasskey>[2],
  ): Promise<void> {
    const { userId, sessionId } = signedInUser(request);
    const instant = now();
    const site = findPasskeySite(request, publicUrl);
    const proof = await checkPasskey(db, site, answer, {
      ceremony: 'step-up',
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
