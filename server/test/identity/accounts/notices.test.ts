/** The mails about sign-ins and changes, and "This was not me" (docs/product.md, 9.17). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearer, isSignedIn, password, registerAccount, signIn } from '../../accounts.ts';
import { cookiesOf, startApi } from '../../harness.ts';
import { linkRefused, mailsTo, tokenMailedTo } from '../../mailbox.ts';

const api = await startApi();
const credentials = '/api/v1/identity/auth/credentials';
const day = 86_400_000;

const report = (token: string) => api.request(`POST ${credentials}/report`, { body: { token } });
const noticesOf = async (email: string) =>
  (await mailsTo(api, email)).filter(({ text }) => text.includes('/auth/not-me?token='));

/** Its owner has signed in before. */
async function usedAccount() {
  const account = await registerAccount(api);
  const owner = await signIn(api, account);
  return { ...account, owner };
}

describe('a sign-in on a new device', () => {
  it('is mailed to the owner, with the name of the device and no words of the caller', async () => {
    const account = await usedAccount();
    expect(await noticesOf(account.email)).toEqual([]);
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0 <b>Call 0800</b>';
    await signIn(api, account, { headers: { 'user-agent': userAgent } });
    const [mail, ...others] = await noticesOf(account.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'new-device', subject: 'A new device has signed in' });
    expect(mail?.text).toContain('Firefox on Windows');
    expect(`${mail?.text}${mail?.html}`).not.toContain('0800');
  });

  it('is not mailed for a device that has signed in before', async () => {
    const { email, owner } = await usedAccount();
    const { knownDevice = '' } = cookiesOf(owner.answer);
    const again = await api.request(`POST ${credentials}/login`, {
      body: { email, password },
      cookies: { knownDevice },
    });
    expect(again.status).toBe(200);
    expect(await noticesOf(email)).toEqual([]);
  });

  it('is mailed although the clean-up has deleted all earlier sessions', async () => {
    const account = await usedAccount();
    await api.db.deleteFrom('loginSessions').where('userId', '=', account.id).execute();
    await api.db
      .updateTable('users')
      .set({ createdAt: new Date(Date.now() - 90 * day).toISOString() })
      .where('id', '=', account.id)
      .execute();
    await signIn(api, account);
    expect(await noticesOf(account.email)).toHaveLength(1);
  });

  it('is mailed once an hour to an address that nobody has confirmed', async () => {
    const account = await usedAccount();
    for (let n = 0; n < 3; n++) await signIn(api, account);
    expect(await noticesOf(account.email)).toHaveLength(1);
  });

  it('is mailed at most ten times an hour', async () => {
    const account = await usedAccount();
    const emailVerifiedAt = new Date().toISOString();
    await api.db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', account.id).execute();
    for (let n = 0; n < 13; n++) await signIn(api, account);
    expect(await noticesOf(account.email)).toHaveLength(10);
  });

  it('is not mailed when the password is wrong', async () => {
    const account = await usedAccount();
    await signIn(api, { ...account, password: 'Wrong-one-1!' });
    expect(await noticesOf(account.email)).toEqual([]);
  });
});

describe('reportAccount', () => {
  it('ends all sessions, removes the password and mails a link to set a new one', async () => {
    const account = await usedAccount();
    const thief = await signIn(api, account);
    const token = await tokenMailedTo(api, account.email, 'new-device');
    expect(await report(token)).toMatchObject({ status: 204 });
    expect(await isSignedIn(api, thief.accessToken)).toBe(false);
    expect(await isSignedIn(api, account.owner.accessToken)).toBe(false);
    expect((await signIn(api, account)).answer.status).toBe(401);
    const reset = await tokenMailedTo(api, account.email, 'reset-password');
    const chosen = await api.request(`POST ${credentials}/password-reset/confirm`, {
      body: { token: reset, password: 'Brand-new-1!' },
    });
    expect(chosen.status).toBe(204);
    expect((await signIn(api, { ...account, password: 'Brand-new-1!' })).answer.status).toBe(200);
  });

  it('removes identities added since the mail, and freezes passkeys of the last 7 days', async () => {
    const account = await usedAccount();
    const passkey = (name: string, createdAt: Date) => ({
      credentialId: randomUUID(),
      userId: account.id,
      publicKey: 'key',
      counter: 0,
      name,
      transports: JSON.stringify([]) as never,
      isSynced: true,
      aaguid: '',
      createdAt: createdAt.toISOString(),
    });
    const now = api.clock.now().getTime();
    await api.db
      .insertInto('passkeys')
      .values([
        passkey('of the owner', new Date(now - 8 * day)),
        passkey('of the thief', new Date(now + 5_000)),
      ])
      .execute();
    await api.db
      .insertInto('providerIdentities')
      .values({
        issuer: 'https://id.test',
        subject: randomUUID(),
        userId: account.id,
        createdAt: new Date(now + 5_000).toISOString(),
      })
      .execute();
    await signIn(api, account);
    await report(await tokenMailedTo(api, account.email, 'new-device'));
    const left = await api.db
      .selectFrom('passkeys')
      .select(['name', 'frozenAt'])
      .where('userId', '=', account.id)
      .orderBy('createdAt')
      .execute();
    expect(left).toEqual([
      { name: 'of the owner', frozenAt: null },
      { name: 'of the thief', frozenAt: expect.any(String) },
    ]);
    const identities = await api.db
      .selectFrom('providerIdentities')
      .select('subject')
      .where('userId', '=', account.id)
      .execute();
    expect(identities).toEqual([]);
  });

  it('freezes an app of the last 7 days, and removes recovery codes of that age', async () => {
    const account = await usedAccount();
    await signIn(api, account);
    const token = await tokenMailedTo(api, account.email, 'new-device');
    const now = api.clock.now().getTime();
    await api.db
      .insertInto('authenticators')
      .values({
        userId: account.id,
        secret: 'x',
        createdAt: new Date(now - 600_000).toISOString(),
        confirmedAt: new Date(now + 1_000).toISOString(),
      })
      .execute();
    await api.db
      .insertInto('recoveryCodes')
      .values(
        [1, 9].map((days) => ({
          userId: account.id,
          number: days,
          codeHash: 'x',
          createdAt: new Date(now - days * day).toISOString(),
          usedAt: null,
        })),
      )
      .execute();
    await report(token);
    const ofAccount = (table: 'authenticators' | 'recoveryCodes') =>
      api.db.selectFrom(table).selectAll().where('userId', '=', account.id).execute();
    expect(await ofAccount('authenticators')).toEqual([
      expect.objectContaining({ frozenAt: expect.any(String) }),
    ]);
    expect(await ofAccount('recoveryCodes')).toEqual([expect.objectContaining({ number: 9 })]);
  });

  it('works once, for 7 days', async () => {
    const account = await usedAccount();
    await signIn(api, account);
    const token = await tokenMailedTo(api, account.email, 'new-device');
    api.clock.advance(7 * day);
    expect(await report(token)).toMatchObject(linkRefused);
    await signIn(api, account);
    const second = await tokenMailedTo(api, account.email, 'new-device');
    api.clock.advance(7 * day - 60_000);
    expect(await report(second)).toMatchObject({ status: 204 });
    expect(await report(second)).toMatchObject(linkRefused);
  });

  it('works after the thief has changed the password, and after another mail', async () => {
    const account = await usedAccount();
    const thief = await signIn(api, account);
    const token = await tokenMailedTo(api, account.email, 'new-device');
    const changed = await api.request('PATCH /api/v1/identity/profile/password', {
      headers: bearer(thief.accessToken),
      body: { currentPassword: password, password: 'Thiefs-own-1!' },
    });
    expect(changed.status).toBe(204);
    expect(await report(token)).toMatchObject({ status: 204 });
    expect(await isSignedIn(api, thief.accessToken)).toBe(false);
    expect((await signIn(api, { ...account, password: 'Thiefs-own-1!' })).answer.status).toBe(401);
  });

  it('sends no link to an address that the account got since', async () => {
    const account = await usedAccount();
    const thief = await signIn(api, account);
    const token = await tokenMailedTo(api, account.email, 'new-device');
    const other = `${randomUUID()}@example.test`;
    await api.db.updateTable('users').set({ email: other }).where('id', '=', account.id).execute();
    expect(await report(token)).toMatchObject({ status: 204 });
    expect(await isSignedIn(api, thief.accessToken)).toBe(false);
    expect(await mailsTo(api, other)).toEqual([]);
  });

  it('ends them once when the link is pressed twenty times at once', async () => {
    const account = await usedAccount();
    await signIn(api, account);
    const token = await tokenMailedTo(api, account.email, 'new-device');
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const resets = (await mailsTo(api, account.email)).filter(({ kind }) => kind === 'reset-password');
    expect(resets).toHaveLength(1);
  });

  it('does not take the link of another mail', async () => {
    const { email } = await usedAccount();
    expect(await report(await tokenMailedTo(api, email, 'verify-email'))).toMatchObject(linkRefused);
  });
});
