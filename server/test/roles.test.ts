import { describe, expect, it } from 'vitest';
import { startApi } from './harness.ts';

const api = await startApi();
const reader = await api.signInAs({ scopes: ['identity.auth.access:read'] });
const path = '/api/v1/identity/auth/access';

const eventCodes = ['event:create', 'event:delete', 'event:read', 'event:update'];
const allCodes = [
  ...eventCodes,
  'identity.auth.access:read',
  'identity.user:access_read',
  'identity.user:access_update',
  'identity.user:create',
  'identity.user:delete',
  'identity.user:read',
];
const codesOf = (list: Array<{ code: string }>) => list.map(({ code }) => code).sort();

describe('listPermissions', () => {
  it('answers exactly the scopes of the specification', async () => {
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
  it('answers the roles that every platform has, each with its permissions', async () => {
    const { body } = await reader.request(`GET ${path}/roles`);
    const permissions = Object.fromEntries(
      body.data.map((role: { code: string; permissions: Array<{ code: string }> }) => [
        role.code,
        codesOf(role.permissions),
      ]),
    );
    expect(permissions).toEqual({ administrator: allCodes, organiser: eventCodes, viewer: [] });
    expect(body.total).toBe(3);
  });

  it('shows a role as it is now', async () => {
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
    });
  });
});
