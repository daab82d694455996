/** The cookies of a sign-in: who may read them, where they are sent, and how long they live. */
import { describe, expect, it } from 'vitest';
import { registerAccount, signIn } from './accounts.ts';
import { startApi } from './harness.ts';

const plain = await startApi();
const behindProxy = await startApi({ trustProxy: ['127.0.0.0/8'] });
const published = await startApi({ publicUrl: 'https://ringside.test' });

const forwarded = { 'x-forwarded-proto': 'https' };

describe('login', () => {
  it.each([
    ['http', plain, {}, false],
    ['http with a header that no proxy of ours has set', plain, forwarded, false],
    ['http behind our proxy', behindProxy, {}, false],
    ['https behind our proxy', behindProxy, forwarded, true],
    ['an https address of our own', published, {}, true],
  ])('sets Secure as the connection is: %s', async (_name, api, headers, secure) => {
    const { answer } = await signIn(api, await registerAccount(api), { headers });
    const scopes = answer.cookies.map(({ name, path, sameSite, secure, httpOnly }) => ({
      name,
      path,
      sameSite,
      secure: secure === true,
      httpOnly: httpOnly === true,
    }));
    expect(scopes).toEqual(
      [
        'accessToken',
        'refreshToken',
        'identityToken',
        'accessTokenExpirationDate',
        'refreshTokenExpirationDate',
        'remember',
      ].map((name, index) => ({ name, path: '/', sameSite: 'Lax', secure, httpOnly: index < 2 })),
    );
  });

  it.each([undefined, true])('lets the cookies outlive the browser with remember %s', async (remember) => {
    const { answer, cookies } = await signIn(plain, await registerAccount(plain), { remember });
    const { accessToken, refreshToken } = answer.body.tokens;
    const ends = Object.fromEntries(
      answer.cookies.map(({ name, expires }) => [name, Math.floor(Number(expires) / 1000)]),
    );
    const inSeconds = (date: string) => Math.floor(Date.parse(date) / 1000);
    const end = inSeconds(refreshToken.expiresAt);
    expect(ends).toEqual({
      accessToken: inSeconds(accessToken.expiresAt),
      refreshToken: end,
      identityToken: end,
      accessTokenExpirationDate: end,
      refreshTokenExpirationDate: end,
      remember: end,
    });
    expect(cookies).toMatchObject({
      accessTokenExpirationDate: accessToken.expiresAt,
      refreshTokenExpirationDate: refreshToken.expiresAt,
      remember: 'true',
    });
  });

  it('lets the cookies end with the browser without remember', async () => {
    const { answer, cookies } = await signIn(plain, await registerAccount(plain), { remember: false });
    expect(answer.cookies).toHaveLength(6);
    for (const cookie of answer.cookies) {
      expect(cookie).not.toHaveProperty('expires');
      expect(cookie).not.toHaveProperty('maxAge');
    }
    expect(cookies.remember).toBe('false');
    const lifetime = Date.parse(answer.body.tokens.refreshToken.expiresAt) - Date.now();
    expect(Math.round(lifetime / 3_600_000)).toBe(12);
  });
});

describe('logout', () => {
  it.each([
    ['http', plain, {}, undefined],
    ['https', behindProxy, forwarded, true],
  ])('clears the cookies in the scope in which they were set: %s', async (_name, api, headers, secure) => {
    const { cookies } = await signIn(api, await registerAccount(api), { headers });
    const answer = await api.request('GET /api/v1/identity/auth/credentials/logout', { cookies, headers });
    expect(answer.cookies).toHaveLength(6);
    for (const cookie of answer.cookies) {
      expect(cookie).toMatchObject({ value: '', path: '/', sameSite: 'Lax' });
      expect(cookie.secure).toBe(secure);
      expect(Number(cookie.expires)).toBe(0);
    }
  });
});
