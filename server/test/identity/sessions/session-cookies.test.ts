/**
 * The cookies of a sign-in: their scope, their attributes and their expiry.
 *
 * @clocks apart
 */
import { describe, expect, it } from 'vitest';
import { registerAccount, signIn } from '../../accounts.ts';
import { type Answer, cookiesOf, startApi, type TestApi } from '../../harness.ts';

const plain = await startApi();
const behindProxy = await startApi({ trustProxy: ['127.0.0.0/8'] });
const published = await startApi({ publicUrl: 'https://ringside.test' });

const forwarded = { 'x-forwarded-proto': 'https' };
const minute = 60_000;

const connections: Array<[name: string, api: TestApi, headers: Record<string, string>, secure: boolean]> = [
  ['http', plain, {}, false],
  ['http with a header that is not from our proxy', plain, forwarded, false],
  ['http behind our proxy', behindProxy, {}, false],
  ['https behind our proxy', behindProxy, forwarded, true],
  ['PUBLIC_URL with https', published, {}, true],
];
const matrix = connections.flatMap(([name, api, headers, secure]) =>
  [true, false].map((remember) => ({ name, api, headers, secure, remember })),
);

/** All attributes of each cookie; dates in whole seconds. */
function attributesOf(answer: Answer): Record<string, unknown> {
  return Object.fromEntries(
    answer.cookies.map(({ name, value: _value, expires, ...others }) => [
      name,
      { ...others, ...(expires === undefined ? {} : { ends: Math.floor(Number(expires) / 1_000) }) },
    ]),
  );
}

interface Scope {
  secure: boolean;
  remember: boolean;
}

function expectedOf(tokens: Answer['body'], { secure, remember }: Scope): Record<string, unknown> {
  const cookie = (expires: string, isHidden = false) => ({
    path: '/',
    sameSite: 'Lax',
    ...(isHidden ? { httpOnly: true } : {}),
    ...(secure ? { secure: true } : {}),
    ...(remember ? { ends: Math.floor(Date.parse(expires) / 1_000) } : {}),
  });
  const { accessToken, refreshToken } = tokens;
  return {
    accessToken: cookie(accessToken.expiresAt, true),
    refreshToken: cookie(refreshToken.expiresAt, true),
    identityToken: cookie(refreshToken.expiresAt),
    accessTokenExpirationDate: cookie(refreshToken.expiresAt),
    refreshTokenExpirationDate: cookie(refreshToken.expiresAt),
    remember: cookie(refreshToken.expiresAt),
  };
}

function expectValues(answer: Answer, tokens: Answer['body'], remember: boolean): void {
  expect(cookiesOf(answer)).toMatchObject({
    accessToken: tokens.accessToken.value,
    refreshToken: tokens.refreshToken.value,
    identityToken: tokens.identityToken.value,
    accessTokenExpirationDate: tokens.accessToken.expiresAt,
    refreshTokenExpirationDate: tokens.refreshToken.expiresAt,
    remember: String(remember),
  });
}

describe.each(matrix)('over $name, with remember $remember', ({ api, headers, secure, remember }) => {
  const signInHere = async () => signIn(api, await registerAccount(api), { headers, remember });

  it('login sets the six cookies of the session, and the one that proves a known device', async () => {
    const { answer } = await signInHere();
    const { tokens } = answer.body;
    const { knownDevice, ...session } = attributesOf(answer);
    expect(session).toEqual(expectedOf(tokens, { secure, remember }));
    expectValues(answer, tokens, remember);
    expect(knownDevice).toEqual({
      path: '/',
      sameSite: 'Lax',
      httpOnly: true,
      ...(secure ? { secure: true } : {}),
      ...(remember ? { ends: expect.any(Number) } : {}),
    });
    const hours = (Date.parse(tokens.refreshToken.expiresAt) - api.clock.now().getTime()) / 3_600_000;
    expect(Math.round(hours)).toBe(remember ? 30 * 24 : 12);
  });

  it('refresh sets the six cookies again in the same scope', async () => {
    const { cookies } = await signInHere();
    api.clock.advance(minute);
    const answer = await api.request('POST /api/v1/identity/auth/token/refresh', { cookies, headers });
    expect(attributesOf(answer)).toEqual(expectedOf(answer.body, { secure, remember }));
    expectValues(answer, answer.body, remember);
  });

  it('logout clears the six cookies in the same scope, and keeps the one of the known device', async () => {
    const { cookies } = await signInHere();
    const answer = await api.request('GET /api/v1/identity/auth/credentials/logout', { cookies, headers });
    const scope = { path: '/', sameSite: 'Lax', ends: 0, maxAge: 0, ...(secure ? { secure: true } : {}) };
    expect(attributesOf(answer)).toEqual({
      accessToken: { ...scope, httpOnly: true },
      refreshToken: { ...scope, httpOnly: true },
      identityToken: scope,
      accessTokenExpirationDate: scope,
      refreshTokenExpirationDate: scope,
      remember: scope,
    });
    expect(new Set(Object.values(cookiesOf(answer)))).toEqual(new Set(['']));
  });
});

describe('login', () => {
  it('remembers the session by default', async () => {
    const { answer, cookies } = await signIn(plain, await registerAccount(plain));
    expect(cookies.remember).toBe('true');
    expect(answer.cookies.every(({ expires }) => expires !== undefined)).toBe(true);
  });
});
