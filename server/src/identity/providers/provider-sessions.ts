/**
 * The result of a sign-in with a provider: a session on this site, or a one-time code for a client on another origin.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import { hashSecret, newSecret } from '../one-time-secret.ts';
import { setSessionCookies } from '../sessions/session-cookies.ts';
import { startLoginSession } from '../sessions/start-login-session.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { admitIdentity } from './admit-identity.ts';
import { insertProviderCode } from './provider.repository.ts';
import { providerCodeLifetimeMs } from './provider.rules.ts';
import type { ProviderIdentity, ProviderSignInRow } from './provider.tables.ts';

interface Deps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  isSecure: (request: FastifyRequest) => boolean;
}

/** A provider's page does not ask for it, so it is always on (docs/product.md, 10.8). */
const remember = true;

export function createProviderSessions({ db, now, tokens, isSecure }: Deps) {
  return { startSession, signInHere, issueCode };

  async function startSession(request: FastifyRequest, identity: ProviderIdentity) {
    const instant = now();
    return db.transaction().execute(async (trx) => {
      const admission = await admitIdentity(trx, identity, instant);
      if ('refusal' in admission) return admission;
      const { user } = admission;
      const issued = await startLoginSession(trx, { user, remember, request, tokens, now: instant });
      return { user, issued };
    });
  }

  async function signInHere(request: FastifyRequest, reply: FastifyReply, identity: ProviderIdentity) {
    const session = await startSession(request, identity);
    if ('refusal' in session) return { error: session.refusal };
    setSessionCookies(reply, session.issued, { remember, secure: isSecure(request) });
    return {};
  }

  async function issueCode(signIn: ProviderSignInRow, identity: ProviderIdentity): Promise<string> {
    const code = newSecret();
    await insertProviderCode(db, {
      codeHash: hashSecret(code),
      providerCode: signIn.providerCode,
      identity,
      codeChallenge: signIn.codeChallenge,
      expiresAt: new Date(now().getTime() + providerCodeLifetimeMs).toISOString(),
    });
    return code;
  }
}
