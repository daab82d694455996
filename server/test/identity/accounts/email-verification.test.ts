/** The verification of an e-mail address: after a registration, and when it changes. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearer, isSignedIn, password, registerAccount, registration, signIn } from '../../accounts.ts';
import { insertUser } from '../../factories.ts';
import { type RequestOptions, startApi } from '../../harness.ts';
import { linkRefused, mailsTo, tokenMailedTo } from '../../mailbox.ts';

const api = await startApi();
const statements: string[] = [];
const watched = await startApi({}, ({ sql }) => void statements.push(sql));
const published = await startApi({ publicUrl: 'https://fights.test' });
const credentials = '/api/v1/identity/auth/credentials';
const hour = 3_600_000;

const verify = (token: string) => confirm({ body: { token, password } });
const confirm = (options: RequestOptions) =>
  api.request(`POST ${credentials}/email-verification/confirm`, options);
const isVerified = async (email: string) => {
  const row = await api.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  return row?.emailVerifiedAt !== null && row !== undefined;
};
/** Registers an account and signs in a device. */
async function newcomer() {
  const account = await registerAccount(api);
  const { accessToken } = await signIn(api, account);
  const headers = bearer(accessToken);
  return {
    ...account,
    accessToken,
    requestVerification: () => api.request(`POST ${credentials}/email-verification`, { headers }),
    changeEmail: (email: string, currentPassword = password) =>
      api.request('PATCH /api/v1/identity/profile/email', { headers, body: { email, currentPassword } }),
  };
}

describe('register', () => {
  it('sends a link that confirms the address once', async () => {
    const { email } = await newcomer();
    expect(await isVerified(email)).toBe(false);
    const [mail] = await mailsTo(api, email);
    expect(mail).toMatchObject({ kind: 'verify-email', subject: 'Confirm your e-mail address' });
    expect(mail?.token).toHaveLength(43);
    expect(mail?.html).toContain(`/auth/verify-email?token=${mail?.token}`);
    expect(await verify(String(mail?.token))).toMatchObject({ status: 204 });
    expect(await isVerified(email)).toBe(true);
    expect(await verify(String(mail?.token))).toMatchObject(linkRefused);
  });

  it('answers the same for a taken address, changes nothing and notifies its owner', async () => {
    const owner = await newcomer();
    await verify(await tokenMailedTo(api, owner.email, 'verify-email'));
    const before = await api.db.selectFrom('users').selectAll().where('id', '=', owner.id).execute();
    const stranger = { ...registration(), email: owner.email, password: 'Strangers-1!', firstName: 'Eve' };
    const free = await api.request(`POST ${credentials}/register`, { body: registration() });
    const taken = await api.request(`POST ${credentials}/register`, { body: stranger });
    expect(taken.status).toBe(free.status);
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body));
    expect(taken.body.id).not.toBe(owner.id);
    expect(taken.body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(free.body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(taken.headers.location).toBe(`/api/v1/identity/users/${taken.body.id}`);
    expect(Object.keys(taken.headers).sort()).toEqual(Object.keys(free.headers).sort());

    expect(await api.db.selectFrom('users').selectAll().where('id', '=', owner.id).execute()).toEqual(before);
    expect(await isSignedIn(api, owner.accessToken)).toBe(true);
    const mails = await mailsTo(api, owner.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['verify-email', 'account-exists']);
    expect(mails[1]?.token).toBe('');
    expect(mails[1]?.text).toContain('/auth/forgot-password');
  });

  it('runs the same statements whether the address is taken or not', async () => {
    const count = async (email: string) => {
      statements.length = 0;
      await watched.request(`POST ${credentials}/register`, { body: { ...registration(), email } });
      return [...statements];
    };
    const free = await count('first@example.test');
    expect(await count('first@example.test')).toEqual(free);
    expect(free.length).toBeGreaterThan(3);
  });

  it('repeats no input of a user in a mail', async () => {
    const body = {
      ...registration(),
      firstName: 'Win <b>now</b>\r\nBcc: eve@example.test',
      lastName: 'https://evil.test',
      name: 'Click "here"',
    };
    expect((await api.request(`POST ${credentials}/register`, { body })).status).toBe(201);
    const [mail] = await mailsTo(api, body.email);
    expect(JSON.stringify(mail)).not.toMatch(/Win|evil|eve@|Click/);
  });
});

describe('requestEmailVerification', () => {
  it('sends another link and invalidates the first', async () => {
    const { email, requestVerification } = await newcomer();
    const first = await tokenMailedTo(api, email, 'verify-email');
    expect(await requestVerification()).toMatchObject({ status: 204 });
    // The first mail was not sent yet, so the second one replaces it.
    expect(await mailsTo(api, email)).toHaveLength(1);
    const second = await tokenMailedTo(api, email, 'verify-email');
    expect(second).not.toBe(first);
    expect(await verify(first)).toMatchObject(linkRefused);
    expect(await verify(second)).toMatchObject({ status: 204 });
  });

  it('answers 409 when the address is already confirmed', async () => {
    const { email, requestVerification } = await newcomer();
    await verify(await tokenMailedTo(api, email, 'verify-email'));
    expect(await requestVerification()).toMatchObject({
      status: 409,
      body: { issues: [{ detail: 'The e-mail address is confirmed already.' }] },
    });
  });

  it('leaves one valid link after many requests at once', async () => {
    const { email, requestVerification } = await newcomer();
    await Promise.all(Array.from({ length: 8 }, requestVerification));
    const tokens = await api.db.selectFrom('mailTokens').selectAll().where('email', '=', email).execute();
    expect(tokens).toHaveLength(1);
    expect(await verify(await tokenMailedTo(api, email, 'verify-email'))).toMatchObject({ status: 204 });
  });
});

describe('verifyEmail', () => {
  it('refuses an invalid token with the same text as a used one', async () => {
    expect(await verify('x')).toMatchObject(linkRefused);
    expect(await verify('A'.repeat(43))).toMatchObject(linkRefused);
  });

  it('accepts a token for 48 hours', async () => {
    api.clock.stop();
    const [early, late] = [await newcomer(), await newcomer()];
    api.clock.advance(48 * hour - 1);
    expect(await verify(await tokenMailedTo(api, early.email, 'verify-email'))).toMatchObject({
      status: 204,
    });
    api.clock.advance(1);
    expect(await verify(await tokenMailedTo(api, late.email, 'verify-email'))).toMatchObject(linkRefused);
    api.clock.reset();
  });

  it('accepts a token once when it is sent many times at once', async () => {
    const { email, accessToken } = await newcomer();
    const token = await tokenMailedTo(api, email, 'verify-email');
    const call = { headers: bearer(accessToken), body: { token } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(call)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('does not accept a token of a password reset', async () => {
    const { email } = await newcomer();
    await api.request(`POST ${credentials}/password-reset`, { body: { email } });
    const token = await tokenMailedTo(api, email, 'reset-password');
    expect(await verify(token)).toMatchObject(linkRefused);
    expect(await isVerified(email)).toBe(false);
  });

  it('stores only the hash of a token', async () => {
    const { email } = await newcomer();
    const token = await tokenMailedTo(api, email, 'verify-email');
    const rows = JSON.stringify(await api.db.selectFrom('mailTokens').selectAll().execute());
    expect(rows).not.toContain(token);
  });

  it('refuses the link of a deleted account', async () => {
    const { id, email } = await newcomer();
    const token = await tokenMailedTo(api, email, 'verify-email');
    await api.db.deleteFrom('users').where('id', '=', id).execute();
    expect(await verify(token)).toMatchObject(linkRefused);
  });
});

describe('changeOwnEmail', () => {
  const newAddress = () => `${randomUUID()}@new.test`;

  it('changes the address when the new one is confirmed, and notifies the old one twice', async () => {
    const { id, email, changeEmail, accessToken } = await newcomer();
    const next = newAddress();
    expect(await changeEmail(` ${next.toUpperCase()} `)).toMatchObject({ status: 204 });
    expect((await signIn(api, { email, password })).answer.status).toBe(200);
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual([
      'verify-email',
      'email-change-requested',
      'new-device',
    ]);
    expect(await verify(await tokenMailedTo(api, next, 'change-email'))).toMatchObject({ status: 204 });
    expect(await isVerified(next)).toBe(true);
    expect((await signIn(api, { email, password })).answer.status).toBe(401);
    const signedIn = await signIn(api, { email: next, password });
    expect(signedIn.answer.body.id).toBe(id);
    expect(await isSignedIn(api, accessToken)).toBe(true);
    expect((await mailsTo(api, email)).at(-1)?.kind).toBe('email-changed');
  });

  it('invalidates the links that were sent to the old address', async () => {
    const { email, changeEmail } = await newcomer();
    await api.request(`POST ${credentials}/password-reset`, { body: { email } });
    const reset = await tokenMailedTo(api, email, 'reset-password');
    const confirmOld = await tokenMailedTo(api, email, 'verify-email');
    const next = newAddress();
    await changeEmail(next);
    await verify(await tokenMailedTo(api, next, 'change-email'));
    expect(await verify(confirmOld)).toMatchObject(linkRefused);
    const answer = await api.request(`POST ${credentials}/password-reset/confirm`, {
      body: { token: reset, password: 'Other-one-1!' },
    });
    expect(answer).toMatchObject(linkRefused);
  });

  it('requires the password', async () => {
    const { email, changeEmail } = await newcomer();
    const next = newAddress();
    expect(await changeEmail(next, 'Wrong-one-1!')).toMatchObject({
      status: 400,
      body: {
        issues: [
          {
            detail: 'This is not the password of your account.',
            pointer: '/currentPassword',
            location: 'body',
          },
        ],
      },
    });
    expect(await mailsTo(api, next)).toEqual([]);
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual(['verify-email']);
  });

  it('asks the user of an account without a password to set one first', async () => {
    const device = await api.signInAs();
    const answer = await device.request('PATCH /api/v1/identity/profile/email', {
      body: { email: newAddress(), currentPassword: password },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        issues: [{ detail: 'This account has no password yet. Set one first.', pointer: '/currentPassword' }],
      },
    });
  });

  it('refuses the current address of the account', async () => {
    const { email, changeEmail } = await newcomer();
    expect(await changeEmail(email.toUpperCase())).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/email' }] },
    });
  });

  it('does not reveal that an address is taken, but notifies its owner', async () => {
    const [owner, stranger] = [await newcomer(), await newcomer()];
    expect(await stranger.changeEmail(owner.email)).toMatchObject({ status: 204 });
    const mail = (await mailsTo(api, owner.email)).at(-1);
    expect(mail).toMatchObject({ kind: 'email-in-use', token: '' });
    expect((await signIn(api, owner)).answer.body.id).toBe(owner.id);
  });

  it('gives an address to the account that confirms it first', async () => {
    const [first, second] = [await newcomer(), await newcomer()];
    const next = newAddress();
    await first.changeEmail(next);
    const token = await tokenMailedTo(api, next, 'change-email');
    await second.changeEmail(next);
    const other = await tokenMailedTo(api, next, 'change-email');
    const answers = await Promise.all([verify(token), verify(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(linkRefused);
  });

  it('refuses to confirm an address that somebody has registered meanwhile', async () => {
    const { email, changeEmail } = await newcomer();
    const next = newAddress();
    await changeEmail(next);
    const token = await tokenMailedTo(api, next, 'change-email');
    await insertUser(api.db, { email: next });
    expect(await verify(token)).toMatchObject(linkRefused);
    expect((await signIn(api, { email, password })).answer.status).toBe(200);
  });
});

describe('the links in mails', () => {
  it.each([
    ['evil.test', 'http://localhost:3000/auth/'],
    ['localhost:4000', 'http://localhost:4000/auth/'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000/auth/'],
    ['[::1]:4000', 'http://[::1]:4000/auth/'],
    ['127.0.0.1.evil.test', 'http://localhost:3000/auth/'],
    ['localhost@evil.test', 'http://localhost:3000/auth/'],
    ['localhost:80@evil.test', 'http://localhost:3000/auth/'],
    ['[::1]@evil.test', 'http://localhost:3000/auth/'],
  ])('of a request for the host %s lead to this machine', async (host, start) => {
    const body = registration();
    await api.request(`POST ${credentials}/register`, { body, headers: { host } });
    const [mail] = await mailsTo(api, body.email);
    expect(mail?.text).toContain(start);
    expect(mail?.text).not.toContain('evil');
  });

  it('lead to PUBLIC_URL if it is set', async () => {
    const body = registration();
    await published.request(`POST ${credentials}/register`, { body, headers: { host: 'evil.test' } });
    const [mail] = await mailsTo(published, body.email);
    expect(mail?.text).toContain('https://fights.test/auth/verify-email?token=');
    expect(mail?.text).not.toContain('evil');
  });
});
