/**
 * The cookies of a sign-in (specification, sections 3 and 4; design, section 5). The two tokens that prove something
 * are HttpOnly; the client reads the rest. With `remember` they carry dates, otherwise they end with the browser.
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
    // Readable for as long as the refresh token lives: an expired access token is a reason to refresh, not to sign in.
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

/** A call with an authorization of its own is judged by that alone: it has skipped the CSRF check. */
export function readSessionCookies(request: FastifyRequest): { accessToken?: string; refreshToken?: string } {
  return request.headers.authorization === undefined ? request.cookies : {};
}

export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  for (const name of names) reply.clearCookie(name, scope(name, secure));
}

function scope(name: CookieName, secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', httpOnly: hidden.has(name), secure };
}
