/**
 * REQUIRE_SECOND_FACTOR=administrators: permissions count only in a session that has proved a second factor (9.16).
 * contract/contract-access.test.ts tries every operation.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearer, registerAccount, signIn } from '../../accounts.ts';
import { insertWatchable } from '../../factories.ts';
import { type Device, startApi } from '../../harness.ts';
import { authorize, redirectOf } from '../providers/provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from '../providers/test-issuer.ts';
import {
  codeAt,
  insertAuthenticator,
  outcome,
  registerWithAuthenticator,
  secondFactorOf,
  setUpAuthenticator,
} from './authenticator-app.ts';

const issuer = await startTestIssuer('demo-id');
const api = await startApi({ requireSecondFactor: true, oidcProviders: [issuer.settings] });
const relaxed = await startApi();

async function prove(target: typeof api, { sessionId }: Device): Promise<void> {
  await target.db
    .updateTable('loginSessions')
    .set({ secondFactor: true })
    .where('id', '=', sessionId)
    .execute();
}

const required = '403 second-factor-required';

describe('a user with permissions', () => {
  it('cannot preview a stream before the second factor, can after it, and stops when it is gone', async () => {
    const { signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const watch = () => organiser.request(`GET ${signedUrlPath}`);
    expect(outcome(await watch())).toBe('403 access-required');
    await prove(api, organiser);
    const { status, body } = await watch();
    expect(status).toBe(200);
    const other = await api.signInAs({ userId: organiser.userId });
    expect(outcome(await other.request(`GET ${signedUrlPath}`))).toBe('403 access-required');
    await api.db.updateTable('loginSessions').set({ secondFactor: false }).execute();
    const ping = await organiser.request(`POST /api/v1/playback/sessions/${body.playbackSessionId}/ping`);
    expect(outcome(ping)).toBe('404 playback-ended-by-access');
  });

  it('can watch what is free or bought', async () => {
    const { signedUrlPath } = await insertWatchable(api.db, {});
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    expect((await organiser.request(`GET ${signedUrlPath}`)).status).toBe(200);
  });

  it('reads that a second factor is required, sets one up, and then has the permissions', async () => {
    const account = await registerAccount(api);
    await api.db.insertInto('userRoles').values({ userId: account.id, roleCode: 'organiser' }).execute();
    const { accessToken } = await signIn(api, account);
    const headers = bearer(accessToken);
    const list = () => api.request('GET /api/v1/events', { headers });
    expect(await secondFactorOf(api, accessToken)).toMatchObject({ isRequired: true, isProved: false });
    expect(outcome(await list())).toBe(required);
    const firstFactorUntil = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    await api.db.updateTable('users').set({ firstFactorUntil }).where('id', '=', account.id).execute();
    await setUpAuthenticator(api, accessToken);
    expect(await secondFactorOf(api, accessToken)).toMatchObject({ isRequired: true, isProved: true });
    expect((await list()).status).toBe(200);
  });

  it('has the permissions after a sign-in with a code, in this session and after a refresh', async () => {
    const account = await registerWithAuthenticator(api);
    await api.db.insertInto('userRoles').values({ userId: account.id, roleCode: 'organiser' }).execute();
    const elsewhere = bearer(account.accessToken);
    const answer = await api.request('POST /api/v1/identity/auth/credentials/login?includeTokens=true', {
      body: {
        email: account.email,
        password: account.password,
        code: codeAt(account.secret, api.clock.now()),
      },
    });
    const { accessToken, refreshToken } = answer.body.tokens;
    const list = (headers: Record<string, string>) => api.request('GET /api/v1/events', { headers });
    expect((await list(bearer(accessToken.value))).status).toBe(200);
    const refreshed = await api.request('POST /api/v1/identity/auth/token/refresh', {
      body: { refreshToken: refreshToken.value },
    });
    expect((await list(bearer(refreshed.body.accessToken.value))).status).toBe(200);
    expect(outcome(await list(elsewhere))).toBe(required);
  });

  it('does not have them after a sign-in with a provider, which leaves the second factor to the provider', async () => {
    const [subject, email] = [randomUUID(), `${randomUUID()}@example.test`];
    const signInAtProvider = async () => {
      const { url, cookies } = await authorize(api);
      const claims = { sub: subject, email, email_verified: true };
      const callback = agreeAtProvider(issuer, url, randomUUID(), { claims });
      const { accessToken } = redirectOf(await api.request(`GET ${callback}`, { cookies })).cookies;
      return bearer(String(accessToken));
    };
    const headers = await signInAtProvider();
    const user = await api.request('GET /api/v1/identity/auth/token/user-info', { headers });
    const userId = user.body.sub;
    await api.db.insertInto('userRoles').values({ userId, roleCode: 'organiser' }).execute();
    await insertAuthenticator(api, userId);
    // No code is asked for.
    const again = await signInAtProvider();
    expect(outcome(await api.request('GET /api/v1/events', { headers: again }))).toBe(required);
  });
});

it('a user without permissions needs no second factor', async () => {
  const viewer = await api.signInAs();
  expect(await secondFactorOf(api, viewer.accessToken)).toMatchObject({ isRequired: false });
  expect(outcome(await viewer.request('GET /api/v1/events'))).toBe('403 forbidden');
  const { accessToken } = await relaxed.signInAs({ scopes: ['event:read'] });
  expect(await secondFactorOf(relaxed, accessToken)).toMatchObject({ isRequired: false });
});
