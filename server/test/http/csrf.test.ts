/**
 * Calls that authenticate with cookies must come from this site, according to the headers of the browser.
 *
 * @engine one
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { bearer, isSignedIn, registerAccount, registration, type SignIn, signIn } from '../accounts.ts';
import { insertWatchable } from '../factories.ts';
import { startApi, type TestApi } from '../harness.ts';

const origins = { allowedOrigins: ['https://partner.test', 'capacitor://localhost'] };
const plain = await startApi(origins);
const published = await startApi({ ...origins, publicUrl: 'https://ringside.test' });

const [home, away] = ['http://ringside.test', 'https://evil.test'];
const host = 'ringside.test';

const signedIn = new Map<TestApi, SignIn>();
beforeEach(async () => {
  for (const api of [plain, published]) {
    if (!signedIn.has(api)) signedIn.set(api, await signIn(api, await registerAccount(api)));
  }
});

async function post(api: TestApi, headers: Record<string, string>) {
  const { cookies = {} } = signedIn.get(api) ?? {};
  return api.request('POST /api/v1/playback/sessions', { cookies, headers: { host, ...headers } });
}

describe('a call that changes something', () => {
  it.each([
    ['this site', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['this site, by an older browser', { origin: home }],
    ['this site, with both', { 'sec-fetch-site': 'same-origin', origin: home }],
    ['an allowed site', { 'sec-fetch-site': 'cross-site', origin: 'https://partner.test' }],
    ['the native shell', { 'sec-fetch-site': 'cross-site', origin: 'capacitor://localhost' }],
    ['a client that is not a browser', {}],
  ])('is accepted from %s', async (_name, headers) => {
    for (const api of [plain, published]) expect((await post(api, headers)).status).toBe(201);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: away }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    [
      'a sibling under the same domain',
      { 'sec-fetch-site': 'same-site', origin: 'https://blog.ringside.test' },
    ],
    ['another site, by an older browser', { origin: away }],
    ['a sandboxed page', { origin: 'null' }],
    ['a site whose name contains our name', { origin: 'https://ringside.test.evil.test' }],
    ['an allowed name on another port', { origin: 'https://partner.test:8443' }],
    ['our name on another port', { origin: 'http://ringside.test:8080' }],
    ['a page that forges its origin', { 'sec-fetch-site': 'cross-site', origin: home }],
  ])('is refused from %s', async (_name, headers) => {
    for (const api of [plain, published]) {
      const { status, body } = await post(api, headers);
      expect(status).toBe(403);
      expect(body).toMatchObject({
        type: '/problems/csrf-verification-failed',
        title: 'CSRF Verification Failed',
        detail: 'Cross Site Request Forgery (CSRF) verification failed.',
      });
    }
  });

  it('is accepted from PUBLIC_URL with any host name of a proxy', async () => {
    const headers = { host: 'internal:3000', origin: 'https://ringside.test' };
    expect((await post(published, headers)).status).toBe(201);
    expect((await post(plain, headers)).status).toBe(403);
  });

  it('is accepted from everywhere with a bearer token', async () => {
    const { accessToken = '' } = signedIn.get(plain) ?? {};
    const { status } = await plain.request('POST /api/v1/playback/sessions', {
      headers: { ...bearer(accessToken), 'sec-fetch-site': 'cross-site', origin: away },
    });
    expect(status).toBe(201);
  });

  it('does not fall back to the cookie when the Authorization header is invalid', async () => {
    const { status } = await post(plain, { authorization: 'Bearer x', 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(401);
  });
});

describe('a call that only reads', () => {
  it('is accepted from everywhere', async () => {
    const { cookies = {} } = signedIn.get(plain) ?? {};
    const { status } = await plain.request('GET /api/v1/identity/auth/token/user-info', {
      cookies,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(status).toBe(200);
  });
});

describe('register, login, refreshToken', () => {
  it('are refused from another site, so that no site can sign a user in to another account', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: away };
    const { cookies = {} } = signedIn.get(plain) ?? {};
    for (const [path, body] of [
      ['credentials/register', registration()],
      ['credentials/login', { email: 'a@example.test', password: 'x' }],
      ['token/refresh', {}],
    ] as const) {
      const answer = await plain.request(`POST /api/v1/identity/auth/${path}`, { body, headers, cookies });
      expect(answer.status).toBe(403);
      expect(answer.cookies).toEqual([]);
    }
  });
});

describe('getLiveStreamSignedUrl', () => {
  it('is refused from another site, although it is a GET: it starts a playback session', async () => {
    const { signedUrlPath } = await insertWatchable(plain.db);
    const { cookies } = await signIn(plain, await registerAccount(plain));
    const ask = (target: string, site: string) =>
      plain.request(target, { cookies, headers: { 'sec-fetch-site': site } });
    const refused = await ask(`GET ${signedUrlPath}`, 'cross-site');
    expect([refused.status, refused.body.type]).toEqual([403, '/problems/csrf-verification-failed']);
    const { body } = await ask('GET /api/v1/playback/sessions', 'same-origin');
    expect(body.total).toBe(0);
    expect((await ask(`GET ${signedUrlPath}`, 'same-origin')).status).toBe(200);
  });
});

describe('logout', () => {
  it.each(['GET', 'HEAD'])('is refused from another site, although it is a %s', async (method) => {
    const { cookies, accessToken } = await signIn(plain, await registerAccount(plain));
    const answer = await plain.request(`${method} /api/v1/identity/auth/credentials/logout`, {
      cookies,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect(answer.cookies).toEqual([]);
    expect(await isSignedIn(plain, accessToken)).toBe(true);
  });

  it.each(['none', 'cross-site', 'same-site', 'same-origin'])(
    'is refused as a link, for example of a mail, from site %s',
    async (site) => {
      const { cookies, accessToken } = await signIn(plain, await registerAccount(plain));
      const answer = await plain.request('GET /api/v1/identity/auth/credentials/logout', {
        cookies,
        headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      });
      expect(answer.status).toBe(403);
      expect(await isSignedIn(plain, accessToken)).toBe(true);
    },
  );
});
