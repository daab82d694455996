/** A venue or a mobile carrier is one network: a script in it must not keep its people out. Each test is an attack first. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerAccount } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { tokenMailedTo } from '../../mailbox.ts';
import { addPasskey, loginOptions, loginPath } from '../passkeys/passkey-owner.ts';
import { authorize, redirectOf } from '../providers/provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from '../providers/test-issuer.ts';

const issuer = await startTestIssuer('venue');
const api = await startApi({ allowedOrigins: ['https://partner.test'], oidcProviders: [issuer.settings] });
const credentials = '/api/v1/identity/auth/credentials';
const venue = '203.0.113.5';

/** Tries wrong passwords for invented addresses until the network has to wait. */
async function attack(): Promise<void> {
  api.clock.stop();
  for (let call = 0; call < 200; call++) {
    const body = { email: `${randomUUID()}@example.test`, password: 'Wrong-password-1!' };
    const { status } = await api.request(`POST ${credentials}/login`, { body, remoteAddress: venue });
    if (status === 429) return;
  }
  throw new Error('200 wrong passwords made nobody wait');
}

beforeEach(() => api.db.deleteFrom('attemptCounters').execute());
afterEach(() => api.clock.reset());

describe('while a script tries wrong passwords', () => {
  it('links of mails work, and wrong ones get their own answer', async () => {
    const [lost, found] = [await registerAccount(api), await registerAccount(api)];
    await api.request(`POST ${credentials}/password-reset`, { body: { email: lost.email } });
    const [reset, confirm] = [
      await tokenMailedTo(api, lost.email, 'reset-password'),
      await tokenMailedTo(api, found.email, 'verify-email'),
    ];
    await attack();
    const send = async (path: string, body: object) =>
      (await api.request(`POST ${credentials}/${path}`, { body, remoteAddress: venue })).status;
    expect(await send('password-reset/confirm', { token: reset, password: 'Left-hook-22!' })).toBe(204);
    expect(await send('password-reset/confirm', { token: reset, password: 'Left-hook-22!' })).toBe(400);
    const { password } = found;
    expect(await send('email-verification/confirm', { token: 'unknown', password })).toBe(400);
    expect(await send('email-verification/confirm', { token: confirm, password: 'Wrong-1!' })).toBe(400);
    expect(await send('email-verification/confirm', { token: confirm, password })).toBe(204);
    expect(await send('invitation/accept', { token: 'unknown', password: 'Left-hook-22!' })).toBe(400);
  });

  it('a passkey signs in', async () => {
    const { key } = await addPasskey(await api.signInAs());
    await attack();
    const options = await loginOptions(api.request, { remoteAddress: venue });
    const body = { response: key.get(options) };
    expect((await api.request(`POST ${loginPath}`, { body, remoteAddress: venue })).status).toBe(200);
    expect((await api.request(`POST ${loginPath}`, { body, remoteAddress: venue })).status).toBe(401);
  });

  it('a passkey signs in while the script asks for options too, which store nothing', async () => {
    const { key } = await addPasskey(await api.signInAs());
    await api.db.deleteFrom('passkeyChallenges').execute();
    api.clock.stop();
    for (let call = 0; call < 450; call++) await loginOptions(api.request, { remoteAddress: venue });
    const options = await loginOptions(api.request, { remoteAddress: venue });
    expect(await api.db.selectFrom('passkeyChallenges').selectAll().execute()).toEqual([]);
    const body = { response: key.get(options) };
    expect((await api.request(`POST ${loginPath}`, { body, remoteAddress: venue })).status).toBe(200);
  });

  it('a provider signs in, here and on another origin', async () => {
    await attack();
    const atVenue: typeof api.request = (call, options) =>
      api.request(call, { ...options, remoteAddress: venue });
    const signIn = async (query: Record<string, string> = {}) => {
      const { url, cookies } = await authorize({ request: atVenue }, query, { code: 'venue' });
      const claims = { sub: randomUUID(), email: `${randomUUID()}@example.test`, email_verified: true };
      const callback = await agreeAtProvider(issuer, url, randomUUID(), { claims });
      return redirectOf(await atVenue(`GET ${callback}`, { cookies }));
    };
    expect((await signIn()).cookies).toHaveProperty('accessToken');
    const { location } = await signIn({ redirectUrl: 'https://partner.test/back' });
    const code = String(location.searchParams.get('code'));
    const exchange = `GET /api/v1/identity/auth/providers/venue/authenticate?code=${code}` as const;
    expect((await atVenue(exchange)).status).toBe(200);
    expect((await atVenue(exchange)).status).toBe(401);
  });
});
