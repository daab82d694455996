/**
 * The cookies that the client can read. The access and refresh tokens are HttpOnly; the client only knows when they
 * expire.
 */
import { decodeIdentityToken, type Identity } from './identity-token.ts';

/** docs/product.md, 9.8 */
const loggedOutBelowMs = 10_000;

interface SessionCookies {
  identity: Identity | undefined;
  /** Milliseconds since the epoch; 0 when the cookie is missing or unreadable. */
  accessTokenExpiresAt: number;
  refreshTokenExpiresAt: number;
  remember: boolean;
}

const readable = ['remember', 'identityToken', 'accessTokenExpirationDate', 'refreshTokenExpirationDate'];

export function parseSessionCookies(header: string): SessionCookies {
  const values = new Map(header.split(/;\s*/).map(splitPair));
  return {
    identity: readIdentity(values.get('identityToken')),
    accessTokenExpiresAt: Date.parse(values.get('accessTokenExpirationDate') ?? '') || 0,
    refreshTokenExpiresAt: Date.parse(values.get('refreshTokenExpirationDate') ?? '') || 0,
    // Remember is on unless it was turned off (docs/product.md, 9.2).
    remember: values.get('remember') !== 'false',
  };
}

/** @param now milliseconds since the epoch, by the server's clock as far as it is known. */
export function isSignedIn({ identity, refreshTokenExpiresAt }: SessionCookies, now: number) {
  return identity !== undefined && refreshTokenExpiresAt - now >= loggedOutBelowMs;
}

/** True when somebody is signed in and needs no new access token for the next call. */
export function mayCall(cookies: SessionCookies, now: number) {
  return isSignedIn(cookies, now) && cookies.accessTokenExpiresAt > now;
}

/** Returns the `document.cookie` assignments that clear them. The server clears the HttpOnly cookies at logout. */
export function clearingCookies(): string[] {
  return readable.map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`);
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), decode(pair.slice(at + 1))];
}

function decode(value: string) {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function readIdentity(token: string | undefined) {
  if (!token) return undefined;
  try {
    return decodeIdentityToken(token);
  } catch {
    // A damaged cookie means signed out, not a broken page.
    return undefined;
  }
}
