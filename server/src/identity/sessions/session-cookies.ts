/**
 * The cookies of a sign-in (docs/product.md, 9.2 and 9.3). The access token and the refresh token are HttpOnly; the
 * client reads the others. With `remember` they have an expiry date, otherwise they end with the browser's session.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearHiddenCookie, setHiddenCookie } from '../../http/hidden-cookies.ts';
import type { TokenSet } from './issue-tokens.ts';

const hiddenNames = ['accessToken', 'refreshToken'] as const;
const readableNames = [
  'identityToken',
  'accessTokenExpirationDate',
  'refreshTokenExpirationDate',
  'remember',
] as const;

export function setSessionCookies(
  reply: FastifyReply,
  tokens: TokenSet,
  options: { remember: boolean; secure: boolean },
): void {
  const accessExpiry = tokens.accessToken.expiresAt;
  const refreshExpiry = tokens.refreshToken.expiresAt;
  const lifetimeUntil = (expiresAt: string) => ({
    secure: options.secure,
    ...(options.remember ? { expires: new Date(expiresAt) } : {}),
  });
  for (const name of hiddenNames)
    setHiddenCookie(reply, name, tokens[name].value, lifetimeUntil(tokens[name].expiresAt));
  const values: Record<(typeof readableNames)[number], string> = {
    identityToken: tokens.identityToken.value,
    accessTokenExpirationDate: accessExpiry,
    refreshTokenExpirationDate: refreshExpiry,
    remember: String(options.remember),
  };
  // They expire with the refresh token: after an expired access token the client must refresh, not sign in.
  for (const name of readableNames)
    reply.setCookie(name, values[name], { ...readableScope, ...lifetimeUntil(refreshExpiry) });
}

/** A call with an Authorization header has skipped the CSRF check, so its cookies are ignored. */
export function readSessionCookies(request: FastifyRequest): { accessToken?: string; refreshToken?: string } {
  return request.headers.authorization === undefined ? request.cookies : {};
}

export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  for (const name of hiddenNames) clearHiddenCookie(reply, name, secure);
  for (const name of readableNames) reply.clearCookie(name, { ...readableScope, secure });
}

const readableScope = { path: '/', sameSite: 'lax' } as const;
