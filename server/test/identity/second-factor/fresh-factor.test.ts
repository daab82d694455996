/** Who has a second factor changes factors only after a fresh proof of one (9.19), and nobody changes their own otherwise. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bearer, password, registerAccount, signIn } from '../../accounts.ts';
import { type Device, startApi } from '../../harness.ts';
import { mailsTo } from '../../mailbox.ts';
import {
  addPasskey,
  creationOptions,
  insertOwner,
  loginWith,
  passkeysPath,
  stepUpPath,
  stepUpWith,
} from '../passkeys/passkey-owner.ts';
import { SoftwareAuthenticator } from '../passkeys/software-authenticator.ts';
import { authorize, redirectOf } from '../providers/provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from '../providers/test-issuer.ts';
import { codeAt, insertAuthenticator, outcome, profile, wrongCode } from './authenticator-app.ts';

const issuer = await startTestIssuer('demo-id');
const api = await startApi({ oidcProviders: [issuer.settings] });
const minute = 60_000;
beforeEach(() => api.db.deleteFrom('attemptCounters').execute());
afterEach(() => api.clock.reset());

const refused = '403 fresh-second-factor-required';

/** What a thief would do to stay, and what each answers. */
async function tryAll({ request }: Pick<Device, 'request'>, passkeyId: string = randomUUID()) {
  const code = { code: '123456' };
  const answers = [
    await request(`POST ${profile}/authenticator`),
    await request(`POST ${profile}/authenticator/confirm`, { body: code }),
    await request(`POST ${profile}/recovery-codes`),
    await request(`DELETE ${profile}/authenticator`),
    await request(`POST ${passkeysPath}/options`),
    await request(`DELETE ${passkeysPath}/${passkeyId}`),
    // The mailbox is where factors that are lost are removed.
    await request('PATCH /api/v1/identity/profile/email', {
      body: { email: 'thief@example.test', currentPassword: password },
    }),
    await request('DELETE /api/v1/identity/profile'),
  ];
  return [...new Set(answers.map(outcome))];
}

async function signInAtProvider(subject: string, email: string): Promise<Pick<Device, 'request'>> {
  const { url, cookies } = await authorize(api);
  // The provider says when it asked: without it a sign-in is no recent proof.
  const auth_time = Math.floor(api.clock.now().getTime() / 1_000);
  const claims = { sub: subject, email, email_verified: true, auth_time };
  const callback = agreeAtProvider(issuer, url, randomUUID(), { claims });
  const { accessToken } = redirectOf(await api.request(`GET ${callback}`, { cookies })).cookies;
  const headers = bearer(String(accessToken));
  return { request: (target, options = {}) => api.request(target, { ...options, headers }) };
}

describe('a thief of the password', () => {
  it('cannot set up an app or change passkeys beside the passkey of the owner', async () => {
    const account = await registerAccount(api);
    const owner = await api.signInAs({ userId: account.id });
    const { answer } = await addPasskey(owner);
    const { accessToken } = await signIn(api, account);
    const headers = bearer(accessToken);
    const thief: Pick<Device, 'request'> = {
      request: (target, options = {}) => api.request(target, { ...options, headers }),
    };
    expect(await tryAll(thief, answer.body.id)).toEqual([refused]);
    // The password again is no second factor.
    const again = await thief.request(`POST ${stepUpPath}`, { body: { password: account.password } });
    expect(again.status).toBe(204);
    expect(await tryAll(thief, answer.body.id)).toEqual([refused]);
    expect((await owner.request(`GET ${passkeysPath}`)).body.total).toBe(1);
  });

  it('cannot add a passkey with options from before the first factor of the owner', async () => {
    const account = await registerAccount(api);
    const thief = await api.signInAs({ userId: account.id });
    const key = new SoftwareAuthenticator();
    const response = key.create(await creationOptions(thief.request));
    await insertAuthenticator(api, account.id);
    expect(outcome(await thief.request(`POST ${passkeysPath}`, { body: { response } }))).toBe(refused);
  });
});

describe('a thief of the account at the provider', () => {
  it('cannot remove the app; its owner proves it by a code alone', async () => {
    const [subject, email] = [randomUUID(), `${randomUUID()}@example.test`];
    const before = await signInAtProvider(subject, email);
    const userId = (await before.request('GET /api/v1/identity/auth/token/user-info')).body.sub;
    const secret = await insertAuthenticator(api, userId);
    api.clock.stop();
    const device = await signInAtProvider(subject, email);
    expect(await tryAll(device)).toEqual([refused]);
    const now = api.clock.now();
    const wrong = await device.request(`POST ${stepUpPath}`, { body: { code: wrongCode(secret, now) } });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ pointer: '/code' }] } });
    expect((await device.request(`POST ${stepUpPath}`, { body: { code: codeAt(secret, now) } })).status).toBe(
      204,
    );
    expect((await device.request(`DELETE ${profile}/authenticator`)).status).toBe(204);
  });

  it('gets nowhere with a code when the sign-in is old', async () => {
    const device = await api.signInAs();
    const secret = await insertAuthenticator(api, device.userId);
    api.clock.advance(11 * minute);
    const body = { code: codeAt(secret, api.clock.now()) };
    expect(await device.request(`POST ${stepUpPath}`, { body })).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/code', detail: expect.stringContaining('10 minutes old') }] },
    });
  });

  it('is slowed down more and more by wrong codes, however patient', async () => {
    api.clock.stop();
    const device = await api.signInAs();
    const secret = await insertAuthenticator(api, device.userId);
    const statuses: number[] = [];
    for (let n = 0; n < 30; n++) {
      const authenticatedAt = api.clock.now().toISOString();
      await api.db.updateTable('loginSessions').set({ authenticatedAt }).execute();
      const body = { code: wrongCode(secret, api.clock.now()) };
      statuses.push((await device.request(`POST ${stepUpPath}`, { body })).status);
      api.clock.advance(10 * minute);
    }
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(400));
    expect(statuses).toContain(429);
  });
});

describe('the proof of a factor', () => {
  it('lasts 10 minutes', async () => {
    api.clock.stop();
    const { device, key, passkeyId } = await insertOwner(api);
    api.clock.advance(11 * minute);
    expect(await tryAll(device, passkeyId)).toEqual([refused]);
    expect((await stepUpWith(device, key)).status).toBe(204);
    expect((await device.request(`POST ${passkeysPath}/options`)).status).toBe(200);
    api.clock.advance(10 * minute);
    expect(await tryAll(device, passkeyId)).toEqual([refused]);
  });

  it('is a sign-in with a passkey too', async () => {
    const { key, passkeyId } = await insertOwner(api);
    const { body } = await loginWith(api, key);
    const headers = bearer(body.tokens.accessToken.value);
    await api.request('PATCH /api/v1/identity/profile/password', {
      headers,
      body: { password: 'Round-eight-8!' },
    });
    expect((await api.request(`DELETE ${passkeysPath}/${passkeyId}`, { headers })).status).toBe(204);
  });
});

describe('an administrator', () => {
  const of = (userId: string) => `/api/v1/identity/users/${userId}/second-factor`;
  const administrator = async (options: { withFactor?: boolean } = {}) => {
    const device = await api.signInAs(options);
    await api.db
      .insertInto('userRoles')
      .values({ userId: device.userId, roleCode: 'administrator' })
      .execute();
    return device;
  };

  it('cannot remove the own factor as that of a user', async () => {
    const own = await administrator({ withFactor: true });
    await insertAuthenticator(api, own.userId);
    expect(outcome(await own.request(`DELETE ${of(own.userId)}`))).toBe('409 conflict');
    expect(outcome(await own.request(`DELETE ${of(own.userId.toUpperCase())}`))).toBe('409 conflict');
  });

  it('removes that of another only after proving the own', async () => {
    const thief = await administrator();
    await insertAuthenticator(api, thief.userId);
    const other = await administrator();
    await insertAuthenticator(api, other.userId);
    expect(outcome(await thief.request(`DELETE ${of(other.userId)}`))).toBe(refused);
  });

  it('changes a factor, and all the others get a mail', async () => {
    const watching = await registerAccount(api);
    await api.db.insertInto('userRoles').values({ userId: watching.id, roleCode: 'administrator' }).execute();
    const emailVerifiedAt = api.clock.now().toISOString();
    await api.db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', watching.id).execute();
    const noticed = async () =>
      (await mailsTo(api, watching.email)).filter(({ kind }) => kind === 'administrator-factor');
    await insertOwner(api);
    expect(await noticed()).toEqual([]);
    const { key, answer } = await addPasskey(await administrator());
    expect([key.id.length > 0, answer.status]).toEqual([true, 201]);
    const [mail] = await noticed();
    expect(mail?.text).toContain('An administrator has added a passkey');
    expect(mail?.text).toContain('/admin/identity/users/');
  });
});
