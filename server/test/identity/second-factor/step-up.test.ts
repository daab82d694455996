/** Proving again who one is: with the password, with a code beside it, or with a passkey. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/identity/accounts/passwords.ts';
import { proveByPassword } from '../../../src/identity/second-factor/prove-by-password.ts';
import { password } from '../../accounts.ts';
import { insertUser } from '../../factories.ts';
import { type Device, startApi } from '../../harness.ts';
import { findSession, insertOwner, loginOptions, stepUpPath, stepUpWith } from '../passkeys/passkey-owner.ts';
import { type Bend, SoftwareAuthenticator } from '../passkeys/software-authenticator.ts';

const api = await startApi({ oidcProviders: [] });
const minute = 60_000;
const passkeysPath = '/api/v1/identity/profile/passkeys';

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});
beforeEach(() => api.db.deleteFrom('attemptCounters').execute());
afterEach(() => api.clock.reset());

const signIn = async () => api.signInAs({ userId: await insertUser(api.db, { passwordHash }) });
const stepUp = ({ request }: Pick<Device, 'request'>, body: object) =>
  request(`POST ${stepUpPath}`, { body });
const issueAt = (pointer: string) => ({ status: 400, body: { issues: [{ pointer, location: 'body' }] } });
const passkeyRefused = {
  status: 400,
  body: { issues: [{ pointer: '/passkey', detail: 'This passkey was not accepted. Try again.' }] },
};
/** An operation that needs a recent proof. */
const dare = async ({ request }: Pick<Device, 'request'>) =>
  (await request(`POST ${passkeysPath}/options`)).status;
const provedAt = async ({ sessionId }: Device) =>
  Date.parse((await findSession(api, sessionId)).authenticatedAt);

describe('the recent proof', () => {
  it('lasts 10 minutes from the sign-in, and again from each step-up', async () => {
    api.clock.stop();
    const device = await signIn();
    api.clock.advance(10 * minute - 1_000);
    expect(await dare(device)).toBe(200);
    api.clock.advance(2_000);
    expect(await device.request(`POST ${passkeysPath}/options`)).toMatchObject({
      status: 403,
      body: { type: '/problems/step-up-required', detail: 'Prove again who you are, then repeat the call.' },
    });
    expect((await stepUp(device, { password })).status).toBe(204);
    expect(await provedAt(device)).toBe(api.clock.now().getTime());
    api.clock.advance(10 * minute - 1_000);
    expect(await dare(device)).toBe(200);
    api.clock.advance(1_000);
    expect(await dare(device)).toBe(403);
  });

  it('belongs to one session', async () => {
    api.clock.stop();
    const device = await signIn();
    const other = await api.signInAs({ userId: device.userId });
    api.clock.advance(11 * minute);
    await stepUp(device, { password });
    expect([await dare(device), await dare(other)]).toEqual([200, 403]);
  });
});

describe('a step-up with the password', () => {
  it('is no second factor, and takes none away', async () => {
    const device = await signIn();
    expect((await stepUp(device, { password })).status).toBe(204);
    expect((await findSession(api, device.sessionId)).secondFactor).toBe(false);
    await api.db
      .updateTable('loginSessions')
      .set({ secondFactor: true })
      .where('id', '=', device.sessionId)
      .execute();
    await stepUp(device, { password });
    expect((await findSession(api, device.sessionId)).secondFactor).toBe(true);
  });

  it('refuses a wrong one, none, an account without one, and two proofs at once', async () => {
    api.clock.stop();
    const device = await signIn();
    const before = await provedAt(device);
    api.clock.advance(minute);
    expect(await stepUp(device, { password: 'Wrong-password-1!' })).toMatchObject(issueAt('/password'));
    expect(await stepUp(device, {})).toMatchObject(issueAt(''));
    expect(await stepUp(device, { code: '123456' })).toMatchObject(issueAt('/code'));
    const passkey = new SoftwareAuthenticator().get({ challenge: 'AAAA', rpId: 'localhost' });
    expect(await stepUp(device, { password, passkey })).toMatchObject(issueAt(''));
    expect(await stepUp(await api.signInAs(), { password })).toMatchObject(issueAt('/password'));
    expect(await provedAt(device)).toBe(before);
  });

  it('is limited for the user, in all sessions together', async () => {
    api.clock.stop();
    const device = await signIn();
    const other = await api.signInAs({ userId: device.userId });
    const statuses: number[] = [];
    for (const session of [device, other, device, other, device, other])
      statuses.push((await stepUp(session, { password: 'Wrong-password-1!' })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await stepUp(device, { password })).status).toBe(429);
    expect((await stepUp(await signIn(), { password })).status).toBe(204);
    api.clock.advance(1_000);
    expect((await stepUp(device, { password })).status).toBe(204);
    expect((await stepUp(other, { password: 'Wrong-password-1!' })).status).toBe(400);
  });

  it('answers at most five of sixty guesses at once', async () => {
    api.clock.stop();
    const device = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => stepUp(device, { password: 'Wrong-password-1!' })),
    );
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
  });
});

describe('a step-up with a passkey', () => {
  it('is a recent proof and a second factor', async () => {
    api.clock.stop();
    const { device, key } = await insertOwner(api);
    api.clock.advance(11 * minute);
    const { body } = await device.request(`POST ${stepUpPath}/options`);
    expect(body.passkey).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: key.id, type: 'public-key' }],
    });
    // Some authenticators return no handle when they are asked for a passkey by its id.
    expect((await stepUpWith(device, key, { userHandle: null })).status).toBe(204);
    expect(await findSession(api, device.sessionId)).toMatchObject({ secondFactor: true });
    expect(await provedAt(device)).toBe(api.clock.now().getTime());
    expect(await dare(device)).toBe(200);
  });

  it.each<[string, Bend]>([
    ['of another site', { origin: 'https://ringside.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a registration', { type: 'webauthn.create' }],
    ['to another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['without a check of the owner', { userVerified: false }],
    ['for another account', { userHandle: randomBytes(32).toString('base64url') }],
    ['of an unknown passkey', { credentialId: randomBytes(32) }],
  ])('refuses an answer %s', async (_name, bend) => {
    api.clock.stop();
    const { device, key } = await insertOwner(api);
    api.clock.advance(11 * minute);
    const { secondFactorAt } = await findSession(api, device.sessionId);
    expect(await stepUpWith(device, key, bend)).toMatchObject(passkeyRefused);
    expect(await dare(device)).toBe(403);
    expect((await findSession(api, device.sessionId)).secondFactorAt).toEqual(secondFactorAt);
  });

  it('refuses the passkey of another user', async () => {
    const [victim, thief] = [await insertOwner(api), await insertOwner(api)];
    expect(await stepUpWith(victim.device, thief.key)).toMatchObject(passkeyRefused);
    expect(await stepUpWith(victim.device, thief.key, { userHandle: null })).toMatchObject(passkeyRefused);
  });

  it('refuses an answer twice, to another session, to a sign-in, and a counter that went back', async () => {
    const { device, key } = await insertOwner(api);
    const other = await api.signInAs({ userId: device.userId });
    const ask = async (from: Device) => (await from.request(`POST ${stepUpPath}/options`)).body.passkey;
    const answer = key.get(await ask(device), { counter: 3 });
    expect(await stepUp(other, { passkey: answer })).toMatchObject(passkeyRefused);
    expect((await stepUp(device, { passkey: answer })).status).toBe(204);
    expect(await stepUp(device, { passkey: answer })).toMatchObject(passkeyRefused);
    const toSignIn = key.get(await loginOptions(api.request), { counter: 4 });
    expect(await stepUp(device, { passkey: toSignIn })).toMatchObject(passkeyRefused);
    expect(await stepUpWith(device, key, { counter: 3 })).toMatchObject(passkeyRefused);
    expect((await stepUpWith(device, key, { counter: 4 })).status).toBe(204);
  });
});

describe('createStepUpOptions', () => {
  it('names the ways of the account', async () => {
    const options = async ({ request }: Pick<Device, 'request'>) =>
      (await request(`POST ${stepUpPath}/options`)).body;
    expect(await options(await api.signInAs())).toEqual({
      hasPassword: false,
      needsCode: false,
      codeProves: false,
      passkey: null,
      providers: [],
    });
    expect(await options(await signIn())).toMatchObject({ hasPassword: true, passkey: null });
  });
});

describe('a step-up of an account with an authenticator app', () => {
  it('needs a right code beside the password', async () => {
    const spent: string[] = [];
    const checkCode = async (_db: unknown, { code }: { code: string | undefined }) => {
      if (code === undefined) return 'missing';
      spent.push(code);
      return code === '492039' ? 'right' : 'wrong';
    };
    api.clock.stop();
    const device = await signIn();
    api.clock.advance(11 * minute);
    const prove = (given: string, code?: string) =>
      proveByPassword(api.db, device, { password: given, code }, { checkCode, now: api.clock.now() });
    await expect(prove(password)).rejects.toMatchObject({ issues: [{ pointer: '/code' }] });
    await expect(prove(password, '111111')).rejects.toMatchObject({ issues: [{ pointer: '/code' }] });
    await expect(prove('Wrong-password-1!', '492039')).rejects.toMatchObject({
      issues: [{ pointer: '/password' }],
    });
    // A wrong password spends no code.
    expect(spent).toEqual(['111111']);
    expect(await dare(device)).toBe(403);
    await prove(password, '492039');
    expect(await findSession(api, device.sessionId)).toMatchObject({ secondFactor: true });
    expect(await dare(device)).toBe(200);
  });
});
