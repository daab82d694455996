/** A native app signs in with a provider in the system's browser, and any app of the device may catch what comes back. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noApps } from '../../../src/config-apps.ts';
import { codeChallengeOf, newSecret } from '../../../src/identity/one-time-secret.ts';
import { isSignedIn } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { authorize, providerPath, redirectOf } from './provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from './test-issuer.ts';

const issuer = await startTestIssuer('odd');
const publicUrl = 'https://ringside.test';
const returnUrls = ['ringside://sign-in', `${publicUrl}/app/sign-in`];
const origin = 'capacitor://localhost';
const api = await startApi({
  publicUrl,
  oidcProviders: [issuer.settings],
  apps: { ...noApps, origins: [origin], returnUrls },
});

const code = 'odd';
const newPerson = () => ({ sub: randomUUID(), email: `${randomUUID()}@example.test`, email_verified: true });

/** The system's browser, from the address that the app opens to the one that it is sent back to. */
async function visitProvider(query: Record<string, string>, change: Record<string, string> = {}) {
  const { url, cookies } = await authorize(api, query, { code });
  const callback = agreeAtProvider(issuer, url, randomUUID(), { claims: newPerson() });
  return api.request(`GET ${callback}&${new URLSearchParams(change)}`, { cookies });
}

/** As the app does it, with a verifier that stays in the app. */
async function startInApp(redirectUrl: string) {
  const [codeVerifier, state] = [newSecret(), newSecret()];
  const answer = await visitProvider({ redirectUrl, state, codeChallenge: codeChallengeOf(codeVerifier) });
  const { location, cookies } = redirectOf(answer);
  return { location, cookies, state, codeVerifier, code: String(location.searchParams.get('code')) };
}

const exchange = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  api.request(`GET ${providerPath}/odd/authenticate?${new URLSearchParams(query)}`, { headers });

describe.each(returnUrls)('an app that is called back at %s', (redirectUrl) => {
  it('gets a code, which its verifier turns into tokens; no cookie is set on the way', async () => {
    const back = await startInApp(redirectUrl);
    expect(back.location.href).toBe(`${redirectUrl}?code=${back.code}&state=${back.state}`);
    expect(back.code).toMatch(/^[\w-]{43}$/);
    expect(back.cookies).toEqual({});
    const { code, codeVerifier } = back;
    const answer = await exchange({ code, codeVerifier }, { origin, 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(await isSignedIn(api, answer.body.tokens.accessToken.value)).toBe(true);
  });

  it.each<[string, (verifier: string) => Record<string, string>]>([
    ['no verifier', () => ({})],
    ['another verifier', () => ({ codeVerifier: newSecret() })],
    ['the challenge', (verifier) => ({ codeVerifier: codeChallengeOf(verifier) })],
  ])('is robbed of nothing by an app that catches the code and has %s', async (_name, guess) => {
    const { code, codeVerifier } = await startInApp(redirectUrl);
    expect((await exchange({ code, ...guess(codeVerifier) })).status).toBe(401);
    expect((await exchange({ code, codeVerifier })).status).toBe(401);
  });

  it('loses the race against sixty guesses at worst, and nobody else wins it', async () => {
    const { code, codeVerifier } = await startInApp(redirectUrl);
    const calls = Array.from({ length: 60 }, (_, index) =>
      exchange({ code, codeVerifier: index === 30 ? codeVerifier : newSecret() }),
    );
    const answers = await Promise.all(calls);
    const signedIn = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect([[], [30]]).toContainEqual(signedIn);
  });

  it('must send a challenge', async () => {
    const { answer } = await authorize(api, { redirectUrl }, { code });
    expect([answer.status, answer.cookies]).toEqual([400, []]);
    expect(answer.body.issues).toEqual([
      { detail: 'Is required for an app.', pointer: '/codeChallenge', location: 'query' },
    ]);
  });

  it('gets nothing of a sign-in that began for a page', async () => {
    const answer = await visitProvider({}, { clientUrl: redirectUrl });
    expect([answer.status, answer.headers.location, answer.cookies]).toEqual([400, undefined, []]);
    expect(await api.db.selectFrom('providerCodes').where('codeChallenge', 'is', null).execute()).toEqual([]);
  });

  it('hears that the person cancelled', async () => {
    const query = { redirectUrl, state: 'mine', codeChallenge: codeChallengeOf(newSecret()) };
    const { url, cookies } = await authorize(api, query, { code });
    const state = String(new URL(url).searchParams.get('state'));
    const callback = `${providerPath}/odd/callback?error=access_denied&state=${state}`;
    const { location } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
    expect(location.href).toBe(`${redirectUrl}?error=access_denied&state=mine`);
  });
});

describe('an address that is not configured', () => {
  it.each([
    'ringside://sign-in/more',
    'ringside://sign-in.evil',
    'ringside://evil/sign-in',
    'ringside://user@sign-in',
    'ringside:sign-in',
    'ringside:///sign-in',
    'evil://sign-in',
    'capacitor://localhost',
    'https://ringside.test.evil.test/app/sign-in',
    'http://ringside.test/app/sign-in',
    `ringside://sign-in${'x'.repeat(1_000)}`,
  ])('is refused: %s', async (redirectUrl) => {
    const query = { redirectUrl, codeChallenge: codeChallengeOf(newSecret()) };
    expect((await authorize(api, query, { code })).answer.status).toBe(400);
    const changed = await visitProvider({}, { clientUrl: redirectUrl });
    expect([changed.status, changed.headers.location]).toEqual([400, undefined]);
  });

  it('of this site is a page, which gets the session itself and no code', async () => {
    const { location, cookies } = redirectOf(
      await visitProvider({ redirectUrl: `${publicUrl}/app/sign-in/more` }),
    );
    expect(location.href).toBe(`${publicUrl}/app/sign-in/more`);
    expect(cookies['__Host-accessToken']).toBeDefined();
  });
});
