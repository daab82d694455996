/** The callback of a provider: successful sign-ins, the redirect to the client, and refusals. */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startDemoId } from '../../../stand-ins/oidc.ts';
import { bearer, isSignedIn } from '../../accounts.ts';
import { cookiesOf, startApi } from '../../harness.ts';
import {
  authorize,
  providerPath,
  redirectOf,
  signInAtDemoId,
  signInWithProvider,
} from './provider-visitor.ts';
import { agreeAtProvider, startTestIssuer, type TestIssuerAnswer } from './test-issuer.ts';

const demoId = await startDemoId();
afterAll(() => demoId[Symbol.asyncDispose]());
const odd = await startTestIssuer('odd');
const api = await startApi({ oidcProviders: [demoId.settings, odd.settings] });
const anybody = () => ({ email: `${randomUUID()}@example.test` });
const countUsers = async () =>
  Number(
    (
      await api.db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

describe('handleProviderCallback', () => {
  it('creates an account at the first sign-in, sets the cookies of a login, and finds the account at the second', async () => {
    const who = { email: `${randomUUID()}@example.test`, name: 'Robin de Vries' };
    const first = await signInWithProvider(api, who);
    expect(first.location.href).toBe('http://localhost/');
    expect(first.answer.headers['cache-control']).toBe('no-store');
    const attributes = first.answer.cookies.map(({ name, httpOnly = false, sameSite, path, expires }) => [
      name,
      httpOnly,
      sameSite,
      path,
      expires instanceof Date,
    ]);
    expect(attributes).toEqual([
      ['accessToken', true, 'Lax', '/', true],
      ['refreshToken', true, 'Lax', '/', true],
      ['identityToken', false, 'Lax', '/', true],
      ['accessTokenExpirationDate', false, 'Lax', '/', true],
      ['refreshTokenExpirationDate', false, 'Lax', '/', true],
      ['remember', false, 'Lax', '/', true],
      ['knownDevice', true, 'Lax', '/', true],
    ]);
    const userInfo = (cookies: Record<string, string>) =>
      api.request('GET /api/v1/identity/auth/token/user-info', { cookies });
    const { body } = await userInfo(first.cookies);
    expect(body).toMatchObject({
      email: who.email,
      email_verified: true,
      name: who.name,
      first_name: 'Robin',
      middle_name: null,
      last_name: 'de Vries',
      phone_number: null,
    });
    const second = await signInWithProvider(api, who);
    expect((await userInfo(second.cookies)).body.sub).toBe(body.sub);
    const refreshed = await api.request('POST /api/v1/identity/auth/token/refresh', {
      cookies: second.cookies,
    });
    expect(refreshed.status).toBe(200);
  });

  it('redirects to the URL of the client, with its state unchanged', async () => {
    const redirectUrl =
      'http://localhost/auth/login?returnTo=%2Fcompetitions%2Fgala&error=old&state=old#form';
    const state = 'ä & = + % "quotes" 🥊';
    const { location } = await signInWithProvider(api, anybody(), { redirectUrl, state });
    expect(location.pathname + location.hash).toBe('/auth/login#form');
    expect(Object.fromEntries(location.searchParams)).toEqual({ returnTo: '/competitions/gala', state });
  });

  it('prefers clientUrl and clientState of its own query to those of the start', async () => {
    const { url, cookies } = await authorize(api, { redirectUrl: 'http://localhost/a', state: 'a' });
    const callback = await signInAtDemoId(url, anybody());
    const away = `${callback}&clientUrl=${encodeURIComponent('https://evil.test/')}`;
    const refused = await api.request(`GET ${away}`, { cookies });
    expect(refused.body.issues).toEqual([
      { detail: 'Its origin is not one that this site allows.', pointer: '/clientUrl', location: 'query' },
    ]);
    const given = `${callback}&clientState=b&clientUrl=${encodeURIComponent('http://localhost/b')}`;
    const { location } = redirectOf(await api.request(`GET ${given}`, { cookies }));
    expect(location.href).toBe('http://localhost/b?state=b');
  });

  it('answers 401 for a changed state and 400 for none', async () => {
    const { url, cookies } = await authorize(api);
    const callback = await signInAtDemoId(url, anybody());
    const before = await countUsers();
    for (const state of ['x', '', ...flips(String(new URL(url).searchParams.get('state')))]) {
      const changed = callback.replace(/state=[^&]*/, `state=${state}`);
      const { status, cookies: received } = await api.request(`GET ${changed}`, { cookies });
      expect(status).toBe(state === '' ? 400 : 401);
      expect(received).toEqual([]);
    }
    expect((await api.request(`GET ${callback.replace(/&?state=[^&]*/, '')}`, { cookies })).status).toBe(400);
    expect(await countUsers()).toBe(before);
  });

  it('answers 401 in a browser that did not start the sign-in, and keeps it valid for the one that did', async () => {
    const { url, cookies } = await authorize(api);
    const callback = await signInAtDemoId(url, anybody());
    const other = await authorize(api);
    for (const foreign of [{}, other.cookies, { providerSignIn: 'x' }]) {
      const { status, body, cookies: received } = await api.request(`GET ${callback}`, { cookies: foreign });
      expect([status, body.type, received]).toEqual([401, '/problems/unauthorized', []]);
    }
    redirectOf(await api.request(`GET ${callback}`, { cookies }));
  });

  it('works once when many requests come at the same time', async () => {
    const { url, cookies } = await authorize(api);
    const callback = await signInAtDemoId(url, anybody());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.request(`GET ${callback}`, { cookies })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, ...Array(9).fill(401)]);
    expect((await api.request(`GET ${callback}`, { cookies })).status).toBe(401);
  });

  it('expires after 10 minutes', async () => {
    api.clock.stop();
    const [early, late] = [await authorize(api), await authorize(api)];
    const callbacks = [await signInAtDemoId(early.url, anybody()), await signInAtDemoId(late.url, anybody())];
    api.clock.advance(10 * 60_000 - 1);
    redirectOf(await api.request(`GET ${callbacks[0]}`, { cookies: early.cookies }));
    api.clock.advance(1);
    expect((await api.request(`GET ${callbacks[1]}`, { cookies: late.cookies })).status).toBe(401);
    api.clock.reset();
  });

  it('leads a browser with a spent sign-in to the sign-in page, and never shows it a problem (10.10)', async () => {
    const { url, cookies } = await authorize(api);
    const callback = await signInAtDemoId(url, anybody());
    redirectOf(await api.request(`GET ${callback}`, { cookies }));
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const pageOf = async (address: string) => {
      const {
        status,
        headers,
        cookies: received,
      } = await api.request(`GET ${address}`, { headers: browser });
      expect([status, headers['cache-control'], received]).toEqual([302, 'no-store', []]);
      return headers.location;
    };
    expect(await pageOf(callback)).toBe('http://localhost/auth/login?error=sign_in_expired');
    const away = `${callback}&clientUrl=${encodeURIComponent('https://evil.test/')}`;
    for (const broken of [
      callback.replace(/state=[^&]*/, ''),
      away,
      callback.replace('/demo-id/', '/no-such/'),
    ])
      expect(await pageOf(broken)).toBe('http://localhost/auth/login?error=provider_failed');
    // Only of the callback, and only a person is led there.
    const elsewhere = await api.request(`GET ${providerPath}/no-such/authorize`, { headers: browser });
    expect([elsewhere.status, elsewhere.body.type]).toEqual([404, '/problems/not-found']);
  });

  it('does not accept the state of another provider', async () => {
    const { url, cookies } = await authorize(api);
    const callback = await signInAtDemoId(url, anybody());
    const elsewhere = callback.replace('/demo-id/', '/odd/');
    expect((await api.request(`GET ${elsewhere}`, { cookies })).status).toBe(401);
    redirectOf(await api.request(`GET ${callback}`, { cookies }));
  });

  it('lets several tabs of a browser sign in at once', async () => {
    const first = await authorize(api);
    const second = await authorize(api, {}, { cookies: first.cookies });
    expect(second.cookies).toEqual(first.cookies);
    for (const { url } of [first, second])
      redirectOf(
        await api.request(`GET ${await signInAtDemoId(url, anybody())}`, { cookies: second.cookies }),
      );
  });

  it('redirects back with access_denied when the person cancels', async () => {
    const before = await countUsers();
    const { location, cookies } = await signInWithProvider(api, 'cancel', {
      redirectUrl: 'http://localhost/auth/login',
      state: 'mine',
    });
    expect(location.href).toBe('http://localhost/auth/login?error=access_denied&state=mine');
    expect(cookies).toEqual({});
    expect(await countUsers()).toBe(before);
  });

  it.each(['error=server_error', 'error=%3Cscript%3E', 'error=', 'x=1', 'error=access_denied2&code=x'])(
    'redirects back with provider_failed when the provider returns %s',
    async (said) => {
      const { url, cookies } = await authorize(api);
      const state = String(new URL(url).searchParams.get('state'));
      const callback = `${providerPath}/demo-id/callback?state=${state}&${said}`;
      const { location, cookies: received } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
      expect(location.href).toBe('http://localhost/?error=provider_failed');
      expect(received).toEqual({});
    },
  );

  it('refuses an invented code and a used one', async () => {
    const { url, cookies } = await authorize(api);
    const callback = await signInAtDemoId(url, anybody());
    const code = String(new URLSearchParams(callback.split('?')[1]).get('code'));
    redirectOf(await api.request(`GET ${callback}`, { cookies }));
    for (const reused of [code, 'made-up']) {
      const next = await authorize(api);
      const state = String(new URL(next.url).searchParams.get('state'));
      const again = `${providerPath}/demo-id/callback?state=${state}&code=${reused}`;
      const { location } = redirectOf(await api.request(`GET ${again}`, { cookies: next.cookies }));
      expect(location.searchParams.get('error')).toBe('provider_failed');
    }
  });

  it('proves to the provider that the same client starts and ends the sign-in (PKCE)', async () => {
    const { url, cookies } = await authorize(api, {}, { code: 'odd' });
    redirectOf(await api.request(`GET ${agreeAtProvider(odd, url, 'pkce')}`, { cookies }));
    expect(odd.exchanged.get('pkce')?.isProved).toBe(true);
    const [, credentials = ''] = odd.exchanged.get('pkce')?.authorization?.split('Basic ') ?? [];
    expect(decodeURIComponent(atob(credentials))).toBe('odd:odd-secret-4711');

    const stolen = await authorize(api);
    const callback = await signInAtDemoId(stolen.url, anybody());
    await api.db
      .updateTable('providerSignIns')
      .set({ codeVerifier: 'x'.repeat(43) })
      .execute();
    const { location } = redirectOf(await api.request(`GET ${callback}`, { cookies: stolen.cookies }));
    expect(location.searchParams.get('error')).toBe('provider_failed');
  });

  const hour = 3_600;
  const seconds = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => TestIssuerAnswer, string | null]>([
    ['nothing wrong', () => ({}), null],
    ['another nonce', () => ({ claims: { nonce: 'of another sign-in' } }), 'provider_failed'],
    ['no nonce', () => ({ claims: { nonce: undefined } }), 'provider_failed'],
    ['a forged signature', () => ({ isForged: true }), 'provider_failed'],
    ['another audience', () => ({ claims: { aud: 'another-client' } }), 'provider_failed'],
    ['another issuer', () => ({ claims: { iss: 'https://evil.test' } }), 'provider_failed'],
    [
      'an expiry in the past',
      () => ({ claims: { exp: seconds() - hour, iat: seconds() - 2 * hour } }),
      'provider_failed',
    ],
    ['no subject', () => ({ claims: { sub: undefined } }), 'provider_failed'],
    ['a subject that cannot be stored', () => ({ claims: { sub: 'a\u0000b' } }), 'provider_failed'],
    [
      'userinfo of another subject',
      () => ({ claims: { email: undefined }, userInfo: { sub: 'another', email: 'a@example.test' } }),
      'provider_failed',
    ],
    ['a server error instead of it', () => ({ status: 500 }), 'provider_failed'],
    ['a refusal instead of it', () => ({ status: 400 }), 'provider_failed'],
  ])('of an ID token with %s redirects back with the expected result', async (_name, odds, error) => {
    const before = await countUsers();
    const { url, cookies } = await authorize(api, {}, { code: 'odd' });
    const { claims, ...answer } = odds();
    const person = { ...anybody(), email_verified: true };
    const callback = agreeAtProvider(odd, url, randomUUID(), { claims: { ...person, ...claims }, ...answer });
    const { location, cookies: received } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
    expect(location.searchParams.get('error')).toBe(error);
    expect(Object.keys(received)).toHaveLength(error === null ? 7 : 0);
    expect(await countUsers()).toBe(before + (error === null ? 1 : 0));
  });
});

describe('the log', () => {
  it('has the reason when a provider fails, and no secret of any sign-in', async () => {
    const secrets = new Set<string>();
    const note = (...values: Array<string | null | undefined>) => {
      for (const value of values) if (value) secrets.add(value);
    };
    for (const answer of [{}, { isForged: true }, { status: 400 }]) {
      const canary = `canary-${randomUUID()}`;
      const redirectUrl = `http://localhost/?${canary}`;
      const { url, cookies } = await authorize(api, { state: canary, redirectUrl }, { code: 'odd' });
      const asked = new URL(url).searchParams;
      note(
        canary,
        asked.get('state'),
        asked.get('nonce'),
        asked.get('code_challenge'),
        cookies.providerSignIn,
      );
      const stored = await api.db.selectFrom('providerSignIns').select('codeVerifier').execute();
      note(...stored.map(({ codeVerifier }) => codeVerifier));
      const code = `code-${randomUUID()}`;
      note(code);
      const claims = { email: `${canary}@example.test`, name: canary };
      const received = await api.request(`GET ${agreeAtProvider(odd, url, code, { claims, ...answer })}`, {
        cookies,
      });
      note(...Object.values(cookiesOf(received)).filter((value) => value.length > 30));
      await api.request(`GET ${providerPath}/odd/callback?state=${canary}&code=${canary}&error=${canary}`, {
        cookies: { providerSignIn: canary },
      });
      await api.request(`GET ${providerPath}/odd/authenticate?code=${canary}`);
    }
    note('odd-secret-4711', demoId.settings.clientSecret);
    expect(secrets.size).toBeGreaterThan(20);
    const text = api.log.join('');
    for (const secret of secrets) expect(text).not.toContain(secret);
    const logged = api.log.map((line) => JSON.parse(line)).filter(({ provider }) => provider === 'odd');
    expect(logged.at(-1)).toMatchObject({ level: 40, reason: expect.stringContaining('invalid_grant') });
  });
});

/** Copies of the text, each with one other character changed. */
function flips(text: string): string[] {
  return [0, 20, 42].map((at) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1));
}

describe('a session of a provider', () => {
  it('is a login session like any other', async () => {
    const { cookies } = await signInWithProvider(api, anybody());
    const token = String(cookies.accessToken);
    expect(await isSignedIn(api, token)).toBe(true);
    await api.request('GET /api/v1/identity/auth/credentials/logout', { headers: bearer(token) });
    expect(await isSignedIn(api, token)).toBe(false);
  });
});
