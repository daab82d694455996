/** The list of providers, and the start of a sign-in. */
import { afterAll, describe, expect, it } from 'vitest';
import { startDemoId } from '../../../stand-ins/oidc.ts';
import { startApi } from '../../harness.ts';
import { authorize, providerPath, redirectOf } from './provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from './test-issuer.ts';

const demoId = await startDemoId();
afterAll(() => demoId[Symbol.asyncDispose]());
const odd = await startTestIssuer('odd');
const allowed = { allowedOrigins: ['https://partner.test', 'ringside://app', 'capacitor://localhost'] };
const providers = [demoId.settings, odd.settings];
const api = await startApi({ ...allowed, oidcProviders: providers });
const published = await startApi({ publicUrl: 'https://ringside.test', oidcProviders: providers });
const bare = await startApi();

describe('listProviders', () => {
  it('lists the configured providers, without their secrets', async () => {
    const { body } = await api.request(`GET ${providerPath}`);
    expect(body).toEqual({
      data: [
        { code: 'demo-id', name: 'Demo ID', metadata: { icon: 'id-badge' } },
        { code: 'odd', name: 'Odd odd', metadata: null },
      ],
      total: 2,
    });
  });

  it('returns an empty list if there are none', async () => {
    expect((await bare.request(`GET ${providerPath}`)).body).toEqual({ data: [], total: 0 });
  });
});

describe('authorizeProvider', () => {
  it('returns the URL of the sign-in page with PKCE, state and nonce, and binds the sign-in to the browser', async () => {
    const { url, answer } = await authorize(api);
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(demoId.settings.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'ringside',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `http://localhost${providerPath}/demo-id/callback`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.cookies).toEqual([
      {
        name: 'providerSignIn',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: 600,
      },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('creates a new state, nonce and challenge each time', async () => {
    const seen = new Set<string | null>();
    for (let time = 0; time < 3; time++) {
      const { searchParams } = new URL((await authorize(api)).url);
      for (const name of ['state', 'nonce', 'code_challenge']) seen.add(searchParams.get(name));
    }
    expect(seen.size).toBe(9);
  });

  it('redirects there with redirect=true', async () => {
    const { answer } = await authorize(api, { redirect: 'true' });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toContain(`${demoId.settings.issuer}/auth?`);
    expect(answer.cookies).toHaveLength(1);
  });

  it('uses PUBLIC_URL and secure cookies if it is set', async () => {
    const { url, answer } = await authorize(published, {}, { headers: { host: 'evil.test' } });
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(
      `https://ringside.test${providerPath}/demo-id/callback`,
    );
    expect(answer.cookies[0]).toMatchObject({ secure: true });
  });

  it('stores only hashes of the state and the cookie', async () => {
    const { url, cookies } = await authorize(api);
    const rows = JSON.stringify(await api.db.selectFrom('providerSignIns').selectAll().execute());
    expect(rows).not.toContain(new URL(url).searchParams.get('state'));
    expect(rows).not.toContain(cookies.providerSignIn);
  });

  it('answers 404 for a provider that does not exist', async () => {
    for (const operation of ['authorize', 'callback?state=x&code=x', 'authenticate?code=x']) {
      const { status } = await api.request(`GET ${providerPath}/nobody/${operation}`);
      expect(status).toBe(404);
    }
  });

  it.each([
    'http://localhost/competitions/gala?x=1#card',
    'HTTP://LOCALHOST/',
    'http://localhost:80/',
    'https://partner.test/back',
    'ringside://app/signed-in?from=provider',
    'capacitor://localhost',
  ])('accepts the redirectUrl %s', async (redirectUrl) => {
    const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    expect((await authorize(api, { redirectUrl, codeChallenge })).answer.status).toBe(200);
  });

  it.each([
    'https://evil.test/',
    'https://localhost/',
    'http://localhost:8080/',
    'http://localhost.evil.test/',
    'http://localhost@evil.test/',
    'http://evil.test@localhost/',
    'http://user:password@localhost/',
    'http://localhost\\@evil.test/',
    'http://localhost%2f@evil.test/',
    'http:\\\\localhost/',
    '//evil.test/',
    '/competitions/gala',
    '\\\\evil.test',
    'evil.test',
    'javascript:alert(1)',
    'javascript://localhost/%0aalert(1)',
    'data:text/html,x',
    'ringside://other',
    'ringside:app',
    'ringside://app.evil.test/',
    'ringside://app@evil/',
    'https://partner.test.evil.test/',
    'https://partner.test:8443/',
    'http://partner.test/',
    'http://localhost/\u0000',
    ' http://localhost/',
    'http://local host/',
    'http://localhost/\nx',
    'http://[::1',
    '',
    `http://localhost/${'x'.repeat(2048)}`,
  ])('refuses the redirectUrl %j', async (redirectUrl) => {
    const { answer } = await authorize(api, { redirectUrl });
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0]).toMatchObject({ pointer: '/redirectUrl', location: 'query' });
    expect(answer.cookies).toEqual([]);
  });

  it('refuses an invalid host', async () => {
    for (const host of ['local host', 'a/b', '<x>', '[::1']) {
      const { answer } = await authorize(api, {}, { headers: { host } });
      expect(answer.status).toBe(400);
    }
  });

  it('deletes expired sign-ins that were never finished', async () => {
    const open = await authorize(api);
    api.clock.advance(9 * 60_000);
    await authorize(api);
    const count = async () =>
      (await api.db.selectFrom('providerSignIns').select('stateHash').execute()).length;
    const before = await count();
    api.clock.advance(2 * 60_000);
    await authorize(api);
    expect(before).toBeGreaterThan(2);
    expect(await count()).toBe(2);
    expect(open.answer.status).toBe(200);
    api.clock.reset();
  });
});

describe('an unreachable issuer', () => {
  it('causes a 503 until it is back, and does not affect other providers', async () => {
    const shy = await startTestIssuer('shy');
    const own = await startApi({ oidcProviders: [shy.settings, demoId.settings] });
    for (const behaviour of ['broken', 'unsure'] as const) {
      shy.behaviour = behaviour;
      const { answer } = await authorize(own, {}, { code: 'shy' });
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(answer.body.detail).toBe('The sign-in provider cannot be reached; try again soon.');
      expect(answer.cookies).toEqual([]);
    }
    expect((await authorize(own)).answer.status).toBe(200);
    shy.behaviour = 'good';
    expect((await authorize(own, {}, { code: 'shy' })).answer.status).toBe(200);
  });

  it('causes a 503 when it accepts the request but does not answer', async () => {
    const silent = await startTestIssuer('silent');
    silent.behaviour = 'silent';
    const own = await startApi({ oidcProviders: [silent.settings] });
    const answers = await Promise.all([1, 2, 3].map(() => authorize(own, {}, { code: 'silent' })));
    expect(answers.map(({ answer }) => answer.status)).toEqual([503, 503, 503]);
  });

  it('causes a redirect with provider_failed when it fails during a sign-in', async () => {
    const leaving = await startTestIssuer('leaving');
    const own = await startApi({ oidcProviders: [leaving.settings] });
    const { url, cookies } = await authorize(own, { state: 'mine' }, { code: 'leaving' });
    const callback = agreeAtProvider(leaving, url, 'code');
    await leaving.close();
    const { location, cookies: received } = redirectOf(await own.request(`GET ${callback}`, { cookies }));
    expect(location.href).toBe('http://localhost/?error=provider_failed&state=mine');
    expect(received).toEqual({});
  });
});
