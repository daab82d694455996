/** Clients on another origin, and more than one server. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeChallengeOf } from '../../../src/identity/one-time-secret.ts';
import { bearer, isSignedIn, registerAccount } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { authorize, providerPath, redirectOf } from './provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from './test-issuer.ts';

const issuer = await startTestIssuer('odd');
const settings = { allowedOrigins: ['ringside://app', 'https://partner.test'] };
const api = await startApi({ ...settings, oidcProviders: [issuer.settings] });

const home = 'ringside://app/signed-in?from=provider';
const codeVerifier = 'verifier-of-this-app-alone-and-nobody-else-0';
const codeChallenge = codeChallengeOf(codeVerifier);
const newPerson = () => ({ sub: randomUUID(), email: `${randomUUID()}@example.test`, email_verified: true });

/** @returns the redirect to the client. */
async function returnToClient(
  query: Record<string, string> = {},
  claims: Record<string, unknown> = newPerson(),
) {
  const { url, cookies } = await authorize(
    api,
    { redirectUrl: home, codeChallenge, ...query },
    { code: 'odd' },
  );
  return redirectOf(
    await api.request(`GET ${agreeAtProvider(issuer, url, randomUUID(), { claims })}`, { cookies }),
  );
}

const codeOf = ({ location }: { location: URL }) => String(location.searchParams.get('code'));
const exchange = (query: Record<string, string>) =>
  api.request(`GET ${providerPath}/odd/authenticate?${new URLSearchParams(query)}`);
const authenticate = (query: Record<string, string>) => exchange({ codeVerifier, ...query });

describe('authenticateWithProvider', () => {
  it('returns tokens to a client on another origin for the code of its redirect', async () => {
    const person = newPerson();
    const arrival = await returnToClient({ state: 'mine' }, person);
    expect(arrival.location.href).toMatch(
      /^ringside:\/\/app\/signed-in\?from=provider&code=[\w-]{43}&state=mine$/,
    );
    expect(arrival.cookies).toEqual({});

    const { status, body, headers, cookies } = await authenticate({ code: codeOf(arrival) });
    expect(status).toBe(200);
    expect(cookies).toEqual([]);
    expect(headers['cache-control']).toBe('no-store');
    expect(await isSignedIn(api, body.tokens.accessToken.value)).toBe(true);
    const user = await api.db.selectFrom('users').selectAll().where('id', '=', body.id).executeTakeFirst();
    expect(user?.email).toBe(person.email);
  });

  it('accepts any origin that the server allows', async () => {
    const { location } = await returnToClient({ redirectUrl: 'https://partner.test/back#top' });
    expect(location.href).toMatch(/^https:\/\/partner\.test\/back\?code=[\w-]{43}#top$/);
  });

  it('removes a planted code from the redirect URL', async () => {
    const { url, cookies } = await authorize(
      api,
      { redirectUrl: 'ringside://app/?code=planted&state=planted', codeChallenge },
      { code: 'odd' },
    );
    const state = String(new URL(url).searchParams.get('state'));
    const callback = `${providerPath}/odd/callback?error=access_denied&state=${state}`;
    const { location } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
    expect(location.href).toBe('ringside://app/?error=access_denied');
  });

  it('works once when many requests come at the same time', async () => {
    const code = codeOf(await returnToClient());
    const answers = await Promise.all(Array.from({ length: 20 }, () => authenticate({ code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)]);
    expect((await authenticate({ code })).body.detail).toBe(
      'This code has expired or was used already. Start again.',
    );
  });

  it('expires after 60 seconds', async () => {
    api.clock.stop();
    const [early, late] = [codeOf(await returnToClient()), codeOf(await returnToClient())];
    api.clock.advance(60_000 - 1);
    expect((await authenticate({ code: early })).status).toBe(200);
    api.clock.advance(1);
    expect((await authenticate({ code: late })).status).toBe(401);
    api.clock.reset();
  });

  it('stores only the hash of a code', async () => {
    const code = codeOf(await returnToClient());
    const rows = JSON.stringify(await api.db.selectFrom('providerCodes').selectAll().execute());
    expect(rows).not.toContain(code);
  });

  it('answers 401 for an invented code and 400 for none', async () => {
    expect((await authenticate({ code: 'x'.repeat(43) })).status).toBe(401);
    expect((await authenticate({})).status).toBe(400);
    expect((await authenticate({ code: codeOf(await returnToClient()), x: '1' })).status).toBe(400);
  });

  it('accepts a code with a challenge only with its verifier', async () => {
    const open = async () => codeOf(await returnToClient());
    expect((await exchange({ code: await open() })).status).toBe(401);
    const code = await open();
    expect((await exchange({ code, codeVerifier: codeVerifier.replace('a', 'b') })).status).toBe(401);
    expect((await exchange({ code, codeVerifier })).status).toBe(401);
    expect((await exchange({ code: await open(), codeVerifier })).status).toBe(200);
  });

  it('leaves a page of an allowed origin to do without a challenge', async () => {
    const open = async () => {
      const { url, cookies } = await authorize(
        api,
        { redirectUrl: 'https://partner.test/back' },
        { code: 'odd' },
      );
      const callback = agreeAtProvider(issuer, url, randomUUID(), { claims: newPerson() });
      return codeOf(redirectOf(await api.request(`GET ${callback}`, { cookies })));
    };
    expect((await exchange({ code: await open() })).status).toBe(200);
    expect((await exchange({ code: await open(), codeVerifier })).status).toBe(401);
  });

  it('answers 409 for an identity that cannot have an account', async () => {
    const { email } = await registerAccount(api);
    const taken = await returnToClient({}, { sub: randomUUID(), email, email_verified: false });
    const nameless = await returnToClient({}, { sub: randomUUID() });
    const own = { sub: randomUUID(), email: `${randomUUID()}@example.test`, email_verified: true };
    expect((await authenticate({ code: codeOf(await returnToClient({}, own)) })).status).toBe(200);
    const linked = await returnToClient({}, { ...own, sub: randomUUID() });
    for (const [arrival, detail] of [
      [linked, expect.stringContaining('ask an administrator of this site to unlink the identity')],
      [taken, 'An account with this e-mail address exists already. Sign in with its password.'],
      [nameless, 'The sign-in provider names no e-mail address.'],
    ] as const) {
      const { status, body } = await authenticate({ code: codeOf(arrival) });
      expect([status, body.type, body.detail]).toEqual([409, '/problems/conflict', detail]);
    }
  });
});

describe('two servers on one database', () => {
  it('share one sign-in: each step may reach another server', async () => {
    const { url, cookies } = await authorize(api, { redirectUrl: home, codeChallenge }, { code: 'odd' });
    const callback = agreeAtProvider(issuer, url, randomUUID(), { claims: newPerson() });
    const other = (await api.startSecondServer())();
    const back = redirectOf(await other(`GET ${callback}`, { cookies }));
    expect((await api.request(`GET ${callback}`, { cookies })).status).toBe(401);
    const { status, body } = await authenticate({ code: codeOf(back) });
    expect(status).toBe(200);
    const info = await other('GET /api/v1/identity/auth/token/user-info', {
      headers: bearer(body.tokens.accessToken.value),
    });
    expect(info.body.sub).toBe(body.id);
  });
});
