import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedIn, password, signIn } from '../../accounts.ts';
import { insertAccess, insertUser, insertWatchable } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const path = '/api/v1/identity/users';
const manager = await api.signInAs({
  scopes: [
    'identity.user:read',
    'identity.user:create',
    'identity.user:delete',
    'identity.user:access_update',
  ],
});
const account = (fields: object = {}) => ({
  firstName: 'Robin',
  lastName: 'Vries',
  email: `${randomUUID()}@example.test`,
  password,
  ...fields,
});
const create = (fields: object = {}) => manager.request(`POST ${path}`, { body: account(fields) });

describe('createUser', () => {
  it('creates an account that can sign in, has no permissions and no verified address', async () => {
    const email = `${randomUUID()}@Example.TEST`;
    const { status, body, headers } = await create({ email: ` ${email} `, middleName: 'de', phone: ' 1 ' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${path}/${body.id}`);
    const { body: user } = await manager.request(`GET ${path}/${body.id}`);
    expect(user).toMatchObject({
      id: body.id,
      name: 'Robin de Vries',
      email: email.toLowerCase(),
      emailVerified: false,
      phone: '1',
    });
    const { accessToken } = await signIn(api, { email, password });
    expect(await isSignedIn(api, accessToken)).toBe(true);
    const reader = await api.signInAs({ scopes: ['identity.user:access_read'] });
    const access = await reader.request(`GET ${path}/${body.id}/access`);
    expect(access.body).toEqual({ roles: [], permissions: [] });
  });

  it('stores the given display name', async () => {
    const { body } = await create({ name: 'The Hammer' });
    expect((await manager.request(`GET ${path}/${body.id}`)).body.name).toBe('The Hammer');
  });

  it('refuses a taken address in any case, and points to it', async () => {
    const fields = { email: `${randomUUID()}@example.test` };
    await create(fields);
    const { status, body } = await create({ email: fields.email.toUpperCase() });
    expect(status).toBe(409);
    expect(body.issues).toEqual([
      { detail: 'An account with this e-mail address exists already.', pointer: '/email', location: 'body' },
    ]);
  });

  it('creates one account when many requests come at once', async () => {
    const fields = { email: `${randomUUID()}@example.test` };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('refuses roles, permissions and a verified address from a client', async () => {
    for (const field of ['roleCodes', 'permissionCodes', 'emailVerified', 'id']) {
      const { status, body } = await create({ [field]: [] });
      expect([status, body.issues[0].pointer]).toEqual([400, `/${field}`]);
    }
  });
});

describe('getUser', () => {
  it('answers 404 for an unknown id and 400 for an invalid one', async () => {
    expect((await manager.request(`GET ${path}/${randomUUID()}`)).status).toBe(404);
    expect((await manager.request(`GET ${path}/robin`)).status).toBe(400);
  });
});

describe('deleteUser', () => {
  it('ends the sessions and the playback of the account at once, and deletes its accesses', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath, eventId } = await insertWatchable(api.db);
    await insertAccess(api.db, { eventId, userId: viewer.userId });
    const { body: playing } = await viewer.request(`GET ${signedUrlPath}`);
    const playlist = `GET ${new URL(playing.url).pathname}`;
    expect((await api.request(playlist)).status).toBe(200);

    expect((await manager.request(`DELETE ${path}/${viewer.userId}`)).status).toBe(204);
    expect(await isSignedIn(api, viewer.accessToken)).toBe(false);
    await api.heardChanges();
    expect((await api.request(playlist)).status).toBe(403);
    expect((await manager.request(`GET ${path}/${viewer.userId}`)).status).toBe(404);
    const accesses = await api.db.selectFrom('accesses').selectAll().execute();
    expect(accesses.filter(({ userId }) => userId === viewer.userId)).toEqual([]);
  });

  it('answers 404 the second time', async () => {
    const { body } = await create();
    const answers = [];
    for (let i = 0; i < 2; i++) answers.push((await manager.request(`DELETE ${path}/${body.id}`)).status);
    expect(answers).toEqual([204, 404]);
  });

  it('lets an account delete itself only when the call says that it means it', async () => {
    const self = await api.signInAs({ scopes: ['identity.user:delete'] });
    for (const id of [self.userId, self.userId.toUpperCase()]) {
      const asked = await self.request(`DELETE ${path}/${id}`);
      expect([asked.status, asked.body.issues]).toEqual([
        409,
        [
          {
            detail:
              'This is your own account. Nothing brings it back. To delete it, send `confirm=own-account`.',
            pointer: '/confirm',
            location: 'query',
          },
        ],
      ]);
    }
    expect((await self.request(`DELETE ${path}/${self.userId}?confirm=yes`)).status).toBe(400);
    expect(await isSignedIn(api, self.accessToken)).toBe(true);
    const confirmed = `DELETE ${path}/${self.userId}?confirm=own-account`;
    expect((await self.request(confirmed)).status).toBe(204);
    expect((await self.request(confirmed)).status).toBe(401);
  });

  it('refuses a confirmation for the account of somebody else, so that no client sends it always', async () => {
    const viewer = await api.signInAs();
    const { status, body } = await manager.request(`DELETE ${path}/${viewer.userId}?confirm=own-account`);
    expect([status, body.detail]).toEqual([409, 'This is not your own account. Leave `confirm` out.']);
    expect(await isSignedIn(api, viewer.accessToken)).toBe(true);
  });

  it('refuses to delete a user who holds more permissions than the caller', async () => {
    const organiser = await api.signInAs({ scopes: ['event:create'] });
    const { status, body } = await manager.request(`DELETE ${path}/${organiser.userId}`);
    expect([status, body.detail]).toEqual([403, 'This user holds permissions that you lack.']);
    expect(await isSignedIn(api, organiser.accessToken)).toBe(true);
  });
});

describe('updateUserPassword', () => {
  const change = (userId: string, to: unknown) =>
    manager.request(`PATCH ${path}/${userId}/password`, { body: { password: to } });

  it('replaces the password and ends every session of the account', async () => {
    const email = `${randomUUID()}@example.test`;
    const { body } = await create({ email });
    const [one, two] = [await signIn(api, { email, password }), await signIn(api, { email, password })];
    expect((await change(body.id, 'Left-hook-21!')).status).toBe(204);
    for (const { accessToken, refreshToken } of [one, two]) {
      expect(await isSignedIn(api, accessToken)).toBe(false);
      const refresh = await api.request('POST /api/v1/identity/auth/token/refresh', {
        body: { refreshToken },
      });
      expect(refresh.status).toBe(401);
    }
    expect((await signIn(api, { email, password })).answer.status).toBe(401);
    expect((await signIn(api, { email, password: 'Left-hook-21!' })).answer.status).toBe(200);
  });

  it('invalidates the links in earlier mails, and notifies the owner', async () => {
    const email = `${randomUUID()}@example.test`;
    const { body } = await create({ email });
    await api.request('POST /api/v1/identity/auth/credentials/password-reset', { body: { email } });
    const links = () => api.db.selectFrom('mailTokens').where('userId', '=', body.id).selectAll().execute();
    const mails = () => api.db.selectFrom('outboxMails').where('recipient', '=', email).selectAll().execute();
    expect([(await links()).length, (await mails()).length]).toEqual([1, 1]);
    await change(body.id, 'Left-hook-21!');
    // The notice brings the only link that is left.
    expect((await links()).map(({ purpose }) => purpose)).toEqual(['report-account']);
    const texts = (await mails()).map(({ text }) => text).join('\n');
    expect(await mails()).toHaveLength(2);
    expect(texts).not.toContain('Left-hook-21!');
  });

  it('refuses logins with the old password that run at the same time', async () => {
    const email = `${randomUUID()}@example.test`;
    const { body } = await create({ email });
    const [, ...logins] = await Promise.all([
      change(body.id, 'Left-hook-21!'),
      ...Array.from({ length: 6 }, () => signIn(api, { email, password })),
    ]);
    for (const { accessToken } of logins)
      if (accessToken !== undefined) expect(await isSignedIn(api, accessToken)).toBe(false);
  });

  it('sets the first password of an account without one', async () => {
    const userId = await insertUser(api.db);
    expect((await change(userId, password)).status).toBe(204);
    expect((await signIn(api, { email: `${userId}@example.test`, password })).answer.status).toBe(200);
  });

  it('refuses weak passwords with every reason, and unknown users', async () => {
    const { body } = await change(manager.userId, 'x');
    expect(body.issues.map(({ detail }: { detail: string }) => detail)).toEqual([
      'Must be at least 8 characters long.',
      'Must contain at least one uppercase letter.',
      'Must contain at least one number.',
      'Must contain at least one special character.',
    ]);
    expect((await change(randomUUID(), password)).status).toBe(404);
  });

  it('refuses to set the password of a user who holds more: the caller would gain their permissions', async () => {
    const administrator = await api.signInAs();
    await api.db
      .insertInto('userRoles')
      .values({ userId: administrator.userId, roleCode: 'administrator' })
      .execute();
    const { status, body } = await change(administrator.userId, password);
    expect([status, body.detail]).toEqual([403, 'This user holds permissions that you lack.']);
    expect(await isSignedIn(api, administrator.accessToken)).toBe(true);
    const user = await api.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', administrator.userId)
      .executeTakeFirstOrThrow();
    expect(user.passwordHash).toBeNull();
  });
});
