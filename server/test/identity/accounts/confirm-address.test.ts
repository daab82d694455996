/** Who may confirm an address: a person who reads its mail and also holds the account. Each test is an attack first. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, isSignedIn, password, registerAccount, registration, signIn } from '../../accounts.ts';
import { type RequestOptions, startApi } from '../../harness.ts';
import { linkRefused, tokenMailedTo } from '../../mailbox.ts';

const statements: string[] = [];
const api = await startApi({}, ({ sql }) => void statements.push(sql));
const credentials = '/api/v1/identity/auth/credentials';

afterEach(() => api.db.deleteFrom('attemptCounters').execute());

const confirm = (body: { token: string; password?: string }, options: RequestOptions = {}) =>
  api.request(`POST ${credentials}/email-verification/confirm`, { body, ...options });
const lookAt = (token: string, options: RequestOptions = {}) =>
  api.request(`GET ${credentials}/email-verification?token=${token}`, options);
const isConfirmed = async (id: string) => {
  const row = await api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return row.emailVerifiedAt !== null;
};
/** An account, the link in the mail to its address, and a device of the person who made it. */
async function registered() {
  const account = await registerAccount(api);
  const { accessToken } = await signIn(api, account);
  const token = await tokenMailedTo(api, account.email, 'verify-email');
  return { ...account, token, accessToken, headers: bearer(accessToken) };
}
const refusedAt = (pointer: string) => ({ status: 400, body: { issues: [{ pointer, location: 'body' }] } });

describe('the link in the mail', () => {
  it('confirms nothing by itself, so the owner of a mailbox cannot confirm the account of a stranger', async () => {
    const { id, token } = await registered();
    expect(await confirm({ token })).toMatchObject(refusedAt('/password'));
    const owner = await registered();
    expect(await confirm({ token }, { headers: owner.headers })).toMatchObject(refusedAt('/password'));
    expect(await confirm({ token, password: 'Wrong-one-1!' })).toMatchObject(refusedAt('/password'));
    expect(await isConfirmed(id)).toBe(false);
  });

  it('confirms with a session of the account, or with its password, also from the session of another', async () => {
    const [bySession, byPassword, fromOther] = [await registered(), await registered(), await registered()];
    const answers = [
      await confirm({ token: bySession.token }, { headers: bySession.headers }),
      await confirm({ token: byPassword.token, password }),
      await confirm({ token: fromOther.token, password }, { headers: bySession.headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    for (const { id } of [bySession, byPassword, fromOther]) expect(await isConfirmed(id)).toBe(true);
  });

  it('takes the session from the cookie too, but not for a page of another site', async () => {
    const { id, token, accessToken } = await registered();
    const cookies = { accessToken };
    const elsewhere = await confirm({ token }, { cookies, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(elsewhere.status).toBe(403);
    expect(await isConfirmed(id)).toBe(false);
    expect((await confirm({ token }, { cookies })).status).toBe(204);
  });

  it('does not count a session that has ended', async () => {
    const { id, token, headers, accessToken } = await registered();
    await api.request(`GET ${credentials}/logout`, { headers });
    expect(await isSignedIn(api, accessToken)).toBe(false);
    expect(await confirm({ token }, { headers })).toMatchObject(refusedAt('/password'));
    expect(await isConfirmed(id)).toBe(false);
  });

  it('stays valid after wrong passwords, and costs no hash without an account', async () => {
    const { id, email, token } = await registered();
    await confirm({ token, password: 'Wrong-one-1!' });
    expect((await confirm({ token, password })).status).toBe(204);
    expect(await confirm({ token, password })).toMatchObject(linkRefused);
    expect(await confirm({ token: 'x', password: 'Wrong-one-1!' })).toMatchObject(linkRefused);
    expect(await isConfirmed(id)).toBe(true);
    expect((await signIn(api, { email, password })).answer.status).toBe(200);
  });

  it('asks an account without a password for its session, in the words of a wrong password', async () => {
    const { id, token, headers } = await registered();
    await api.db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute();
    const [guess, wrong] = [
      await confirm({ token, password }),
      await confirm({ token: (await registered()).token, password: 'Wrong-one-1!' }),
    ];
    expect(guess).toMatchObject(refusedAt('/password'));
    expect(guess.body.issues).toEqual(wrong.body.issues);
    expect((await confirm({ token }, { headers })).status).toBe(204);
  });

  it('of a change of address needs the account that asked for it', async () => {
    const eve = await registered();
    const email = `${randomUUID()}@owner.test`;
    await api.request('PATCH /api/v1/identity/profile/email', {
      headers: eve.headers,
      body: { email, currentPassword: password },
    });
    const token = await tokenMailedTo(api, email, 'change-email');
    expect(await confirm({ token })).toMatchObject(refusedAt('/password'));
    expect(await confirm({ token, password: 'Owners-own-1!' })).toMatchObject(refusedAt('/password'));
    expect((await confirm({ token }, { headers: eve.headers })).status).toBe(204);
    expect((await signIn(api, { email, password })).answer.body.id).toBe(eve.id);
  });
});

describe('guessing the password behind a link', () => {
  it('meets the limits of the sign-in: of 60 guesses at once five get an answer', async () => {
    const { email, token } = await registered();
    api.clock.stop();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => confirm({ token, password: `Guess-${n}-x!` })),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55);
    // One counter: a guess here is a guess there.
    expect((await signIn(api, { email, password })).answer.status).toBe(429);
    api.clock.reset();
  });

  it('ends with the right one, and a session of its own never clears the guesses of others', async () => {
    const { email, token, headers } = await registered();
    for (let n = 0; n < 3; n++) await confirm({ token, password: 'Wrong-one-1!' });
    const counters = () => api.db.selectFrom('attemptCounters').selectAll().orderBy('key').execute();
    const before = await counters();
    expect((await confirm({ token, password: 'Wrong-one-1!' }, { headers })).status).toBe(204);
    expect((await counters()).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    expect((await signIn(api, { email, password })).answer.status).toBe(200);
  });
});

describe('getEmailVerification', () => {
  it('says what a link confirms and whose it is, and changes nothing', async () => {
    const { id, email, token, headers } = await registered();
    const other = await registered();
    statements.length = 0;
    expect((await lookAt(token)).body).toEqual({ email, isOwn: false, hasAccount: true });
    expect((await lookAt(token, { headers: other.headers })).body).toEqual({
      email,
      isOwn: false,
      hasAccount: true,
    });
    expect((await lookAt(token, { headers })).body).toEqual({ email, isOwn: true, hasAccount: true });
    expect(statements.filter((sql) => /insert|update|delete/i.test(sql))).toEqual([]);
    expect(await isConfirmed(id)).toBe(false);
    await confirm({ token, password });
    const used = await lookAt(token);
    expect(used).toMatchObject({ status: 400, body: { issues: [{ pointer: '/token', location: 'query' }] } });
    expect((await lookAt('x')).body.issues).toEqual(used.body.issues);
  });

  it('names the new address of a change, never the old one', async () => {
    const { email, headers } = await registered();
    const next = `${randomUUID()}@new.test`;
    await api.request('PATCH /api/v1/identity/profile/email', {
      headers,
      body: { email: next, currentPassword: password },
    });
    const answer = await lookAt(await tokenMailedTo(api, next, 'change-email'));
    expect(answer.body).toEqual({ email: next, isOwn: false, hasAccount: true });
    expect(JSON.stringify(answer.body)).not.toContain(email);
  });
});

describe('the owner of an address that somebody else has registered', () => {
  it('takes the account over by a new password: nothing of the stranger works any more', async () => {
    const body = { ...registration(), password: 'Squatter-1!' };
    const { email } = body;
    await api.request(`POST ${credentials}/register`, { body });
    const stranger = await signIn(api, body);
    await api.request('PATCH /api/v1/identity/profile/email', {
      headers: bearer(stranger.accessToken),
      body: { email: `eve-${email}`, currentPassword: body.password },
    });
    const confirmation = await tokenMailedTo(api, email, 'verify-email');
    const wayOut = await tokenMailedTo(api, `eve-${email}`, 'change-email');

    await api.request(`POST ${credentials}/password-reset`, { body: { email } });
    const token = await tokenMailedTo(api, email, 'reset-password');
    const reset = await api.request(`POST ${credentials}/password-reset/confirm`, {
      body: { token, password },
    });
    expect(reset.status).toBe(204);
    expect(await isConfirmed(stranger.answer.body.id)).toBe(true);
    expect(await isSignedIn(api, stranger.accessToken)).toBe(false);
    const refresh = { body: { refreshToken: stranger.refreshToken } };
    expect((await api.request('POST /api/v1/identity/auth/token/refresh', refresh)).status).toBe(401);
    expect((await signIn(api, body)).answer.status).toBe(401);
    for (const link of [confirmation, wayOut])
      expect(await confirm({ token: link, password: body.password })).toMatchObject(linkRefused);
    expect((await signIn(api, { email, password })).answer.status).toBe(200);
  });
});
