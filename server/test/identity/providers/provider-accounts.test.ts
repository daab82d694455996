/** The account of an identity: an existing one, a new one, or one that it may be linked to. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueMailToken } from '../../../src/identity/accounts/mail-tokens.ts';
import { startDemoId } from '../../../stand-ins/oidc.ts';
import { bearer, isSignedIn, password, registerAccount, signIn } from '../../accounts.ts';
import { insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { mailsTo, tokenMailedTo } from '../../mailbox.ts';
import { authorize, redirectOf, signInWithProvider } from './provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from './test-issuer.ts';

const [odd, rival] = [await startTestIssuer('odd'), await startTestIssuer('rival')];
const api = await startApi({ oidcProviders: [odd.settings, rival.settings] });

interface Person {
  sub?: string;
  email?: string | null;
  email_verified?: unknown;
  [claim: string]: unknown;
}

const newEmail = () => `${randomUUID()}@example.test`;
const bySession = (accessToken = '') =>
  api.request('GET /api/v1/identity/auth/token/user-info', { cookies: { accessToken } });

/** @returns the user who is signed in, or the error in the redirect to the client. */
async function signInWith(claims: Person, issuer = odd) {
  const { url, cookies } = await authorize(api, {}, { code: issuer.settings.code });
  const callback = agreeAtProvider(issuer, url, randomUUID(), { claims });
  const { location, cookies: session } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
  const error = location.searchParams.get('error');
  if (error !== null) return { error, session };
  return { user: (await bySession(session.accessToken)).body, session };
}

async function verify(email: string) {
  await api.db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date().toISOString() })
    .where('email', '=', email)
    .execute();
}

const rivalOf = (userId: string) => ({ issuer: rival.settings.issuer, subject: randomUUID(), userId });
const findRow = (email: string) =>
  api.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const countIdentities = async (userId: string) =>
  (await api.db.selectFrom('providerIdentities').selectAll().where('userId', '=', userId).execute()).length;

describe('a new identity', () => {
  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, false],
  ])(
    'gets an account whose address is verified only if the provider says so: %j',
    async (claim, expected) => {
      const email = newEmail();
      const { user } = await signInWith({
        sub: randomUUID(),
        email: email.toUpperCase(),
        email_verified: claim,
      });
      expect(user).toMatchObject({ email, email_verified: expected });
      expect((await findRow(email)).passwordHash).toBeNull();
    },
  );

  it('gets no account without a valid e-mail address', async () => {
    for (const email of [
      undefined,
      null,
      '',
      'nobody',
      'a@localhost',
      'a\u0000@example.test',
      'x'.repeat(300),
    ]) {
      const { error } = await signInWith({ sub: randomUUID(), email, email_verified: true });
      expect(error).toBe('email_missing');
    }
  });

  it('gets its e-mail address from the userinfo endpoint if the ID token has none', async () => {
    const { url, cookies } = await authorize(api, {}, { code: 'odd' });
    const [sub, email] = [randomUUID(), newEmail()];
    const userInfo = { sub, email, email_verified: true, name: 'Sam' };
    const callback = agreeAtProvider(odd, url, randomUUID(), { claims: { sub }, userInfo });
    const { cookies: session } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
    expect((await bySession(session.accessToken)).body).toMatchObject({ email, name: 'Sam' });
  });

  it.each([
    ['of the same address', {}, true],
    ['of another address', { email: newEmail() }, false],
    ['that is not there', { status: 500 }, false],
    ['of another person', { sub: randomUUID() }, false],
    ['of 2 MB', { name: 'x'.repeat(2 * 1024 * 1024) }, false],
  ])(
    'whose ID token does not say that the address is verified is believed the userinfo %s',
    async (_name, told, isVerified) => {
      const { url, cookies } = await authorize(api, {}, { code: 'odd' });
      const [sub, email] = [randomUUID(), newEmail()];
      const callback = agreeAtProvider(odd, url, randomUUID(), {
        claims: { sub, email },
        userInfo: { sub, email, email_verified: true, ...told },
      });
      const { cookies: session } = redirectOf(await api.request(`GET ${callback}`, { cookies }));
      expect((await bySession(session.accessToken)).body).toMatchObject({
        email,
        email_verified: isVerified,
      });
    },
  );

  it('is refused when the token answer is longer than 1 MB', async () => {
    const { error } = await signInWith({
      sub: randomUUID(),
      email: newEmail(),
      email_verified: true,
      picture: 'x'.repeat(2 * 1024 * 1024),
    });
    expect(error).toBe('provider_failed');
  });

  it('gets one account when its first sign-ins run at the same time', async () => {
    for (const email_verified of [true, false]) {
      const claims = { sub: randomUUID(), email: newEmail(), email_verified };
      const arrivals = await Promise.all(Array.from({ length: 8 }, () => signInWith(claims)));
      expect(new Set(arrivals.map(({ user, error }) => user?.sub ?? error)).size).toBe(1);
      expect(arrivals[0]?.error).toBeUndefined();
    }
  });
});

describe('an identity that has an account', () => {
  it('signs in to it after any change of its address', async () => {
    const sub = randomUUID();
    const { user } = await signInWith({ sub, email: newEmail(), email_verified: true });
    const taken = newEmail();
    await insertUser(api.db, { email: taken });
    for (const email of [newEmail(), undefined, taken]) {
      const again = await signInWith({ sub, email, email_verified: true });
      expect(again.user).toEqual(user);
    }
  });

  it('verifies the address of the account when the provider has verified it', async () => {
    const claims = { sub: randomUUID(), email: newEmail() };
    expect((await signInWith({ ...claims, email_verified: false })).user.email_verified).toBe(false);
    expect(
      (await signInWith({ ...claims, email: newEmail(), email_verified: true })).user.email_verified,
    ).toBe(false);
    expect((await signInWith({ ...claims, email_verified: true })).user.email_verified).toBe(true);
  });

  // As an account is left by the rule of earlier versions, where a press on the link in the mail was enough.
  it('ends the password, sessions and identities of a stranger who is in the account too', async () => {
    const stranger = await registerAccount(api);
    const { email } = stranger;
    const device = await signIn(api, stranger);
    await verify(email);
    const owner = { sub: randomUUID(), email, email_verified: true, name: 'Robin de Vries' };
    const before = await signInWith(owner);
    expect(before.user.sub).toBe(stranger.id);
    await api.db
      .insertInto('providerIdentities')
      .values({ ...rivalOf(stranger.id) })
      .execute();
    await api.db.updateTable('users').set({ emailVerifiedAt: null }).where('email', '=', email).execute();

    const arrivals = await Promise.all(Array.from({ length: 4 }, () => signInWith(owner)));
    expect(arrivals.map(({ user }) => user?.email_verified)).toEqual([true, true, true, true]);
    expect(new Set(arrivals.map(({ user }) => user?.sub))).toEqual(new Set([stranger.id]));
    expect((await signIn(api, stranger)).answer.status).toBe(401);
    expect(await isSignedIn(api, device.accessToken)).toBe(false);
    expect(await countIdentities(stranger.id)).toBe(1);
    expect(await isSignedIn(api, String(arrivals[0]?.session.accessToken))).toBe(true);
  });

  it('keeps its devices and names when nobody else can be in the account', async () => {
    const claims = { sub: randomUUID(), email: newEmail(), name: 'Robin' };
    const before = await signInWith({ ...claims, email_verified: false });
    const profile = { headers: bearer(String(before.session.accessToken)), body: { name: 'Rob' } };
    expect((await api.request('PATCH /api/v1/identity/profile', profile)).status).toBe(204);
    const after = await signInWith({ ...claims, email_verified: true });
    expect(after.user).toMatchObject({ email_verified: true, name: 'Rob' });
    expect(await isSignedIn(api, String(before.session.accessToken))).toBe(true);
  });

  it('differs from the same subject at another provider', async () => {
    const sub = randomUUID();
    const first = await signInWith({ sub, email: newEmail(), email_verified: true });
    const second = await signInWith({ sub, email: newEmail(), email_verified: true }, rival);
    expect(second.user.sub).not.toBe(first.user.sub);
  });

  it('is deleted with the account', async () => {
    const claims = { sub: randomUUID(), email: newEmail(), email_verified: true };
    const { user } = await signInWith(claims);
    await api.db.deleteFrom('users').where('id', '=', user.sub).execute();
    const again = await signInWith(claims);
    expect(again.user.sub).not.toBe(user.sub);
  });
});

describe('an e-mail address of an existing account', () => {
  it('is linked when both sides have verified it, and the account keeps its data', async () => {
    const account = await registerAccount(api);
    await verify(account.email);
    const device = await signIn(api, account);
    const claims = { sub: randomUUID(), email: account.email, email_verified: true, name: 'Another Name' };
    for (const issuer of [odd, rival, odd]) {
      const { user } = await signInWith(claims, issuer);
      expect(user).toMatchObject({ sub: account.id, name: 'Robin de Vries' });
    }
    expect(await countIdentities(account.id)).toBe(2);
    expect(await isSignedIn(api, device.accessToken)).toBe(true);
    expect((await signIn(api, account)).answer.status).toBe(200);
  });

  it('is refused when the provider has not verified it', async () => {
    const [verified, unverified] = [await registerAccount(api), await registerAccount(api)];
    await verify(verified.email);
    for (const account of [verified, unverified]) {
      const device = await signIn(api, account);
      for (const email_verified of [false, undefined, 'yes']) {
        const { error, session } = await signInWith({
          sub: randomUUID(),
          email: account.email,
          email_verified,
        });
        expect([error, session]).toEqual(['account_exists', {}]);
      }
      expect(await countIdentities(account.id)).toBe(0);
      expect(await isSignedIn(api, device.accessToken)).toBe(true);
      expect((await signIn(api, account)).answer.status).toBe(200);
    }
  });

  it('leaves no password and no session to a squatter who registered without verification', async () => {
    const email = newEmail();
    const body = { firstName: 'Not', lastName: 'Robin', phone: '+31 666', email, password };
    await api.request('POST /api/v1/identity/auth/credentials/register', { body });
    const squatter = await signIn(api, { email, password });
    await api.request('POST /api/v1/playback/sessions', {
      headers: { authorization: `Bearer ${squatter.accessToken}` },
    });

    const claims = { sub: randomUUID(), email, email_verified: true, name: 'Robin de Vries' };
    const { user, session } = await signInWith(claims);
    expect(user).toMatchObject({ email, email_verified: true, name: 'Robin de Vries', phone_number: null });
    expect(user.sub).toBe(squatter.answer.body.id);
    expect((await signIn(api, { email, password })).answer.status).toBe(401);
    expect(await isSignedIn(api, squatter.accessToken)).toBe(false);
    const refresh = 'POST /api/v1/identity/auth/token/refresh';
    expect((await api.request(refresh, { cookies: squatter.cookies })).status).toBe(401);
    expect(await isSignedIn(api, String(session.accessToken))).toBe(true);
    expect((await signInWith(claims)).user.sub).toBe(user.sub);
  });

  it('leaves no password and no session to a squatter whose link the owner has pressed', async () => {
    const squatter = await registerAccount(api);
    const { email } = squatter;
    const device = await signIn(api, squatter);
    const confirmation = 'POST /api/v1/identity/auth/credentials/email-verification/confirm';
    const token = await tokenMailedTo(api, email, 'verify-email');
    expect((await api.request(confirmation, { body: { token } })).status).toBe(400);
    const { user } = await signInWith({ sub: randomUUID(), email, email_verified: true });
    expect(user.sub).toBe(squatter.id);
    expect((await signIn(api, squatter)).answer.status).toBe(401);
    expect(await isSignedIn(api, device.accessToken)).toBe(false);
  });

  it('leaves no identity to a squatter who used a provider without verification', async () => {
    const email = newEmail();
    const squatter = { sub: randomUUID(), email, email_verified: false };
    const before = await signInWith(squatter);
    const owner = { sub: randomUUID(), email, email_verified: true };
    const { user } = await signInWith(owner, rival);
    expect(user.sub).toBe(before.user.sub);
    expect((await bySession(before.session.accessToken)).status).toBe(401);
    expect((await signInWith(squatter)).error).toBe('account_exists');
    expect((await signInWith(owner, rival)).user.sub).toBe(user.sub);
  });

  it('leaves no valid mail link to a squatter', async () => {
    const email = newEmail();
    const body = { firstName: 'Not', lastName: 'Robin', email, password };
    await api.request('POST /api/v1/identity/auth/credentials/register', { body });
    const squatter = await signIn(api, { email, password });
    const away = await api.request('PATCH /api/v1/identity/profile/email', {
      body: { email: newEmail(), currentPassword: password },
      headers: bearer(squatter.accessToken),
    });
    expect(away.status).toBe(204);
    const { user } = await signInWith({ sub: randomUUID(), email, email_verified: true });
    const tokens = await api.db
      .selectFrom('mailTokens')
      .select(['purpose', 'email'])
      .where('userId', '=', user.sub)
      .execute();
    // The mail about the new device, which went to the owner.
    expect(tokens).toEqual([{ purpose: 'report-account', email }]);
  });

  it('leaves no identity to a squatter once the owner resets the password by mail', async () => {
    const email = newEmail();
    const squatter = { sub: randomUUID(), email, email_verified: false };
    const { user } = await signInWith(squatter);
    const token = await api.db.transaction().execute((trx) => {
      const now = api.clock.now();
      return issueMailToken(trx, { userId: user.sub, purpose: 'reset-password', email, now });
    });
    const reset = await api.request('POST /api/v1/identity/auth/credentials/password-reset/confirm', {
      body: { token, password },
    });
    expect(reset.status).toBe(204);
    expect((await signInWith(squatter)).error).toBe('account_exists');
    expect((await signIn(api, { email, password })).answer.status).toBe(200);
  });

  it('is refused when the account belongs to another identity of the same issuer', async () => {
    const email = newEmail();
    const [owner, successor] = [randomUUID(), randomUUID()].map((sub) => ({
      sub,
      email,
      email_verified: true,
    }));
    const { user, session: device } = await signInWith({ ...owner });
    await api.db.insertInto('userRoles').values({ userId: user.sub, roleCode: 'administrator' }).execute();
    expect(await signInWith({ ...successor })).toEqual({ error: 'account_linked', session: {} });
    expect(await countIdentities(user.sub)).toBe(1);
    expect(await isSignedIn(api, String(device.accessToken))).toBe(true);
    expect((await signInWith({ ...owner })).user.sub).toBe(user.sub);
    // Another provider that has verified the address is a second way in for the same person.
    expect((await signInWith({ ...owner }, rival)).user.sub).toBe(user.sub);
    expect((await signInWith({ ...successor }, rival)).error).toBe('account_linked');
  });

  it('takes the account over once an administrator has unlinked the first identity', async () => {
    const email = newEmail();
    const first = await signInWith({ sub: randomUUID(), email, email_verified: true });
    const successor = { sub: randomUUID(), email, email_verified: true };
    expect((await signInWith(successor)).error).toBe('account_linked');

    const administrator = await api.signInAs({ scopes: ['identity.user:access_update'] });
    const unlink = `DELETE /api/v1/identity/users/${first.user.sub}/provider-identities`;
    await api.db
      .insertInto('userRoles')
      .values({ userId: first.user.sub, roleCode: 'administrator' })
      .execute();
    expect((await administrator.request(unlink)).status).toBe(403);
    await api.db.deleteFrom('userRoles').where('userId', '=', first.user.sub).execute();
    expect((await administrator.request(unlink)).status).toBe(204);

    expect((await bySession(first.session.accessToken)).status).toBe(401);
    expect((await signInWith(successor)).user.sub).toBe(first.user.sub);
    const entries = await api.db
      .selectFrom('auditEntries')
      .select(['actorId', 'entityType', 'before', 'after'])
      .where('action', '=', 'deleteUserProviderIdentities')
      .where('entityId', '=', first.user.sub)
      .execute();
    expect(entries).toEqual([
      {
        actorId: administrator.userId,
        entityType: 'user',
        before: { providerIdentities: [odd.settings.issuer] },
        after: { providerIdentities: [] },
      },
    ]);
  });

  it('leads the owner back after a stranger has used the same provider without verification', async () => {
    const email = newEmail();
    const squatter = { sub: randomUUID(), email, email_verified: false };
    const { user } = await signInWith(squatter);
    const owner = { sub: randomUUID(), email, email_verified: true };
    expect((await signInWith(owner)).user.sub).toBe(user.sub);
    expect((await signInWith(squatter)).error).toBe('account_exists');
    expect(await countIdentities(user.sub)).toBe(1);
  });

  it('leads to one account of one identity when several identities claim it at the same time', async () => {
    const email = newEmail();
    const people = Array.from({ length: 4 }, () => ({ sub: randomUUID(), email, email_verified: true }));
    const arrivals = await Promise.all(people.map((person) => signInWith(person)));
    const errors = arrivals.flatMap(({ error }) => error ?? []);
    expect(errors).toEqual(['account_linked', 'account_linked', 'account_linked']);
    const { id } = await findRow(email);
    expect(await countIdentities(id)).toBe(1);
  });
});

describe('Demo ID', () => {
  it('gives the same identities after a restart, on another port and with other keys', async () => {
    const demoId = await startDemoId();
    const own = await startApi({ oidcProviders: [demoId.settings] });
    const email = newEmail();
    const { cookies } = await signInWithProvider(own, { email, isVerified: false });
    await demoId[Symbol.asyncDispose]();
    const restarted = await startDemoId();
    await restarted[Symbol.asyncDispose]();
    const { issuer, clientSecret } = demoId.settings;
    expect(restarted.settings.issuer).not.toBe(issuer);
    expect(restarted.settings.clientSecret).not.toBe(clientSecret);
    const identities = await own.db.selectFrom('providerIdentities').selectAll().execute();
    const user = await own.request('GET /api/v1/identity/auth/token/user-info', { cookies });
    expect(identities).toMatchObject([
      {
        userId: user.body.sub,
        issuer: restarted.settings.identityIssuer,
        subject: createHash('sha256').update(email).digest('hex').slice(0, 32),
      },
    ]);
  });
});

describe('a sign-in with a provider on a new device', () => {
  const newDevices = async (email: string) =>
    (await mailsTo(api, email)).filter(({ kind }) => kind === 'new-device');

  it('is mailed to the owner of an account that is in use, and to nobody on a known device', async () => {
    const [sub, email] = [randomUUID(), newEmail()];
    const first = await signInWith({ sub, email, email_verified: true });
    expect(await newDevices(email)).toEqual([]);
    const { knownDevice = '' } = first.session;
    const { url, cookies } = await authorize(api, {}, { code: odd.settings.code });
    const callback = agreeAtProvider(odd, url, sub, { claims: { email, email_verified: true } });
    await api.request(`GET ${callback}`, { cookies: { ...cookies, knownDevice } });
    expect(await newDevices(email)).toEqual([]);
    await signInWith({ sub, email, email_verified: true });
    expect(await newDevices(email)).toHaveLength(1);
  });
});
