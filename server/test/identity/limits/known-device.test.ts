/** A device that has signed in is known until all sessions of its account end (docs/product.md, 18.4). */
import { beforeEach, describe, expect, it } from 'vitest';
import { findUser, updateUser } from '../../../src/identity/user.repository.ts';
import { type Account, password, registerAccount, signIn } from '../../accounts.ts';
import { cookiesOf, startApi } from '../../harness.ts';
import { mailsTo, tokenMailedTo } from '../../mailbox.ts';

const api = await startApi();
const credentials = '/api/v1/identity/auth/credentials';
const next = 'Another-password-2!';
const wrong = 'Wrong-password-1!';

const address = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;
const login = (tried: string, knownDevice: string, email = account.email) =>
  api.request(`POST ${credentials}/login`, {
    body: { email, password: tried },
    remoteAddress: address(),
    cookies: { knownDevice },
  });
const noticed = async () =>
  (await mailsTo(api, account.email)).filter(({ kind }) => kind === 'new-device').length;

/** Its guesses are counted with those of the other known devices; a stranger's are in three counters. */
async function isKnown(knownDevice: string, email = account.email): Promise<boolean> {
  await api.db.deleteFrom('attemptCounters').execute();
  await login(wrong, knownDevice, email);
  const counters = await api.db.selectFrom('attemptCounters').select('key').execute();
  expect([1, 3]).toContain(counters.length);
  return counters.length === 1;
}

let account: Account;
let owner: Awaited<ReturnType<typeof signIn>>;
let device: string;
beforeEach(async () => {
  account = await registerAccount(api);
  // Others get one such mail an hour.
  await updateUser(api.db, account.id, { emailVerifiedAt: new Date().toISOString() });
  owner = await signIn(api, account);
  device = String(cookiesOf(owner.answer).knownDevice);
  expect(await isKnown(device)).toBe(true);
  await api.db.deleteFrom('attemptCounters').execute();
});

describe('a known device', () => {
  const endings = {
    async 'a reset of the password'() {
      await api.request(`POST ${credentials}/password-reset`, { body: { email: account.email } });
      const token = await tokenMailedTo(api, account.email, 'reset-password');
      const body = { token, password: next };
      return api.request(`POST ${credentials}/password-reset/confirm`, { body });
    },
    async '"This was not me"'() {
      await signIn(api, account);
      const token = await tokenMailedTo(api, account.email, 'new-device');
      return api.request(`POST ${credentials}/report`, { body: { token } });
    },
    async 'the end of all sessions by an administrator'() {
      const administrator = await api.signInAs({ scopes: ['identity.user:access_update'] });
      return administrator.request(`DELETE /api/v1/identity/users/${account.id}/login-sessions`);
    },
    async 'a new password of the own, set on another device'() {
      const { cookies } = await signIn(api, account);
      const body = { currentPassword: password, password: next };
      return api.request('PATCH /api/v1/identity/profile/password', { body, cookies });
    },
  };

  it.each(Object.entries(endings))('is a stranger after %s', async (_name, end) => {
    expect((await end()).status).toBe(204);
    expect(await isKnown(device)).toBe(false);
    await updateUser(api.db, account.id, {
      passwordHash: (await findUser(api.db, (await registerAccount(api)).id))?.passwordHash ?? null,
    });
    const before = await noticed();
    expect((await login(password, device)).status).toBe(200);
    expect(await noticed()).toBe(before + 1);
  });

  it('stays known when the owner sets a new password on it', async () => {
    const body = { currentPassword: password, password: next };
    const answer = await api.request('PATCH /api/v1/identity/profile/password', {
      body,
      cookies: owner.cookies,
    });
    expect(answer.status).toBe(204);
    expect(await isKnown(device)).toBe(false);
    expect(await isKnown(String(cookiesOf(answer).knownDevice))).toBe(true);
  });

  it('is a stranger when another device signs it out, which stays known', async () => {
    const other = await signIn(api, account);
    const { body } = await api.request('GET /api/v1/identity/auth/sessions', { cookies: owner.cookies });
    const [mine] = body.data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    const answer = await api.request(`DELETE /api/v1/identity/auth/sessions/${mine.id}`, {
      cookies: other.cookies,
    });
    expect(answer.status).toBe(204);
    expect(await isKnown(device)).toBe(false);
    expect(await isKnown(String(cookiesOf(answer).knownDevice))).toBe(true);
  });

  it('becomes no known device by a new password, when it was none', async () => {
    const { knownDevice: _none, ...cookies } = owner.cookies;
    const body = { currentPassword: password, password: next };
    const answer = await api.request('PATCH /api/v1/identity/profile/password', { body, cookies });
    expect([answer.status, cookiesOf(answer)]).toEqual([204, {}]);
  });

  it('is none of the next account of the address', async () => {
    await api.db.deleteFrom('users').where('id', '=', account.id).execute();
    await api.request(`POST ${credentials}/register`, {
      body: { firstName: 'Kim', lastName: 'Novak', email: account.email, password },
    });
    expect(await isKnown(device)).toBe(false);
  });

  it('stays known when the account changes its address', async () => {
    const email = `new-${account.email}`;
    await updateUser(api.db, account.id, { email });
    expect(await isKnown(device, email)).toBe(true);
  });
});

describe('the known devices of an account', () => {
  it('guess together, however many there are', async () => {
    const devices = [device];
    while (devices.length < 10)
      devices.push(String(cookiesOf((await signIn(api, account)).answer).knownDevice));
    await api.db.deleteFrom('attemptCounters').execute();
    const statuses: number[] = [];
    for (let time = 0; time < 15; time++)
      for (const knownDevice of devices) statuses.push((await login(wrong, knownDevice)).status);
    // The waits after the fifth: a slow machine may let one or two pass.
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(12);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(138);
  });
});
