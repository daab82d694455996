import type { FastifyReply } from 'fastify';
import type { TokenSet } from '../sessions/issue-tokens.ts';
import type { DeviceOwner, KnownDevices } from '../sessions/known-device.ts';
import { setSessionCookies } from '../sessions/session-cookies.ts';

interface SignIn {
  user: DeviceOwner;
  issued: TokenSet;
  remember: boolean;
  secure: boolean;
  knownDevices: KnownDevices;
  now: Date;
}

/** Sets the cookies of a new session, and the one by which the account knows this device later. */
export function setSignInCookies(reply: FastifyReply, signIn: SignIn): void {
  const { user, issued, remember, secure, knownDevices, now } = signIn;
  setSessionCookies(reply, issued, { remember, secure });
  knownDevices.remember(reply, user, { remember, secure, now });
}

/** The answer of a sign-in with its cookies. Clients without cookies ask for the tokens in the body. */
export function answerSignIn(
  { reply, query }: { reply: FastifyReply; query: { includeTokens?: 'true' | 'false' } },
  signIn: SignIn,
) {
  setSignInCookies(reply, signIn);
  const { user, issued } = signIn;
  return {
    status: 200 as const,
    headers: { 'cache-control': 'no-store' },
    body: query.includeTokens === 'true' ? { id: user.id, tokens: issued } : { id: user.id },
  };
}
