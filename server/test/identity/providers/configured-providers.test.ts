/** Providers and identities as administrators see them. */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startDemoId } from '../../../stand-ins/oidc.ts';
import { insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { signInWithProvider } from './provider-visitor.ts';

const demoId = await startDemoId();
afterAll(() => demoId[Symbol.asyncDispose]());
const dead = {
  ...demoId.settings,
  code: 'dead',
  name: 'Dead ID',
  issuer: 'http://127.0.0.1:9',
  identityIssuer: 'urn:dead',
  clientSecret: 'never-shown',
};
const api = await startApi({ oidcProviders: [demoId.settings, dead] });
const path = '/api/v1/identity/providers';
const reader = await api.signInAs({ scopes: ['identity.user:read'] });

const waysOf = (userId: string) => reader.request(`GET /api/v1/identity/users/${userId}/sign-in-ways`);

describe('listConfiguredProviders', () => {
  it('says which provider answers, what to register there, and never a secret', async () => {
    const { status, body } = await reader.request(`GET ${path}`);
    expect(status).toBe(200);
    expect(body.total).toBe(2);
    expect(body.data[0]).toMatchObject({
      code: 'demo-id',
      state: 'ok',
      callbackUrl: 'http://localhost/api/v1/identity/auth/providers/demo-id/callback',
    });
    expect(body.data[1]).toMatchObject({ state: 'failed', users: 0, lastSignInAt: null });
    expect(body.data[1].detail).toMatch(/ECONNREFUSED|ETIMEDOUT|TypeError/);
    expect(JSON.stringify(body)).not.toContain('never-shown');
  });

  it('counts accounts and keeps the time of the last sign-in', async () => {
    const before = (await reader.request(`GET ${path}`)).body.data[0];
    const email = `${randomUUID()}@example.test`;
    await signInWithProvider(api, { email });
    const first = (await reader.request(`GET ${path}`)).body.data[0];
    expect(first.users).toBe(before.users + 1);
    await signInWithProvider(api, { email });
    const second = (await reader.request(`GET ${path}`)).body.data[0];
    expect(second.users).toBe(first.users);
    expect(Date.parse(second.lastSignInAt)).toBeGreaterThan(Date.parse(first.lastSignInAt));
  });

  it('is empty without providers', async () => {
    const bare = await startApi();
    const session = await bare.signInAs({ scopes: ['identity.user:read'] });
    expect((await session.request(`GET ${path}`)).body).toEqual({ data: [], total: 0 });
  });
});

describe('getUserSignInWays', () => {
  it('names the identities of the account with their last use', async () => {
    const email = `${randomUUID()}@example.test`;
    await signInWithProvider(api, { email });
    const user = (await reader.request(`GET /api/v1/identity/users?q=${email}`)).body.data[0];
    expect((await waysOf(user.id)).body).toEqual({
      hasPassword: false,
      passkeys: 0,
      authenticatorSince: null,
      recoveryCodesLeft: 0,
      isFrozen: false,
      needsAllowance: false,
      providers: [
        {
          name: 'Demo ID',
          issuer: demoId.settings.identityIssuer,
          createdAt: expect.any(String),
          lastUsedAt: expect.any(String),
        },
      ],
    });
  });

  it('keeps an identity whose provider is not configured any more', async () => {
    const id = await insertUser(api.db);
    await api.db
      .insertInto('providerIdentities')
      .values({ issuer: 'https://gone.test', subject: id, userId: id })
      .execute();
    expect((await waysOf(id)).body.providers).toMatchObject([
      { name: null, issuer: 'https://gone.test', lastUsedAt: null },
    ]);
  });

  it('is a 404 without such a user', async () => {
    expect((await waysOf(randomUUID())).status).toBe(404);
  });
});
