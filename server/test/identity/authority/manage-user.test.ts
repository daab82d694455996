import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertUser } from '../../factories.ts';
import { type Device, startApi } from '../../harness.ts';

const api = await startApi();
const manager = await api.signInAs({
  scopes: ['identity.user:access_update', 'identity.user:read', 'event:update'],
});
const path = '/api/v1/identity/users';
const read = async (id: string) => (await manager.request(`GET ${path}/${id}`)).body;
const auditOf = (entityId: string) =>
  api.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('entityId', '=', entityId)
    .orderBy('createdAt')
    .execute();
const twoMinutes = 120_000;
beforeEach(async () => {
  await api.db.deleteFrom('attemptCounters').execute();
});

/** Holds something that the manager lacks. */
async function stronger(): Promise<Device> {
  return api.signInAs({ scopes: ['event:delete'] });
}

describe('updateUser', () => {
  const update = (id: string, body: object) => manager.request(`PATCH ${path}/${id}`, { body });

  it('changes names and phone, only the fields that are sent', async () => {
    const id = await insertUser(api.db, { phone: '+31 10' });
    expect((await update(id, { firstName: ' Noa ', middleName: 'van', name: 'Noa' })).status).toBe(204);
    expect(await read(id)).toMatchObject({
      firstName: 'Noa',
      middleName: 'van',
      lastName: 'User',
      name: 'Noa',
      phone: '+31 10',
    });
    await update(id, { phone: null, middleName: null });
    expect(await read(id)).toMatchObject({ phone: null, middleName: null, name: 'Noa' });
    expect((await auditOf(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'updateUser',
        { firstName: 'Test', middleName: null, name: 'Test User' },
        { firstName: 'Noa', middleName: 'van', name: 'Noa' },
      ],
      ['updateUser', { middleName: 'van', phone: '+31 10' }, { middleName: null, phone: null }],
    ]);
  });

  it('changes nothing when somebody else has changed the user since it was read', async () => {
    const id = await insertUser(api.db, { phone: '1' });
    const { headers } = await manager.request(`GET ${path}/${id}`);
    const change = (body: object, etag: unknown) =>
      manager.request(`PATCH ${path}/${id}`, { body, headers: { 'if-match': String(etag) } });
    const first = await change({ name: 'Noa' }, headers.etag);
    expect(first.status).toBe(204);
    const late = await change({ phone: '2' }, headers.etag);
    expect([late.status, late.body.type]).toEqual([412, '/problems/precondition-failed']);
    expect(await read(id)).toMatchObject({ name: 'Noa', phone: '1' });
    // The version of the change is the version that is read.
    expect((await manager.request(`GET ${path}/${id}`)).headers.etag).toBe(first.headers.etag);
    const empty = await change({}, first.headers.etag);
    expect([empty.status, empty.headers.etag]).toEqual([204, first.headers.etag]);
    expect((await change({ phone: '2', middleName: 'van' }, first.headers.etag)).status).toBe(204);
  });

  it('writes nothing for an empty change', async () => {
    const id = await insertUser(api.db);
    expect((await update(id, {})).status).toBe(204);
    expect(await auditOf(id)).toEqual([]);
  });

  it.each([
    ['the address', { email: 'other@example.test' }, '/email'],
    ['a confirmation', { emailVerified: true }, '/emailVerified'],
    ['a password', { password: 'Counter-punch-23!' }, '/password'],
    ['an empty name', { name: ' ' }, '/name'],
    ['a name of 256 characters', { lastName: 'x'.repeat(256) }, '/lastName'],
  ])('refuses %s', async (_name, body, pointer) => {
    const answer = await update(await insertUser(api.db), body);
    expect([answer.status, answer.body.issues[0].pointer]).toEqual([400, pointer]);
  });

  it('is refused for somebody who holds more, and 404 for nobody', async () => {
    expect((await update((await stronger()).userId, { name: 'X' })).status).toBe(403);
    expect((await update(randomUUID(), { name: 'X' })).status).toBe(404);
  });
});

describe('verifyUserEmail', () => {
  const verify = (id: string) => manager.request(`POST ${path}/${id}/email-verification`);

  it('confirms the address, gives what waits for it, and is audited', async () => {
    const id = await insertUser(api.db);
    expect((await verify(id)).status).toBe(204);
    expect((await read(id)).emailVerified).toBe(true);
    expect(await auditOf(id)).toMatchObject([
      { action: 'verifyUserEmail', before: { emailVerified: false }, after: { emailVerified: true } },
    ]);
    expect((await verify(id)).status).toBe(409);
  });

  it('needs a recent proof, and is refused for somebody who holds more', async () => {
    const strong = await stronger();
    await api.db
      .updateTable('users')
      .set({ emailVerifiedAt: null })
      .where('id', '=', strong.userId)
      .execute();
    expect((await verify(strong.userId)).status).toBe(403);
    api.clock.advance(11 * 60_000);
    expect((await verify(await insertUser(api.db))).body.type).toBe('/problems/step-up-required');
    api.clock.reset();
  });
});

describe('sendUserVerification', () => {
  const send = (id: string) => manager.request(`POST ${path}/${id}/email-verification/mail`);
  const mailsTo = (id: string) =>
    api.db.selectFrom('outboxMails').selectAll().where('recipient', '=', `${id}@example.test`).execute();

  it('mails the owner, and nobody else, and is audited without the link', async () => {
    const id = await insertUser(api.db);
    expect((await send(id)).status).toBe(204);
    const mails = await mailsTo(id);
    expect(mails.map(({ kind }) => kind)).toEqual(['verify-email']);
    const token = /token=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? 'none';
    const entries = await auditOf(id);
    expect(entries.map(({ action }) => action)).toEqual(['sendUserVerification']);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('is refused for a confirmed address', async () => {
    expect((await send(await insertUser(api.db, { emailVerifiedAt: hoursFromNow(-1) }))).status).toBe(409);
  });

  it('is limited for one user, from all callers together, and leaves one mail', async () => {
    const id = await insertUser(api.db);
    const other = await api.signInAs({ scopes: ['identity.user:read', 'event:update'] });
    const statuses: number[] = [];
    for (let call = 0; call < 8; call++) {
      const as = call % 2 ? other : manager;
      // In another spelling of the id it is the same user.
      const name = call % 2 ? id.toUpperCase() : id;
      statuses.push((await as.request(`POST ${path}/${name}/email-verification/mail`)).status);
    }
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(6);
    expect(statuses.at(-1)).toBe(429);
    expect(await mailsTo(id)).toHaveLength(1);
  });
});

describe('the login sessions of a user', () => {
  it('are listed with their devices and can all be ended', async () => {
    const device = await api.signInAs();
    await api.signInAs({ userId: device.userId });
    const list = await manager.request(`GET ${path}/${device.userId}/login-sessions`);
    expect([list.status, list.body.total]).toEqual([200, 2]);
    expect(list.body.data[0]).toEqual({
      id: expect.any(String),
      deviceName: 'Unknown device',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      endsAt: expect.any(String),
    });
    expect((await manager.request(`DELETE ${path}/${device.userId}/login-sessions`)).status).toBe(204);
    expect((await device.request('GET /api/v1/identity/profile')).status).toBe(401);
    expect((await manager.request(`GET ${path}/${device.userId}/login-sessions`)).body.total).toBe(0);
    expect(await auditOf(device.userId)).toMatchObject([
      { action: 'endUserLoginSessions', before: { loginSessions: 2 }, after: { loginSessions: 0 } },
    ]);
  });

  it('of somebody who holds more stay, and need a recent proof', async () => {
    const strong = await stronger();
    expect((await manager.request(`DELETE ${path}/${strong.userId}/login-sessions`)).status).toBe(403);
    api.clock.advance(12 * twoMinutes);
    const late = await manager.request(`DELETE ${path}/${await insertUser(api.db)}/login-sessions`);
    expect(late.body.type).toBe('/problems/step-up-required');
    api.clock.reset();
    expect((await strong.request('GET /api/v1/identity/profile')).status).toBe(200);
  });

  it('of nobody are a 404', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await manager.request(`${method} ${path}/${randomUUID()}/login-sessions`)).status).toBe(404);
  });
});

describe('the filter of users by role', () => {
  const filter = (json: object) => `${path}?${new URLSearchParams({ filter: JSON.stringify(json) })}`;

  it('finds the holders', async () => {
    const reader = await api.signInAs({ scopes: ['identity.user:read', 'identity.user:access_read'] });
    const id = await insertUser(api.db);
    await api.db.insertInto('userRoles').values({ userId: id, roleCode: 'organiser' }).execute();
    const ids = async (json: object) =>
      (await reader.request(`GET ${filter(json)}`)).body.data.map((user: { id: string }) => user.id);
    expect(await ids({ roleCode: { eq: 'organiser' } })).toEqual([id]);
    expect(await ids({ NOT: { roleCode: { eq: 'organiser' } } })).not.toContain(id);
  });

  it.each([
    { roleCode: { eq: 'administrator' } },
    { NOT: { roleCode: { eq: 'viewer' } } },
    { AND: [{ OR: [{ roleCode: { ilike: 'a%' } }] }] },
  ])('is refused without the permission to read what users may do: %j', async (json) => {
    expect((await manager.request(`GET ${filter(json)}`)).status).toBe(403);
  });
});
