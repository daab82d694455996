/** Nobody chooses a password that guessers try first, wherever a password is set. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPassword } from '../../../src/admin/read-password.ts';
import { isCommonPassword } from '../../../src/common-passwords.ts';
import { readConfig } from '../../../src/config.ts';
import { hashPassword } from '../../../src/identity/accounts/passwords.ts';
import { bearer, password, registerAccount, registration, signIn } from '../../accounts.ts';
import { insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const auth = '/api/v1/identity/auth';
const users = '/api/v1/identity/users';
const words = 'Must not be a common password, also not with numbers or signs added.';
const issues = [{ detail: words, pointer: '/password', location: 'body' }];

describe('a common password', () => {
  it.each([
    ['in the list', 'password123'],
    ['in another case', 'QwErTy123'],
    ['with a number and a sign', 'Password1!'],
    ['with signs for letters', 'P@$$w0rd'],
    ['with both', 'P@ssw0rd1!'],
    ['with signs before it', '!!Dragon7'],
    ['a word with a year', 'Summer2026!'],
    ['more numbers than the list has', 'Password12345!'],
    ['a listed one that ends in numbers', 'Abc123!!'],
    ['numbers in front of keys', '1234Qwer!'],
  ])('is one %s', (_name, common) => {
    expect(isCommonPassword(common)).toBe(true);
  });

  it.each([
    'Ringside2026!',
    'Ringside-demo-1!',
    password,
    'Correct-horse-battery-9',
    'Xk9#mQ2!vT',
    // More than five characters were added.
    'Summer-2026-!',
    'Pas-1!',
    '',
    '🥊🥊🥊🥊🥊🥊🥊🥊',
  ])('is not %s', (good) => {
    expect(isCommonPassword(good)).toBe(false);
  });

  it('is found at once in 20 KB of hostile text', () => {
    const started = performance.now();
    for (const text of ['1', '!1@', 'a1', '\ud800', 'İ'])
      expect(isCommonPassword(text.repeat(20_000 / text.length))).toBe(false);
    expect(performance.now() - started).toBeLessThan(100);
  });
});

describe('is refused, with the field and the words,', () => {
  const body = { password: 'Summer2026!' };

  it('by register, beside the other issues', async () => {
    const answer = await api.request(`POST ${auth}/credentials/register`, {
      body: { ...registration(), password: 'summer2026' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.issues.map(({ detail }: { detail: string }) => detail)).toEqual([
      'Must contain at least one uppercase letter.',
      'Must contain at least one special character.',
      words,
    ]);
  });

  it('by the reset of a lost one', async () => {
    const answer = await api.request(`POST ${auth}/credentials/password-reset/confirm`, {
      body: { ...body, token: 'any' },
    });
    expect(answer).toMatchObject({ status: 400, body: { issues } });
  });

  it('by the change of the own one', async () => {
    const { accessToken } = await signIn(api, await registerAccount(api));
    const answer = await api.request(`PATCH /api/v1/identity/profile/password`, {
      body: { ...body, currentPassword: password },
      headers: bearer(accessToken),
    });
    expect(answer).toMatchObject({ status: 400, body: { issues } });
  });

  it('by an administrator who creates a user or sets a password', async () => {
    const admin = await api.signInAs({ scopes: ['identity.user:create', 'identity.user:access_update'] });
    const user = { ...registration(), ...body };
    expect(await admin.request(`POST ${users}`, { body: user })).toMatchObject({
      status: 400,
      body: { issues },
    });
    const target = `PATCH ${users}/${await insertUser(api.db)}/password`;
    expect(await admin.request(target, { body })).toMatchObject({ status: 400, body: { issues } });
  });

  it('by ADMIN_PASSWORD and by the command that creates an administrator', async () => {
    const env = { ADMIN_EMAIL: 'first@ringside.test', ADMIN_PASSWORD: body.password };
    const sentence = 'must not be a common password, also not with numbers or signs added';
    expect(() => readConfig(env)).toThrow(`ADMIN_PASSWORD ${sentence}`);
    const input = new PassThrough();
    input.end(`${body.password}\n`);
    const read = readPassword(input as never, new PassThrough() as never);
    await expect(read).rejects.toThrow(`The password ${sentence}.`);
  });
});

it('still signs in with a common password that was set before', async () => {
  const { id, email } = await registerAccount(api);
  await api.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword('Password1!') })
    .where('id', '=', id)
    .execute();
  const { answer, accessToken } = await signIn(api, { email, password: 'Password1!' });
  expect(answer.status).toBe(200);
  const changed = await api.request(`PATCH /api/v1/identity/profile/password`, {
    body: { currentPassword: 'Password1!', password },
    headers: bearer(accessToken),
  });
  expect(changed.status).toBe(204);
});
