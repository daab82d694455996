/** The step-up of an account that signs in with a provider alone: the provider asks the person again. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { startDemoId } from '../../../stand-ins/oidc.ts';
import { bearer, isSignedIn } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { findSession, stepUpPath } from '../passkeys/passkey-owner.ts';
import { authorize, redirectOf, signInAtDemoId } from './provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from './test-issuer.ts';

const [odd, demoId] = [await startTestIssuer('odd'), await startDemoId()];
const api = await startApi({ oidcProviders: [odd.settings, demoId.settings] });
const [second, minute] = [1_000, 60_000];
const oddId = { code: 'odd' };
const fresh = { fresh: 'true' };

afterEach(() => api.clock.reset());

const newPerson = () => ({ sub: randomUUID(), email: `${randomUUID()}@example.test`, email_verified: true });
const inSeconds = (date: Date) => Math.floor(date.getTime() / second);

/** Signs in at the issuer. @param cookies those of the browser, maybe with a session. */
async function signIn(
  claims: object,
  { query = {}, cookies = {} }: { query?: Record<string, string>; cookies?: Record<string, string> } = {},
) {
  const started = await authorize(api, query, { ...oddId, cookies });
  const callback = agreeAtProvider(odd, started.url, randomUUID(), { claims: { ...claims } });
  return redirectOf(await api.request(`GET ${callback}`, { cookies: started.cookies }));
}

const accessTokenOf = ({ cookies }: { cookies: Record<string, string> }) => String(cookies.accessToken);
const sessionOf = (token: string) =>
  findSession(api, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid);
/** Whether the session counts as a recent proof. */
const dare = async (token: string) =>
  (await api.request('POST /api/v1/identity/profile/passkeys/options', { headers: bearer(token) })).status;

describe('a fresh sign-in', () => {
  it('tells the provider to ask again; any other sign-in leaves that to the provider', async () => {
    const parametersOf = async (query: Record<string, string>) => {
      const { searchParams } = new URL((await authorize(api, query, oddId)).url);
      return [searchParams.get('prompt'), searchParams.get('max_age')];
    };
    expect(await parametersOf(fresh)).toEqual(['login', '0']);
    for (const query of [{}, { fresh: 'false' }] as Array<Record<string, string>>)
      expect(await parametersOf(query)).toEqual([null, null]);
  });

  it('takes the place of the session of its browser, and is a recent proof', async () => {
    const person = newPerson();
    const first = await signIn(person);
    const elsewhere = accessTokenOf(await signIn(person));
    const old = accessTokenOf(first);
    api.clock.advance(9 * minute);
    const again = await signIn(
      { ...person, auth_time: inSeconds(api.clock.now()) },
      { query: fresh, cookies: first.cookies },
    );
    const token = accessTokenOf(again);
    expect(await dare(token)).toBe(200);
    expect(await isSignedIn(api, old)).toBe(false);
    expect(await isSignedIn(api, elsewhere)).toBe(true);
    expect((await sessionOf(token)).secondFactor).toBe(false);
  });

  it('takes its place also when the access token of the browser has expired', async () => {
    const person = newPerson();
    const first = await signIn(person);
    const { id } = await sessionOf(accessTokenOf(first));
    api.clock.advance(11 * minute);
    await signIn(person, { query: fresh, cookies: first.cookies });
    expect((await findSession(api, id)).revokedAt).not.toBeNull();
  });

  it('leaves the session alone when it fails, and a sign-in that is not fresh always does', async () => {
    const person = newPerson();
    const first = await signIn(person);
    const refused = await signIn(
      { ...person, sub: randomUUID(), email_verified: false },
      { query: fresh, cookies: first.cookies },
    );
    expect(refused.location.searchParams.get('error')).toBe('account_exists');
    await signIn(person, { cookies: first.cookies });
    expect(await isSignedIn(api, accessTokenOf(first))).toBe(true);
  });

  it.each([
    ['now', 0, null],
    ['a minute before, by a clock that is behind', -59, null],
    ['hours ago', -7_200, 'provider_failed'],
    ['two minutes before', -120, 'provider_failed'],
  ])('%s: the provider says when it asked', async (_name, seconds, error) => {
    const authTime = inSeconds(new Date()) + seconds;
    const { location, cookies } = await signIn({ ...newPerson(), auth_time: authTime }, { query: fresh });
    expect(location.searchParams.get('error')).toBe(error);
    expect(cookies.accessToken === undefined).toBe(error !== null);
  });

  it.each(['yesterday', null, -1, Number.MAX_SAFE_INTEGER * 2])('refuses the time %j', async (time) => {
    const { location } = await signIn({ ...newPerson(), auth_time: time }, { query: fresh });
    // A time in the future is of a clock that is ahead.
    const isLate = typeof time === 'number' && time > 0;
    expect(location.searchParams.get('error')).toBe(isLate ? null : 'provider_failed');
  });
});

describe('a sign-in with a provider that remembers the person', () => {
  it('is as recent a proof as the provider says', async () => {
    const now = inSeconds(new Date());
    const hoursAgo = accessTokenOf(await signIn({ ...newPerson(), auth_time: now - 7_200 }));
    expect(await dare(hoursAgo)).toBe(403);
    expect(Date.parse((await sessionOf(hoursAgo)).authenticatedAt)).toBe((now - 7_200) * second);
    const ahead = accessTokenOf(await signIn({ ...newPerson(), auth_time: now + 7_200 }));
    expect(Date.parse((await sessionOf(ahead)).authenticatedAt)).toBeLessThanOrEqual(Date.now());
    const lately = { ...newPerson(), auth_time: now - 60 };
    expect(await dare(accessTokenOf(await signIn(lately)))).toBe(200);
    // A provider that does not say when may have remembered the person; with `fresh` it was told to ask.
    const person = newPerson();
    expect(await dare(accessTokenOf(await signIn(person)))).toBe(403);
    expect(await dare(accessTokenOf(await signIn(person, { query: fresh })))).toBe(200);
  });

  it('is named as a way to step up', async () => {
    const headers = bearer(accessTokenOf(await signIn(newPerson())));
    const { body } = await api.request(`POST ${stepUpPath}/options`, { headers });
    expect(body).toEqual({
      hasPassword: false,
      needsCode: false,
      codeProves: false,
      passkey: null,
      providers: ['odd'],
    });
  });
});

describe('Demo ID', () => {
  it('asks again, says when, and signs in', async () => {
    const who = { email: `${randomUUID()}@example.test` };
    const { url, cookies } = await authorize(api, fresh);
    expect(new URL(url).searchParams.get('prompt')).toBe('login');
    const before = Date.now();
    const end = redirectOf(await api.request(`GET ${await signInAtDemoId(url, who)}`, { cookies }));
    expect(end.location.searchParams.get('error')).toBeNull();
    const token = accessTokenOf(end);
    expect(await dare(token)).toBe(200);
    const provedAt = Date.parse((await sessionOf(token)).authenticatedAt);
    expect(provedAt % second).toBe(0);
    expect(Math.abs(provedAt - before)).toBeLessThan(30 * second);
    const { body } = await api.request(`POST ${stepUpPath}/options`, { headers: bearer(token) });
    expect(body.providers).toEqual(['demo-id']);
  });
});
