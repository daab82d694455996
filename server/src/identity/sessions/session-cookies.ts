/**
 * The cookies of a sign-in (docs/product.md, 9.2 and 9.3). The access token and the refresh token are HttpOnly; the
 * client reads the others. With `remember` they have an expiry date, otherwise they end with the browser's session.
 */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenSet } from './issue-tokens.ts';

const names = [
  'accessToken',
  'refreshToken',
  'identityToken',
  'accessTokenExpirationDate',
  'refreshTokenExpirationDate',
  'remember',
] as const;

type CookieName = (typeof names)[number];

const hidden = new Set<CookieName>(['accessToken', 'refreshToken']);

export function setSessionCookies(
  reply: FastifyReply,
  tokens: TokenSet,
  options: { remember: boolean; secure: boolean },
): void {
  const accessExpiry = tokens.accessToken.expiresAt;
  const refreshExpiry = tokens.refreshToken.expiresAt;
  const values: Record<CookieName, [value: string, expires: string]> = {
    accessToken: [tokens.accessToken.value, accessExpiry],
    refreshToken: [tokens.refreshToken.value, refreshExpiry],
    identityToken: [tokens.identityToken.value, refreshExpiry],
    // Expires with the refresh token: after an expired access token the client must refresh, not sign in.
    accessTokenExpirationDate: [accessExpiry, refreshExpiry],
    refreshTokenExpirationDate: [refreshExpiry, refreshExpiry],
    remember: [String(options.remember), refreshExpiry],
  };
  for (const name of names) {
    const [value, expires] = values[name];
    reply.setCookie(name, value, {
      ...scope(name, options.secure),
      ...(options.remember ? { expires: new Date(expires) } : {}),
    });
  }
}

/** A call with an Authorization header has skipped the CSRF check, so its cookies are ignored. */
export function readSessionCookies(request: FastifyRequest): { accessToken?: string; refreshToken?: string } {
  return request.headers.authorization === undefined ? request.cookies : {};
}

export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  for (const name of names) reply.clearCookie(name, scope(name, secure));
}

function scope(name: CookieName, secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', httpOnly: hidden.has(name), secure };
}
