/** Cookies as the server sets them, for tests that need a session. */
import { session } from '../identity/sessions/current-session.ts';
import { clearingCookies } from '../identity/sessions/session-cookies.ts';

interface SignedIn {
  userId?: string;
  name?: string;
  email?: string;
  permissions?: string[];
  accessLeftMs?: number;
  refreshLeftMs?: number;
  remember?: boolean;
}

const minuteMs = 60_000;

export function identityToken(claims: object) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part(claims)}.signature`;
}

export function sessionCookies(signedIn: SignedIn = {}, now = Date.now()) {
  const { userId = '1', name = 'Mia Jansen', email = 'mia@ringside.test', permissions = [] } = signedIn;
  const at = (leftMs: number) => encodeURIComponent(new Date(now + leftMs).toISOString());
  return [
    `identityToken=${identityToken({ sub: userId, name, email, permissions })}`,
    `accessTokenExpirationDate=${at(signedIn.accessLeftMs ?? 10 * minuteMs)}`,
    `refreshTokenExpirationDate=${at(signedIn.refreshLeftMs ?? 60 * minuteMs)}`,
    `remember=${signedIn.remember ?? true}`,
  ];
}

/** Signs the test's browser in. */
export function signIn(signedIn: SignedIn = {}) {
  writeCookies(sessionCookies(signedIn).map((cookie) => `${cookie}; Path=/`));
  session.read();
}

export function signOut() {
  writeCookies(clearingCookies());
  session.read();
}

function writeCookies(cookies: string[]) {
  for (const cookie of cookies) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = cookie;
  }
}
