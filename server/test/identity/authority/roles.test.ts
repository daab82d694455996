import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Device, startApi } from '../../harness.ts';

const api = await startApi();
const reader = await api.signInAs({ scopes: ['identity.auth.access:read'] });
const path = '/api/v1/identity/auth/access';

const eventCodes = [
  'event:bell',
  'event:create',
  'event:delete',
  'event:read',
  'event:result',
  'event:update',
];
const shopCodes = ['order:read', 'order:refund', 'order:update', 'price:create', 'price:read'];
const promotionCodes = ['promotion:create', 'promotion:read', 'promotion:update'];
const allCodes = [
  ...eventCodes,
  'identity.auth.access:read',
  'identity.user:access_read',
  'identity.user:access_update',
  'identity.user:create',
  'identity.user:delete',
  'identity.user:read',
  ...shopCodes,
  ...promotionCodes,
  'settings:read',
  'settings:update',
];
const codesOf = (list: Array<{ code: string }>) => list.map(({ code }) => code).sort();

const rolePath = `${path}/roles`;
const manageRoles = ['identity.auth.access:read', 'identity.user:access_update'];
const manager = await api.signInAs({ scopes: [...manageRoles, 'event:read', 'event:create'] });
const superuser = await api.signInAs({ scopes: allCodes });
const newCode = () => `role-${randomUUID()}`;
const create = (device: Device, fields: object = {}) =>
  device.request(`POST ${rolePath}`, {
    body: { code: newCode(), name: 'Door staff', permissionCodes: ['event:read'], ...fields },
  });
const change = (device: Device, code: string, body: object) =>
  device.request(`PATCH ${rolePath}/${code}`, { body });
const remove = (device: Device, code: string) => device.request(`DELETE ${rolePath}/${code}`);
const find = async (code: string) => {
  const { body } = await reader.request(`GET ${rolePath}`);
  return body.data.find((role: { code: string }) => role.code === code);
};
/** Signs in a user with this role and optional scopes. */
async function holderOf(roleCode: string, scopes: string[] = []): Promise<Device> {
  const device = await api.signInAs({ scopes });
  await api.db.insertInto('userRoles').values({ userId: device.userId, roleCode }).execute();
  return device;
}

describe('listPermissions', () => {
  it('returns exactly the scopes of the platform', async () => {
    // docs/product.md, 11.2
    const { body } = await reader.request(`GET ${path}/permissions`);
    expect(codesOf(body.data)).toEqual(allCodes);
    expect(body.total).toBe(allCodes.length);
    expect(body.data).toContainEqual({
      code: 'identity.user:read',
      name: 'Read users',
      description: 'Find and list users',
    });
  });
});

describe('listRoles', () => {
  it('returns the built-in roles with their permissions', async () => {
    const { body } = await reader.request(`GET ${path}/roles`);
    const permissions = Object.fromEntries(
      body.data.map((role: { code: string; permissions: Array<{ code: string }> }) => [
        role.code,
        codesOf(role.permissions),
      ]),
    );
    expect(permissions).toEqual({
      administrator: allCodes,
      organiser: [...eventCodes, ...shopCodes, ...promotionCodes],
      timekeeper: ['event:bell'],
      viewer: [],
    });
    expect(body.total).toBe(4);
  });

  it('returns the current state of a role', async () => {
    await api.db.insertInto('roles').values({ code: 'door', name: 'Door', description: null }).execute();
    await api.db
      .insertInto('rolePermissions')
      .values({ roleCode: 'door', permissionCode: 'event:read' })
      .execute();
    const { body } = await reader.request(`GET ${path}/roles`);
    expect(body.data).toContainEqual({
      code: 'door',
      name: 'Door',
      description: null,
      permissions: [
        {
          code: 'event:read',
          name: 'Read events',
          description: 'Find and list events, blocks, live streams and accesses',
        },
      ],
      holders: 0,
    });
  });

  it('counts the holders of each role', async () => {
    const code = (await create(manager)).body.id;
    expect((await find(code)).holders).toBe(0);
    await holderOf(code);
    await holderOf(code);
    expect((await find(code)).holders).toBe(2);
  });
});

describe('getRole', () => {
  it('returns the role with its permissions, and its version', async () => {
    const { body } = await create(manager, { description: 'At the door' });
    const role = await reader.request(`GET ${rolePath}/${body.id}`);
    expect(role.body).toMatchObject({ code: body.id, name: 'Door staff', description: 'At the door' });
    expect(codesOf(role.body.permissions)).toEqual(['event:read']);
    expect(role.headers.etag).toMatch(/^"[\w-]{22}"$/);
  });

  it('answers 404 for an unknown role', async () => {
    expect((await reader.request(`GET ${rolePath}/${newCode()}`)).status).toBe(404);
  });
});

describe('createRole', () => {
  it('creates a role that can be granted', async () => {
    const code = newCode();
    const { status, body, headers } = await create(manager, {
      code,
      description: ' Looks up who may come in. ',
      permissionCodes: ['event:read', 'event:create'],
    });
    expect([status, body, headers.location]).toEqual([201, { id: code }, `${rolePath}/${code}`]);
    expect(await find(code)).toMatchObject({
      name: 'Door staff',
      description: 'Looks up who may come in.',
      permissions: [{ code: 'event:create' }, { code: 'event:read' }],
    });
  });

  it('accepts a role without permissions', async () => {
    const { body } = await create(manager, { permissionCodes: [] });
    expect(await find(body.id)).toMatchObject({ description: null, permissions: [] });
  });

  it('refuses a taken code, also for many requests at once, and points to it', async () => {
    const code = newCode();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(manager, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const { status, body } = await create(superuser, { code: 'administrator' });
    expect(status).toBe(409);
    expect(body.issues).toEqual([
      { detail: 'A role with this code exists already.', pointer: '/code', location: 'body' },
    ]);
  });

  it('refuses unknown permissions, and points to each', async () => {
    const permissionCodes = ['event:read', 'event:write', 'event:create', 'a:b'];
    const { status, body } = await create(manager, { permissionCodes });
    expect(status).toBe(400);
    expect(body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/permissionCodes/1',
      '/permissionCodes/3',
    ]);
  });

  it.each([
    ['Door', '/code'],
    ['door_staff', '/code'],
    ['-door', '/code'],
    ['', '/code'],
    ['a'.repeat(256), '/code'],
  ])('refuses the code %j', async (code, pointer) => {
    const { status, body } = await create(manager, { code });
    expect([status, body.issues[0].pointer]).toEqual([400, pointer]);
  });

  it('refuses permissions that the caller lacks, and points to each', async () => {
    const code = newCode();
    const { status, body } = await create(manager, { code, permissionCodes: ['event:read', 'event:delete'] });
    expect(status).toBe(403);
    expect(body.detail).toBe('Nobody can grant a permission that they do not hold.');
    expect(body.issues).toEqual([
      {
        detail: 'You do not hold this permission yourself.',
        pointer: '/permissionCodes/1',
        location: 'body',
      },
    ]);
    expect(await find(code)).toBeUndefined();
  });
});

describe('updateRole', () => {
  it('changes the fields that are sent, with immediate effect for the users of the role', async () => {
    const { body } = await create(manager, { permissionCodes: [] });
    const holder = await holderOf(body.id);
    const listStatus = async () => (await holder.request('GET /api/v1/events')).status;
    expect(await listStatus()).toBe(403);
    expect((await change(manager, body.id, { permissionCodes: ['event:read'] })).status).toBe(204);
    expect(await listStatus()).toBe(200);
    expect((await change(manager, body.id, { name: 'Door', description: 'x' })).status).toBe(204);
    expect(await find(body.id)).toMatchObject({
      name: 'Door',
      description: 'x',
      permissions: [{ code: 'event:read' }],
    });
    expect((await change(manager, body.id, { description: null, permissionCodes: [] })).status).toBe(204);
    expect(await listStatus()).toBe(403);
    expect(await find(body.id)).toMatchObject({ name: 'Door', description: null, permissions: [] });
    expect((await change(manager, body.id, {})).status).toBe(204);
  });

  it('changes nothing when somebody else has changed the role since it was read', async () => {
    const { body } = await create(manager);
    const read = () => reader.request(`GET ${rolePath}/${body.id}`);
    const changeFrom = (etag: unknown, fields: object) =>
      manager.request(`PATCH ${rolePath}/${body.id}`, {
        body: fields,
        headers: { 'if-match': String(etag) },
      });
    const { etag } = (await read()).headers;
    const first = await changeFrom(etag, { permissionCodes: ['event:read', 'event:create'] });
    expect(first.status).toBe(204);
    const late = await changeFrom(etag, { name: 'Late' });
    expect([late.status, late.body.type]).toEqual([412, '/problems/precondition-failed']);
    expect(await find(body.id)).toMatchObject({ name: 'Door staff' });
    // The version of the change is the version that is read.
    expect((await read()).headers.etag).toBe(first.headers.etag);
    expect((await changeFrom(first.headers.etag, { name: 'Next' })).status).toBe(204);
  });

  it('refuses to add permissions that the caller lacks', async () => {
    const { body: role } = await create(manager);
    const { status, body } = await change(manager, role.id, {
      permissionCodes: ['event:read', 'identity.user:delete'],
    });
    expect([status, body.issues[0].pointer]).toEqual([403, '/permissionCodes/1']);
    expect((await change(manager, role.id, { permissionCodes: ['x:y'] })).status).toBe(400);
    expect(await find(role.id)).toMatchObject({ permissions: [{ code: 'event:read' }] });
  });

  it('refuses any change of a role with permissions that the caller lacks', async () => {
    const { body: role } = await create(superuser, { permissionCodes: ['event:read', 'event:delete'] });
    for (const body of [{ name: 'x' }, { permissionCodes: [] }, { permissionCodes: ['event:read'] }]) {
      const answer = await change(manager, role.id, body);
      expect(answer.body.detail).toBe('This role gives permissions that you do not hold.');
      expect(answer.status).toBe(403);
    }
    expect((await remove(manager, role.id)).status).toBe(403);
  });

  it('removes no permission when a user of the role holds more than the caller', async () => {
    const { body: role } = await create(manager, { permissionCodes: ['event:read', 'event:create'] });
    const holder = await holderOf(role.id, ['event:delete']);
    const { status, body } = await change(manager, role.id, { permissionCodes: ['event:read'] });
    expect(body.detail).toBe('Somebody with this role holds permissions that you lack.');
    expect(status).toBe(403);
    expect((await change(manager, role.id, { name: 'Still to be named' })).status).toBe(204);
    expect((await holder.request('GET /api/v1/events')).status).toBe(200);
    expect((await change(superuser, role.id, { permissionCodes: ['event:read'] })).status).toBe(204);
  });

  it('also counts permissions that users of the role hold through other roles', async () => {
    const { body: role } = await create(manager);
    const holder = await holderOf(role.id);
    await api.db
      .insertInto('userRoles')
      .values({ userId: holder.userId, roleCode: 'administrator' })
      .execute();
    expect((await change(manager, role.id, { permissionCodes: [] })).status).toBe(403);
  });

  it('answers 404 for an unknown role', async () => {
    expect((await change(superuser, newCode(), { name: 'x' })).status).toBe(404);
  });
});

describe('deleteRole', () => {
  it('deletes a role that nobody holds', async () => {
    const { body } = await create(manager);
    expect((await remove(manager, body.id)).status).toBe(204);
    expect(await find(body.id)).toBeUndefined();
    expect((await remove(manager, body.id)).status).toBe(404);
  });

  it('refuses to delete a role that somebody holds', async () => {
    const { body: role } = await create(manager);
    const holder = await holderOf(role.id);
    const { status, body } = await remove(superuser, role.id);
    expect([status, body.detail]).toEqual([409, 'The role is held by 1; take it from them first.']);
    expect((await holder.request('GET /api/v1/events')).status).toBe(200);
  });
});

describe('a built-in role', () => {
  it.each(['administrator', 'organiser', 'timekeeper', 'viewer'])(
    '%s cannot be changed or deleted',
    async (code) => {
      const before = await find(code);
      for (const answer of [
        await change(superuser, code, { permissionCodes: [] }),
        await change(superuser, code, { name: 'x' }),
        await remove(superuser, code),
      ]) {
        expect([answer.status, answer.body.detail]).toEqual([409, 'A built-in role stays as it is.']);
      }
      expect(await find(code)).toEqual(before);
    },
  );
});
