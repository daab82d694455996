/** The reset of a lost password, and the change of the user's own password. */
import { describe, expect, it } from 'vitest';
import { hashPassword, passwordQueue } from '../../../src/identity/accounts/passwords.ts';
import { setPassword } from '../../../src/identity/accounts/set-password.ts';
import { lockUser } from '../../../src/identity/user.repository.ts';
import { bearer, isSignedIn, password, registerAccount, signIn } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { linkRefused, mailsTo, tokenMailedTo } from '../../mailbox.ts';

const api = await startApi();
const statements: string[] = [];
const watched = await startApi({}, ({ sql }) => void statements.push(sql));
const credentials = '/api/v1/identity/auth/credentials';
const newPassword = 'Other-one-1!';
const minute = 60_000;

const ask = (email: string) => api.request(`POST ${credentials}/password-reset`, { body: { email } });
const reset = (token: string, next = newPassword) =>
  api.request(`POST ${credentials}/password-reset/confirm`, { body: { token, password: next } });
const tokenFor = async (email: string) => {
  await ask(email);
  return tokenMailedTo(api, email, 'reset-password');
};
const loginStatus = async (email: string, tried: string) =>
  (await signIn(api, { email, password: tried })).answer.status;
/** Without the mails about the sign-ins of these tests: notices.test.ts has those. */
const kinds = async (email: string) =>
  (await mailsTo(api, email)).map(({ kind }) => kind).filter((kind) => kind !== 'new-device');

describe('requestPasswordReset', () => {
  it('answers the same for known and unknown addresses, and sends a mail to the known one', async () => {
    const { email } = await registerAccount(api);
    const known = await ask(` ${email.toUpperCase()}`);
    const unknown = await ask('nobody@example.test');
    expect(known.status).toBe(204);
    expect(unknown.status).toBe(204);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
    expect(await kinds(email)).toEqual(['verify-email', 'reset-password']);
    expect(await mailsTo(api, 'nobody@example.test')).toEqual([]);
  });

  it('runs the same statements for both, and stores nothing of an unknown address', async () => {
    const { email } = await registerAccount(watched);
    const count = async (address: string) => {
      statements.length = 0;
      await watched.request(`POST ${credentials}/password-reset`, { body: { email: address } });
      return [...statements];
    };
    const known = await count(email);
    expect(await count('nobody@example.test')).toEqual(known);
    expect(known.length).toBeGreaterThan(4);
    const rows = JSON.stringify([
      await watched.db.selectFrom('outboxMails').selectAll().execute(),
      await watched.db.selectFrom('mailTokens').selectAll().execute(),
    ]);
    expect(rows).not.toContain('nobody@example.test');
  });

  it('sends a new link and invalidates the previous one', async () => {
    const { email } = await registerAccount(api);
    const first = await tokenFor(email);
    const second = await tokenFor(email);
    expect(await reset(first)).toMatchObject(linkRefused);
    expect(await reset(second)).toMatchObject({ status: 204 });
  });

  it('neither ends sessions nor changes the password', async () => {
    const account = await registerAccount(api);
    const { accessToken } = await signIn(api, account);
    await ask(account.email);
    expect(await isSignedIn(api, accessToken)).toBe(true);
    expect(await loginStatus(account.email, password)).toBe(200);
  });
});

describe('resetPassword', () => {
  it('sets the password, ends every session, confirms the address and notifies the owner', async () => {
    const account = await registerAccount(api);
    const { email } = account;
    const [here, there] = [await signIn(api, account), await signIn(api, account)];
    expect(await reset(await tokenFor(email))).toMatchObject({ status: 204 });
    expect(await isSignedIn(api, here.accessToken)).toBe(false);
    expect(await isSignedIn(api, there.accessToken)).toBe(false);
    const refresh = await api.request('POST /api/v1/identity/auth/token/refresh', {
      body: { refreshToken: here.refreshToken },
    });
    expect(refresh.status).toBe(401);
    expect(await loginStatus(email, password)).toBe(401);
    const again = await signIn(api, { email, password: newPassword });
    const { body } = await api.request('GET /api/v1/identity/auth/token/user-info', {
      headers: bearer(again.accessToken),
    });
    expect(body.email_verified).toBe(true);
    expect((await kinds(email)).at(-1)).toBe('password-changed');
  });

  it('accepts a token once when it is sent many times at once', async () => {
    const { email } = await registerAccount(api);
    const token = await tokenFor(email);
    const tries = Array.from({ length: 10 }, (_, index) => `Round-${index}-seven!`);
    const answers = await Promise.all(tries.map((next) => reset(token, next)));
    const winner = answers.findIndex(({ status }) => status === 204);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const [index, answer] of answers.entries())
      if (index !== winner) expect(answer).toMatchObject(linkRefused);
    expect(await loginStatus(email, String(tries[winner]))).toBe(200);
  });

  it('accepts a token for 30 minutes', async () => {
    const [early, late] = [await registerAccount(api), await registerAccount(api)];
    const [one, two] = [await tokenFor(early.email), await tokenFor(late.email)];
    api.clock.advance(29 * minute);
    expect(await reset(one)).toMatchObject({ status: 204 });
    api.clock.advance(2 * minute);
    expect(await reset(two)).toMatchObject(linkRefused);
    api.clock.reset();
  });

  it('keeps a token valid when the new password breaks a rule', async () => {
    const { email } = await registerAccount(api);
    const token = await tokenFor(email);
    expect(await reset(token, 'weak')).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/password' }, {}, {}, {}] },
    });
    expect(await reset(token)).toMatchObject({ status: 204 });
  });

  it('refuses guesses, and tokens of another purpose', async () => {
    const { email } = await registerAccount(api);
    const [mail] = await mailsTo(api, email);
    for (const token of ['x', 'A'.repeat(43), String(mail?.token)])
      expect(await reset(token)).toMatchObject(linkRefused);
  });

  it('gives an account without a password its first password', async () => {
    const { userId } = await api.signInAs();
    const email = `${userId}@example.test`;
    expect(await reset(await tokenFor(email))).toMatchObject({ status: 204 });
    expect(await loginStatus(email, newPassword)).toBe(200);
  });

  // If an attacker registered the address, they must lose all access when its owner takes over the account.
  it('invalidates a pending change of address', async () => {
    const account = await registerAccount(api);
    const { accessToken } = await signIn(api, account);
    await api.request('PATCH /api/v1/identity/profile/email', {
      headers: bearer(accessToken),
      body: { email: `eve-${account.email}`, currentPassword: password },
    });
    const eves = await tokenMailedTo(api, `eve-${account.email}`, 'change-email');
    expect(await reset(await tokenFor(account.email))).toMatchObject({ status: 204 });
    const answer = await api.request(`POST ${credentials}/email-verification/confirm`, {
      body: { token: eves },
    });
    expect(answer).toMatchObject(linkRefused);
    expect(await loginStatus(account.email, newPassword)).toBe(200);
  });

  it('refuses a login whose old password is being checked at the same time', async () => {
    const account = await registerAccount(watched);
    const passwordHash = await hashPassword(newPassword);
    // Fills the queue: the sign-in reads the account now, and its password is checked after all of these.
    const others = Array.from({ length: 40 }, () => hashPassword('takes its time'));
    statements.length = 0;
    const login = signIn(watched, account);
    const isRead = () => statements.some((sql) => /from "users" where "email"/.test(sql));
    await expect.poll(isRead, { interval: 2 }).toBe(true);
    await watched.db.transaction().execute(async (trx) => {
      await lockUser(trx, account.id);
      await setPassword(trx, { user: account, passwordHash, now: new Date(), origin: 'http://localhost' });
    });
    expect(passwordQueue().waiting).toBeGreaterThan(0);
    expect((await login).answer.status).toBe(401);
    await Promise.all(others);
    expect((await signIn(watched, { ...account, password: newPassword })).answer.status).toBe(200);
  });
});

describe('changeOwnPassword', () => {
  const change = (accessToken: string, body: object) =>
    api.request('PATCH /api/v1/identity/profile/password', { headers: bearer(accessToken), body });

  it('sets the password, ends all other sessions and notifies the owner', async () => {
    const account = await registerAccount(api);
    const [here, there] = [await signIn(api, account), await signIn(api, account)];
    const answer = await change(here.accessToken, { currentPassword: password, password: newPassword });
    expect(answer.status).toBe(204);
    expect(await isSignedIn(api, here.accessToken)).toBe(true);
    expect(await isSignedIn(api, there.accessToken)).toBe(false);
    expect(await loginStatus(account.email, password)).toBe(401);
    expect(await loginStatus(account.email, newPassword)).toBe(200);
    expect((await kinds(account.email)).at(-1)).toBe('password-changed');
  });

  it.each([
    [{ currentPassword: 'Wrong-one-1!' }, 'This is not the password of your account.'],
    [{}, 'Is required.'],
  ])('refuses %j with an issue at its field, and changes nothing', async (proof, detail) => {
    const account = await registerAccount(api);
    const { accessToken } = await signIn(api, account);
    expect(await change(accessToken, { ...proof, password: newPassword })).toMatchObject({
      status: 400,
      body: { issues: [{ detail, pointer: '/currentPassword', location: 'body' }] },
    });
    expect(await loginStatus(account.email, password)).toBe(200);
    expect(await kinds(account.email)).toEqual(['verify-email']);
  });

  it('requires no current password from an account without one', async () => {
    const { userId, accessToken } = await api.signInAs();
    expect((await change(accessToken, { password: newPassword })).status).toBe(204);
    expect(await loginStatus(`${userId}@example.test`, newPassword)).toBe(200);
  });

  it('invalidates the links in earlier mails', async () => {
    const account = await registerAccount(api);
    const token = await tokenFor(account.email);
    const { accessToken } = await signIn(api, account);
    await change(accessToken, { currentPassword: password, password: newPassword });
    expect(await reset(token)).toMatchObject(linkRefused);
  });

  it('accepts one of two simultaneous changes', async () => {
    const account = await registerAccount(api);
    const { accessToken } = await signIn(api, account);
    const tries = ['Round-one-1!', 'Round-two-2!'];
    const answers = await Promise.all(
      tries.map((next) => change(accessToken, { currentPassword: password, password: next })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect(await loginStatus(account.email, String(tries[winner]))).toBe(200);
  });
});
