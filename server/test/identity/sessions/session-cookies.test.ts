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

/** A browser takes a cookie with this prefix only from this host. */
const hidden = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name);

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
    [hidden('accessToken', secure)]: cookie(accessToken.expiresAt, true),
    [hidden('refreshToken', secure)]: cookie(refreshToken.expiresAt, true),
    identityToken: cookie(refreshToken.expiresAt),
    accessTokenExpirationDate: cookie(refreshToken.expiresAt),
    refreshTokenExpirationDate: cookie(refreshToken.expiresAt),
    remember: cookie(refreshToken.expiresAt),
  };
}

function expectValues(answer: Answer, tokens: Answer['body'], { secure, remember }: Scope): void {
  expect(cookiesOf(answer)).toMatchObject({
    [hidden('accessToken', secure)]: tokens.accessToken.value,
    [hidden('refreshToken', secure)]: tokens.refreshToken.value,
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
    const { [hidden('knownDevice', secure)]: knownDevice, ...session } = attributesOf(answer);
    expect(session).toEqual(expectedOf(tokens, { secure, remember }));
    expectValues(answer, tokens, { secure, remember });
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
    expectValues(answer, answer.body, { secure, remember });
  });

  it('logout clears the six cookies in the same scope, and keeps the one of the known device', async () => {
    const { cookies } = await signInHere();
    const answer = await api.request('GET /api/v1/identity/auth/credentials/logout', { cookies, headers });
    const scope = { path: '/', sameSite: 'Lax', ends: 0, maxAge: 0, ...(secure ? { secure: true } : {}) };
    expect(attributesOf(answer)).toEqual({
      [hidden('accessToken', secure)]: { ...scope, httpOnly: true },
      [hidden('refreshToken', secure)]: { ...scope, httpOnly: true },
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

describe('a sibling domain that sets cookies of its own', () => {
  const userInfo = 'GET /api/v1/identity/auth/token/user-info';
  const idOf = (answer: Answer) => answer.body.id;

  it('cannot swap the session over https, nor end it', async () => {
    const [own, foreign] = [
      await signIn(published, await registerAccount(published)),
      await signIn(published, await registerAccount(published)),
    ];
    const theirs = { accessToken: String(foreign.cookies['__Host-accessToken']) };
    for (const siblings of [theirs, { accessToken: 'x', refreshToken: 'y', knownDevice: 'z' }]) {
      const answer = await published.request(userInfo, { cookies: { ...siblings, ...own.cookies } });
      expect(idOf(answer)).toBe(idOf(await published.request(userInfo, { cookies: own.cookies })));
    }
    expect((await published.request(userInfo, { cookies: theirs })).status).toBe(401);
  });

  it.each([
    ['http', plain, 'accessToken'],
    ['https, in a browser that accepts a forged prefix', published, '__Host-accessToken'],
  ] as const)('is named when a cookie comes twice over %s', async (_name, api, name) => {
    const { cookies } = await signIn(api, await registerAccount(api));
    const headers = { cookie: `${name}=${cookies[name]}; remember=true; ${name}=forged` };
    const answer = await api.request(userInfo, { headers });
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([
      { pointer: '/Cookie', location: 'header', detail: expect.stringContaining(`cookie ${name} twice`) },
    ]);
    // Who brings a token uses no cookie.
    const withToken = { ...headers, authorization: `Bearer ${cookies[name]}` };
    expect((await api.request(userInfo, { headers: withToken })).status).toBe(200);
    expect((await api.request('GET /healthz', { headers })).status).toBe(200);
  });
});
