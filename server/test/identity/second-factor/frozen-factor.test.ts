/** A report of the account freezes young factors (9.22): neither a thief of the mailbox nor one of a session gets past them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bearer, registerAccount, signIn } from '../../accounts.ts';
import { startApi, type TestApi } from '../../harness.ts';
import { tokenMailedTo } from '../../mailbox.ts';
import {
  addPasskey,
  insertOwner,
  loginWith,
  passkeysPath,
  stepUpPath,
  stepUpWith,
} from '../passkeys/passkey-owner.ts';
import { codeAt, outcome, profile, registerWithAuthenticator, stepMs } from './authenticator-app.ts';

const [api, strict] = [await startApi(), await startApi({ requireSecondFactor: true })];
const credentials = '/api/v1/identity/auth/credentials';
const [minute, day] = [60_000, 86_400_000];
const refused = '403 fresh-second-factor-required';

beforeEach(async () => {
  for (const { db } of [api, strict]) await db.deleteFrom('attemptCounters').execute();
});
afterEach(() => {
  for (const { clock } of [api, strict]) clock.reset();
});

/** The reader of the mailbox reports the account, and chooses a password by the link of the next mail. */
async function reportFromMailbox(
  on: TestApi,
  { id, email }: { id: string; email: string },
  password: string,
) {
  await on.db
    .updateTable('users')
    .set({ emailVerifiedAt: on.clock.now().toISOString() })
    .where('id', '=', id)
    .execute();
  const report = await on.request(`POST ${credentials}/report`, {
    body: { token: await tokenMailedTo(on, email, 'new-device') },
  });
  expect(report.status).toBe(204);
  const token = await tokenMailedTo(on, email, 'reset-password');
  const chosen = await on.request(`POST ${credentials}/password-reset/confirm`, {
    body: { token, password },
  });
  expect(chosen.status).toBe(204);
}

/** Two devices have signed in, so that there is a mail with the link. */
async function newProtected(on: TestApi, ageDays: number) {
  const account = await registerAccount(on);
  await signIn(on, account);
  await signIn(on, account);
  const { id } = account;
  const of = await registerWithAuthenticator(on);
  const at = new Date(on.clock.now().getTime() - ageDays * day).toISOString();
  // The app and the codes of another account, so that they have an age.
  await on.db
    .updateTable('authenticators')
    .set({ userId: id, confirmedAt: at })
    .where('userId', '=', of.id)
    .execute();
  await on.db
    .updateTable('recoveryCodes')
    .set({ userId: id, createdAt: at })
    .where('userId', '=', of.id)
    .execute();
  return { ...account, secret: of.secret, recoveryCodes: of.recoveryCodes };
}

const password = 'Reset-by-mail-1!';
const login = (on: TestApi, email: string, code?: string) =>
  on.request(`POST ${credentials}/login?includeTokens=true`, {
    body: { email, password, ...(code ? { code } : {}) },
  });

it('a mailbox alone does not remove a fresh app: its code is still asked for', async () => {
  const account = await newProtected(api, 3);
  await reportFromMailbox(api, account, password);
  expect(outcome(await login(api, account.email))).toBe('401 code-required');
  expect(outcome(await login(api, account.email, account.recoveryCodes[0]))).toBe('401 invalid-code');
});

it('the code of a frozen app signs in, and proves nothing else', async () => {
  const account = await newProtected(api, 3);
  await reportFromMailbox(api, account, password);
  api.clock.stop();
  const signedIn = await login(api, account.email, codeAt(account.secret, api.clock.now()));
  expect(signedIn.status).toBe(200);
  const headers = bearer(signedIn.body.tokens.accessToken.value);
  const ask = (target: string, body?: object) => api.request(target, { headers, ...(body ? { body } : {}) });
  expect((await ask(`GET ${profile}/second-factor`)).body).toMatchObject({ isProved: false });
  expect(outcome(await ask(`DELETE ${profile}/authenticator`))).toBe(refused);
  api.clock.advance(2 * stepMs);
  const code = codeAt(account.secret, api.clock.now());
  expect(outcome(await ask(`POST ${stepUpPath}`, { code }))).toMatch(/^400/);
  api.clock.advance(2 * stepMs);
  const later = codeAt(account.secret, api.clock.now());
  expect((await ask(`POST ${stepUpPath}`, { password, code: later })).status).toBe(204);
  expect(outcome(await ask(`DELETE ${profile}/authenticator`))).toBe(refused);
  expect((await ask(`POST ${stepUpPath}/options`)).body).toMatchObject({ codeProves: false });
});

it('an older recovery code, and an older app, work as before', async () => {
  for (const [ageDays, codeOf] of [
    [8, ({ recoveryCodes }: { recoveryCodes: string[] }) => String(recoveryCodes[0])],
    [8, ({ secret }: { secret: string }) => codeAt(secret, api.clock.now())],
  ] as const) {
    const account = await newProtected(api, ageDays);
    await reportFromMailbox(api, account, password);
    const signedIn = await login(api, account.email, codeOf(account));
    expect(signedIn.status).toBe(200);
    const headers = bearer(signedIn.body.tokens.accessToken.value);
    expect((await api.request(`DELETE ${profile}/authenticator`, { headers })).status).toBe(204);
  }
});

it('a frozen passkey neither signs in nor steps up, and an older one removes it', async () => {
  const account = await registerAccount(api);
  await signIn(api, account);
  await signIn(api, account);
  const owner = await api.signInAs({ userId: account.id, withFactor: true });
  const old = await addPasskey(owner);
  await api.db
    .updateTable('passkeys')
    .set({ createdAt: new Date(api.clock.now().getTime() - 8 * day).toISOString() })
    .where('userId', '=', account.id)
    .execute();
  const young = await addPasskey(owner);
  await reportFromMailbox(api, account, password);
  expect(outcome(await loginWith(api, young.key))).toMatch(/^401/);
  const { body } = await loginWith(api, old.key);
  const headers = bearer(body.tokens.accessToken.value);
  const device = {
    request: ((target, options = {}) => api.request(target, { ...options, headers })) as typeof api.request,
  };
  expect(outcome(await stepUpWith(device, young.key))).toMatch(/^400/);
  expect((await device.request(`DELETE ${passkeysPath}/${young.answer.body.id}`)).status).toBe(204);
});

it('is removed only by another administrator where a second factor is required', async () => {
  const { device, passkeyId } = await insertOwner(strict);
  const frozenAt = strict.clock.now().toISOString();
  await strict.db.updateTable('passkeys').set({ frozenAt }).where('id', '=', passkeyId).execute();
  await strict.db
    .insertInto('userRoles')
    .values({ userId: device.userId, roleCode: 'administrator' })
    .execute();
  await strict.db
    .updateTable('loginSessions')
    .set({ secondFactor: true, secondFactorAt: frozenAt })
    .where('id', '=', device.sessionId)
    .execute();
  expect(outcome(await device.request(`DELETE ${passkeysPath}/${passkeyId}`))).toBe('409 conflict');
  const other = await strict.signInAs({ withFactor: true });
  await strict.db
    .insertInto('userRoles')
    .values({ userId: other.userId, roleCode: 'administrator' })
    .execute();
  strict.clock.advance(minute);
  expect((await other.request(`DELETE /api/v1/identity/users/${device.userId}/second-factor`)).status).toBe(
    204,
  );
});
