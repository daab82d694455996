/** Where a second factor is required, the first one of an account with permissions needs an allowance (9.20). */
import { afterEach, describe, expect, it } from 'vitest';
import { allowSecondFactor } from '../../../src/admin/allow-second-factor.ts';
import { createAdministrator } from '../../../src/admin/create-administrator.ts';
import { bearer, registerAccount, signIn } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { mailsTo, tokenMailedTo } from '../../mailbox.ts';
import { passkeysPath } from '../passkeys/passkey-owner.ts';
import {
  codeAt,
  insertAuthenticator,
  outcome,
  profile,
  secondFactorOf,
  setUpAuthenticator,
} from './authenticator-app.ts';

const api = await startApi({ requireSecondFactor: true });
const day = 86_400_000;
afterEach(() => api.clock.reset());

async function organiser() {
  const account = await registerAccount(api);
  await api.db.insertInto('userRoles').values({ userId: account.id, roleCode: 'organiser' }).execute();
  const { accessToken } = await signIn(api, account);
  return { ...account, accessToken, headers: bearer(accessToken) };
}

const administrator = async () => {
  const device = await api.signInAs({ withFactor: true });
  await api.db.insertInto('userRoles').values({ userId: device.userId, roleCode: 'administrator' }).execute();
  await insertAuthenticator(api, device.userId);
  return device;
};
const allow = (userId: string) => `POST /api/v1/identity/users/${userId}/second-factor/allowance`;

describe('a thief of the password of an organiser without a second factor', () => {
  it('cannot set one up, and reads why', async () => {
    const { accessToken, headers } = await organiser();
    expect(await secondFactorOf(api, accessToken)).toMatchObject({ isRequired: true, needsAllowance: true });
    for (const target of [`${profile}/authenticator`, `${passkeysPath}/options`]) {
      const answer = await api.request(`POST ${target}`, { headers });
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('administrator') },
      });
    }
  });

  it('cannot finish what was begun before the account had permissions', async () => {
    const account = await registerAccount(api);
    const headers = bearer((await signIn(api, account)).accessToken);
    const { body } = await api.request(`POST ${profile}/authenticator`, { headers });
    expect(body.secret).toBeTypeOf('string');
    await api.db.insertInto('userRoles').values({ userId: account.id, roleCode: 'organiser' }).execute();
    const code = codeAt(body.secret, api.clock.now());
    const answer = await api.request(`POST ${profile}/authenticator/confirm`, { headers, body: { code } });
    expect(outcome(answer)).toBe('409 conflict');
  });
});

describe('allowUserSecondFactor', () => {
  it('lets the user set up one, within a day, once; the user gets a mail', async () => {
    const [admin, user] = [await administrator(), await organiser()];
    expect((await admin.request(allow(user.id))).status).toBe(204);
    expect((await mailsTo(api, user.email)).map(({ kind }) => kind)).toContain('second-factor-allowed');
    await setUpAuthenticator(api, user.accessToken);
    expect((await api.request('GET /api/v1/events', { headers: user.headers })).status).toBe(200);
    expect(outcome(await admin.request(allow(user.id)))).toBe('409 conflict');
    const stored = api.db.selectFrom('users').select('firstFactorUntil').where('id', '=', user.id);
    expect(await stored.executeTakeFirst()).toEqual({ firstFactorUntil: null });
  });

  it('ends after a day', async () => {
    const [admin, user] = [await administrator(), await organiser()];
    await admin.request(allow(user.id));
    api.clock.advance(day);
    const { accessToken } = await signIn(api, user);
    const answer = await api.request(`POST ${profile}/authenticator`, { headers: bearer(accessToken) });
    expect(outcome(answer)).toBe('409 conflict');
  });

  it('is nobody’s own', async () => {
    const admin = await administrator();
    expect(outcome(await admin.request(allow(admin.userId)))).toBe('409 conflict');
  });
});

it('an administrator who removes a lost factor allows a new one', async () => {
  const [admin, user] = [await administrator(), await organiser()];
  await insertAuthenticator(api, user.id);
  expect((await admin.request(`DELETE /api/v1/identity/users/${user.id}/second-factor`)).status).toBe(204);
  const { accessToken } = await signIn(api, user);
  expect(await secondFactorOf(api, accessToken)).toMatchObject({ needsAllowance: false });
  await setUpAuthenticator(api, accessToken);
});

it('an invitation allows the first one', async () => {
  const admin = await administrator();
  const email = `guest-${Date.now()}@example.test`;
  const body = { firstName: 'Robin', lastName: 'de Vries', email, roleCodes: ['organiser'] };
  expect((await admin.request('POST /api/v1/identity/invitations', { body })).status).toBe(201);
  const token = await tokenMailedTo(api, email, 'invitation');
  const password = 'Round-eight-8!';
  await api.request('POST /api/v1/identity/auth/credentials/invitation/accept', {
    body: { token, password },
  });
  const { accessToken } = await signIn(api, { email, password });
  await setUpAuthenticator(api, accessToken);
});

it('the operator allows it by a command, and by making an administrator', async () => {
  const user = await organiser();
  const options = { email: user.email, origin: 'https://ringside.test', now: api.clock.now() };
  expect(await allowSecondFactor(api.db, options)).toContain('within 24 hours');
  expect(await secondFactorOf(api, user.accessToken)).toMatchObject({ needsAllowance: false });
  await expect(allowSecondFactor(api.db, { ...options, email: 'nobody@example.test' })).rejects.toThrow(
    'no account',
  );
  const other = await organiser();
  const askPassword = async () => 'Round-eight-8!';
  await createAdministrator(api.db, { email: other.email, grant: true, askPassword, now: api.clock.now() });
  expect(await secondFactorOf(api, other.accessToken)).toMatchObject({ needsAllowance: false });
});
