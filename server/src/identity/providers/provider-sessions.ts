/**
 * The result of a sign-in with a provider: a session on this site, or a one-time code for a client on another origin.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import { setSignInCookies } from '../accounts/answer-sign-in.ts';
import { notifyNewDevice } from '../accounts/notify-new-device.ts';
import type { OnTakeOver } from '../accounts/remove-ways-in.ts';
import { hashSecret, newSecret } from '../one-time-secret.ts';
import { updateIdentityUse } from '../provider-identity.repository.ts';
import type { KnownDevices } from '../sessions/known-device.ts';
import { revokeSession } from '../sessions/session.repository.ts';
import { findSessionOfRequest } from '../sessions/session-of-request.ts';
import { startLoginSession } from '../sessions/start-login-session.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { admitIdentity } from './admit-identity.ts';
import { insertProviderCode } from './provider.repository.ts';
import { authenticatedAt, providerCodeLifetimeMs } from './provider.rules.ts';
import type { ProviderIdentity, ProviderSignInRow } from './provider.tables.ts';

export interface SessionDeps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  sessionMaxDays: number;
  knownDevices: KnownDevices;
  isSecure: (request: FastifyRequest) => boolean;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
  onTakeOver: OnTakeOver;
}

/** A provider's page does not ask for it, so it is always on (docs/product.md, 10.8). */
const remember = true;

export function createProviderSessions(deps: SessionDeps) {
  const { db, now, tokens, sessionMaxDays, knownDevices, isSecure, originOf, wakeOutbox, onTakeOver } = deps;
  return { startSession, signInHere, issueCode };

  /** @param replacedId the session that ends when the new one begins. */
  async function startSession(request: FastifyRequest, identity: ProviderIdentity, replacedId?: string) {
    const instant = now();
    const origin = originOf(request);
    const session = await db.transaction().execute(async (trx) => {
      const admission = await admitIdentity(trx, identity, { now: instant, onTakeOver });
      if ('refusal' in admission) return admission;
      const { user } = admission;
      await updateIdentityUse(trx, { ...identity, now: instant.toISOString() });
      await notifyNewDevice(trx, { user, request, knownDevices, origin, now: instant });
      const issued = await startLoginSession(trx, {
        user,
        remember,
        request,
        tokens,
        sessionMaxDays,
        now: instant,
        authenticatedAt: authenticatedAt(identity, instant),
      });
      if (replacedId !== undefined) await revokeSession(trx, replacedId, instant.toISOString());
      return { user, issued };
    });
    wakeOutbox();
    return session;
  }

  /** A fresh sign-in is a step-up: it takes the place of the browser's session, which nobody can use any more. */
  async function signInHere(
    request: FastifyRequest,
    reply: FastifyReply,
    identity: ProviderIdentity,
    { isFresh }: Pick<ProviderSignInRow, 'isFresh'>,
  ) {
    const replacedId = isFresh ? await findSessionOfRequest(request, { db, tokens, now: now() }) : undefined;
    const session = await startSession(request, identity, replacedId);
    if ('refusal' in session) return { error: session.refusal };
    const secure = isSecure(request);
    setSignInCookies(reply, { ...session, remember, secure, knownDevices, now: now() });
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
