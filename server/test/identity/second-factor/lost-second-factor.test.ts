/** Who may take a second factor away: an administrator with authority, and the proved owner of an unproved account. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { isSignedIn, registerAccount, signIn } from '../../accounts.ts';
import { insertUser } from '../../factories.ts';
import { type Device, startApi } from '../../harness.ts';
import { mailsTo, tokenMailedTo } from '../../mailbox.ts';
import { authorize, redirectOf } from '../providers/provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from '../providers/test-issuer.ts';
import {
  insertAuthenticator,
  outcome,
  type ProtectedAccount,
  registerWithAuthenticator,
} from './authenticator-app.ts';

const issuer = await startTestIssuer('demo-id');
const api = await startApi({ oidcProviders: [issuer.settings] });

let account: ProtectedAccount;
let admin: Device;
beforeEach(async () => {
  account = await registerWithAuthenticator(api);
  await insertPasskey(account.id);
  admin = await api.signInAs({ scopes: ['identity.user:access_update'] });
});

async function insertPasskey(userId: string): Promise<void> {
  await api.db
    .insertInto('passkeys')
    .values({
      userId,
      credentialId: randomUUID(),
      publicKey: 'x',
      counter: 0,
      transports: '[]' as never,
      isSynced: false,
      aaguid: randomUUID(),
      name: 'Phone',
      createdAt: api.clock.now().toISOString(),
      lastUsedAt: null,
    })
    .execute();
}

/** The number of rows that could sign in or have to be passed. */
async function countFactors(userId: string): Promise<number[]> {
  const rows = (['passkeys', 'authenticators', 'recoveryCodes'] as const).map((table) =>
    api.db.selectFrom(table).select('userId').where('userId', '=', userId).execute(),
  );
  return (await Promise.all(rows)).map(({ length }) => length);
}

async function verifyAddress(userId: string): Promise<void> {
  const emailVerifiedAt = api.clock.now().toISOString();
  await api.db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', userId).execute();
}

const remove = (as: Device, userId = account.id) =>
  as.request(`DELETE /api/v1/identity/users/${userId}/second-factor`);
const entries = () =>
  api.db.selectFrom('auditEntries').selectAll().where('entityId', '=', account.id).execute();

describe('deleteUserSecondFactor', () => {
  it('removes all of it, signs the user out, notifies them, and leaves an entry in the audit log', async () => {
    await api.signInAs({ userId: account.id });
    expect((await remove(admin)).status).toBe(204);
    expect(await countFactors(account.id)).toEqual([0, 0, 0]);
    expect(await isSignedIn(api, account.accessToken)).toBe(false);
    const mails = (await mailsTo(api, account.email)).map(({ kind }) => kind);
    expect(mails.filter((kind) => kind === 'second-factor-removed')).toHaveLength(1);
    expect(await entries()).toMatchObject([
      {
        actorId: admin.userId,
        action: 'deleteUserSecondFactor',
        entityType: 'user',
        before: { passkeys: 1, authenticator: 'set' },
        after: { passkeys: 0, authenticator: null },
      },
    ]);
    expect(JSON.stringify(await entries())).not.toContain(account.secret);
    expect((await signIn(api, account)).answer.status).toBe(200);
  });

  it('also removes a secret that waits for its first code, and does not mail about nothing', async () => {
    const viewer = await registerAccount(api);
    await insertAuthenticator(api, viewer.id);
    await api.db
      .updateTable('authenticators')
      .set({ confirmedAt: null })
      .where('userId', '=', viewer.id)
      .execute();
    expect((await remove(admin, viewer.id)).status).toBe(204);
    expect(await countFactors(viewer.id)).toEqual([0, 0, 0]);
    const mails = (await mailsTo(api, viewer.email)).map(({ kind }) => kind);
    expect(mails).not.toContain('second-factor-removed');
  });

  it.each([
    ['lacks a permission of the user', ['identity.user:access_update'], ['event:read'], '403 forbidden'],
    ['has no permission to change users', ['identity.user:read', 'event:read'], [], '403 forbidden'],
    ['holds as much as the user', ['identity.user:access_update', 'event:read'], ['event:read'], '204'],
  ])('is judged like other changes of a user: the caller %s', async (_name, scopes, held, expected) => {
    for (const permissionCode of held)
      await api.db.insertInto('userPermissions').values({ userId: account.id, permissionCode }).execute();
    const caller = await api.signInAs({ scopes });
    expect(outcome(await remove(caller))).toBe(expected);
    expect(await countFactors(account.id)).toEqual(expected === '204' ? [0, 0, 0] : [1, 1, 10]);
    expect(await isSignedIn(api, account.accessToken)).toBe(expected !== '204');
  });

  it('needs a recent proof, and knows its user', async () => {
    expect(outcome(await remove(admin, randomUUID()))).toBe('404 not-found');
    await api.db
      .updateTable('loginSessions')
      .set({ authenticatedAt: new Date(api.clock.now().getTime() - 600_000).toISOString() })
      .where('id', '=', admin.sessionId)
      .execute();
    expect(outcome(await remove(admin))).toBe('403 step-up-required');
    expect(await countFactors(account.id)).toEqual([1, 1, 10]);
  });

  it('leaves the second factor of other users alone', async () => {
    const other = await registerWithAuthenticator(api);
    await remove(admin);
    expect(await countFactors(other.id)).toEqual([0, 1, 10]);
    expect(await isSignedIn(api, other.accessToken)).toBe(true);
  });
});

async function signInAtProvider(email: string, subject = randomUUID()) {
  const { url, cookies } = await authorize(api);
  const claims = { sub: subject, email, email_verified: true };
  const callback = agreeAtProvider(issuer, url, randomUUID(), { claims });
  const { location } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
  return location.searchParams.get('error') ?? 'signed in';
}

describe('a person who has only the mailbox of the account', () => {
  it('cannot get past the second factor with an identity at a provider', async () => {
    await verifyAddress(account.id);
    expect(await signInAtProvider(account.email)).toBe('account_exists');
    expect(await countFactors(account.id)).toEqual([1, 1, 10]);
    expect(await isSignedIn(api, account.accessToken)).toBe(true);
  });

  it('signs in with an identity that was linked before, which has a second factor of its own or none', async () => {
    const [email, subject] = [`${randomUUID()}@example.test`, randomUUID()];
    const userId = await insertUser(api.db, { email, emailVerifiedAt: api.clock.now().toISOString() });
    expect(await signInAtProvider(email, subject)).toBe('signed in');
    await insertAuthenticator(api, userId);
    expect(await signInAtProvider(email, subject)).toBe('signed in');
  });
});

describe('a stranger who registered the address of somebody else', () => {
  it('loses passkey and app when the owner takes the account over with a provider', async () => {
    expect(await signInAtProvider(account.email)).toBe('signed in');
    expect(await countFactors(account.id)).toEqual([0, 0, 0]);
    expect(await isSignedIn(api, account.accessToken)).toBe(false);
  });

  it('loses passkey and app when the owner resets the password by mail', async () => {
    const reset = '/api/v1/identity/auth/credentials/password-reset';
    await api.request(`POST ${reset}`, { body: { email: account.email } });
    const token = await tokenMailedTo(api, account.email, 'reset-password');
    const password = 'Round-eight-8!';
    expect((await api.request(`POST ${reset}/confirm`, { body: { token, password } })).status).toBe(204);
    expect(await countFactors(account.id)).toEqual([0, 0, 0]);
    expect((await signIn(api, { email: account.email, password })).answer.status).toBe(200);
  });
});
