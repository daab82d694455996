import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { isSignedIn } from '../../accounts.ts';
import { insertUser } from '../../factories.ts';
import { type Device, type Request, startApi } from '../../harness.ts';

const api = await startApi();
const onSecondServer = await api.startSecondServer();
const path = '/api/v1/identity/users';
const changeAccess = 'identity.user:access_update';

const grantRole = (userId: string, roleCode: string) =>
  api.db.insertInto('userRoles').values({ userId, roleCode }).execute();
async function signInAsAdministrator(): Promise<Device> {
  const device = await api.signInAs();
  await grantRole(device.userId, 'administrator');
  return device;
}
const patch = (device: { request: Request }, userId: string, body: object) =>
  device.request(`PATCH ${path}/${userId}/access`, { body });
const codesOf = (list: Array<{ code: string }>) => list.map(({ code }) => code);
const accessOf = async (userId: string) => {
  const { body } = await reader.request(`GET ${path}/${userId}/access`);
  return { roleCodes: codesOf(body.roles), permissionCodes: codesOf(body.permissions) };
};
const reader = await api.signInAs({ scopes: ['identity.user:access_read'] });

/** Each test starts with one administrator. */
let administrator: Device;
beforeEach(async () => {
  await api.db.deleteFrom('userRoles').execute();
  administrator = await signInAsAdministrator();
});

describe('getUserAccess', () => {
  it('returns the roles with their permissions, and the direct permissions', async () => {
    const { userId } = await api.signInAs({ scopes: ['identity.user:read', 'event:read'] });
    await grantRole(userId, 'viewer');
    await grantRole(userId, 'organiser');
    const { body } = await reader.request(`GET ${path}/${userId}/access`);
    expect(codesOf(body.roles)).toEqual(['organiser', 'viewer']);
    expect(codesOf(body.roles[0].permissions)).toEqual([
      'event:bell',
      'event:create',
      'event:delete',
      'event:read',
      'event:result',
      'event:update',
      'order:read',
      'order:refund',
      'order:update',
      'price:create',
      'price:read',
      'promotion:create',
      'promotion:read',
      'promotion:update',
    ]);
    expect(body.permissions).toEqual([
      {
        code: 'event:read',
        name: 'Read events',
        description: 'Find and list events, blocks, live streams and accesses',
      },
      { code: 'identity.user:read', name: 'Read users', description: 'Find and list users' },
    ]);
  });

  it('answers 404 for an unknown user', async () => {
    expect((await reader.request(`GET ${path}/${randomUUID()}/access`)).status).toBe(404);
  });
});

describe('updateUserAccess', () => {
  it('changes nothing when somebody else has changed the access since it was read', async () => {
    const userId = await insertUser(api.db);
    const { headers } = await reader.request(`GET ${path}/${userId}/access`);
    const first = { 'if-match': String(headers.etag) };
    const change = (body: object, ifMatch: Record<string, string>) =>
      administrator.request(`PATCH ${path}/${userId}/access`, { body, headers: ifMatch });
    const answer = await change({ roleCodes: ['viewer'] }, first);
    expect(answer.status).toBe(204);
    const late = await change({ permissionCodes: ['event:read'] }, first);
    expect([late.status, late.body.type]).toEqual([412, '/problems/precondition-failed']);
    expect(await accessOf(userId)).toEqual({ roleCodes: ['viewer'], permissionCodes: [] });
    // The version of the change is the version that is read.
    const read = await reader.request(`GET ${path}/${userId}/access`);
    expect(answer.headers.etag).toBe(read.headers.etag);
    const next = { 'if-match': String(answer.headers.etag) };
    expect((await change({ permissionCodes: ['event:read'] }, next)).status).toBe(204);
  });

  it('replaces the lists that are sent and keeps the others', async () => {
    const userId = await insertUser(api.db);
    const roleCodes = ['viewer', 'organiser'];
    expect((await patch(administrator, userId, { roleCodes })).status).toBe(204);
    await patch(administrator, userId, { permissionCodes: ['identity.user:read', 'event:read'] });
    expect(await accessOf(userId)).toEqual({
      roleCodes: ['organiser', 'viewer'],
      permissionCodes: ['event:read', 'identity.user:read'],
    });
    await patch(administrator, userId, { roleCodes: ['viewer'] });
    expect((await patch(administrator, userId, {})).status).toBe(204);
    expect(await accessOf(userId)).toEqual({
      roleCodes: ['viewer'],
      permissionCodes: ['event:read', 'identity.user:read'],
    });
    await patch(administrator, userId, { roleCodes: [], permissionCodes: [] });
    expect(await accessOf(userId)).toEqual({ roleCodes: [], permissionCodes: [] });
  });

  describe('of an account that only claims its address', () => {
    const claim = () => insertUser(api.db, { passwordHash: 'set by somebody' });

    it('gives nothing: somebody else may have registered the address', async () => {
      const userId = await claim();
      for (const body of [{ roleCodes: ['organiser'] }, { permissionCodes: ['event:read'] }]) {
        const answer = await patch(administrator, userId, body);
        expect([answer.status, answer.body.detail]).toEqual([
          409,
          'This account has not confirmed its e-mail address, so it may belong to somebody else. Its owner has to confirm it first.',
        ]);
      }
      expect(await accessOf(userId)).toEqual({ roleCodes: [], permissionCodes: [] });
    });

    it('takes what it has, and keeps the rest', async () => {
      const userId = await claim();
      await grantRole(userId, 'organiser');
      await grantRole(userId, 'viewer');
      expect((await patch(administrator, userId, { roleCodes: ['viewer'] })).status).toBe(204);
      expect(await accessOf(userId)).toEqual({ roleCodes: ['viewer'], permissionCodes: [] });
    });

    it('counts an identity of a provider as a way in', async () => {
      const userId = await insertUser(api.db);
      const identity = { issuer: 'https://id.test', subject: userId, userId };
      await api.db.insertInto('providerIdentities').values(identity).execute();
      expect((await patch(administrator, userId, { roleCodes: ['organiser'] })).status).toBe(409);
    });

    it('gives after the administrator has confirmed the address, and to an invitation', async () => {
      const [claimed, invited] = [
        await claim(),
        await insertUser(api.db, { invitedAt: api.clock.now().toISOString() }),
      ];
      expect((await administrator.request(`POST ${path}/${claimed}/email-verification`)).status).toBe(204);
      for (const userId of [claimed, invited])
        expect((await patch(administrator, userId, { roleCodes: ['organiser'] })).status).toBe(204);
    });
  });

  it('refuses a role that occurs twice, also with blanks around it', async () => {
    const { status, body } = await patch(administrator, reader.userId, { roleCodes: ['viewer', ' viewer '] });
    expect([status, body.issues[0].pointer]).toEqual([400, '/roleCodes']);
  });

  it('takes effect at the next request, for grants and removals', async () => {
    const device = await api.signInAs();
    const listStatus = async () => (await device.request('GET /api/v1/events')).status;
    expect(await listStatus()).toBe(403);
    await patch(administrator, device.userId, { roleCodes: ['organiser'] });
    expect(await listStatus()).toBe(200);
    await patch(administrator, device.userId, { roleCodes: [] });
    expect(await listStatus()).toBe(403);
  });

  it('refuses unknown codes, and points to each', async () => {
    const userId = await insertUser(api.db);
    const { status, body } = await patch(administrator, userId, {
      roleCodes: ['viewer', 'nobody'],
      permissionCodes: ['event:read', 'event:write', 'identity.user:read', 'a:b'],
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { detail: 'There is no such role.', pointer: '/roleCodes/1', location: 'body' },
      { detail: 'There is no such permission.', pointer: '/permissionCodes/1', location: 'body' },
      { detail: 'There is no such permission.', pointer: '/permissionCodes/3', location: 'body' },
    ]);
    expect(await accessOf(userId)).toEqual({ roleCodes: [], permissionCodes: [] });
  });

  it('answers 404 for an unknown user', async () => {
    expect((await patch(administrator, randomUUID(), { roleCodes: [] })).status).toBe(404);
  });

  describe('by a user who does not hold every permission', () => {
    it('grants permissions that they hold, to others and to themselves', async () => {
      const manager = await api.signInAs({ scopes: [changeAccess, 'event:read'] });
      const userId = await insertUser(api.db);
      const answer = await patch(manager, userId, { roleCodes: ['viewer'], permissionCodes: ['event:read'] });
      expect(answer.status).toBe(204);
      expect((await patch(manager, manager.userId, { roleCodes: ['viewer'] })).status).toBe(204);
    });

    it.each<[name: string, body: object, pointers: string[]]>([
      ['a permission', { permissionCodes: ['event:read', 'event:create'] }, ['/permissionCodes/1']],
      ['the role of administrators', { roleCodes: ['administrator'] }, ['/roleCodes/0']],
      ['a role of which they hold only a part', { roleCodes: ['viewer', 'organiser'] }, ['/roleCodes/1']],
    ])(
      'does not grant %s that they lack, neither to others nor to themselves',
      async (_name, body, pointers) => {
        const manager = await api.signInAs({ scopes: [changeAccess, 'event:read'] });
        const kept = await accessOf(manager.userId);
        for (const userId of [await insertUser(api.db), manager.userId]) {
          const answer = await patch(manager, userId, { permissionCodes: kept.permissionCodes, ...body });
          expect([answer.status, answer.body.type]).toEqual([403, '/problems/forbidden']);
          expect(answer.body.detail).toBe('Nobody can grant a permission that they do not hold.');
          expect(answer.body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
        }
        expect(await accessOf(manager.userId)).toEqual(kept);
      },
    );

    it('removes nothing from a user who holds more, not even permissions that they hold themselves', async () => {
      const manager = await api.signInAs({ scopes: [changeAccess, 'event:read'] });
      const { userId } = await api.signInAs({ scopes: ['event:read', 'event:create'] });
      for (const body of [{ permissionCodes: ['event:create'] }, { permissionCodes: [] }]) {
        const answer = await patch(manager, userId, body);
        expect([answer.status, answer.body.detail]).toEqual([
          403,
          'This user holds permissions that you lack.',
        ]);
      }
      const answer = await patch(manager, administrator.userId, { roleCodes: [] });
      expect(answer.status).toBe(403);
      expect((await accessOf(userId)).permissionCodes).toEqual(['event:create', 'event:read']);
    });

    it('grants permissions that they hold to a user who holds more', async () => {
      const manager = await api.signInAs({ scopes: [changeAccess, 'event:read'] });
      const { userId } = await api.signInAs({ scopes: ['event:create'] });
      const permissionCodes = ['event:create', 'event:read'];
      expect((await patch(manager, userId, { permissionCodes })).status).toBe(204);
      expect((await accessOf(userId)).permissionCodes).toEqual(permissionCodes);
    });

    it('removes permissions from a user who does not hold more', async () => {
      const manager = await api.signInAs({ scopes: [changeAccess, 'event:read'] });
      const { userId } = await api.signInAs({ scopes: ['event:read'] });
      expect((await patch(manager, userId, { permissionCodes: [] })).status).toBe(204);
    });
  });
});

describe('the last administrator', () => {
  const lastStays = { status: 409, detail: 'The last administrator has to stay.' };
  const outcomeOf = ({ status, body }: Awaited<ReturnType<Request>>) => ({ status, detail: body.detail });
  const administrators = async () =>
    (await api.db.selectFrom('userRoles').where('roleCode', '=', 'administrator').selectAll().execute())
      .length;

  it('cannot be removed, neither by themselves nor by a user with the same permissions', async () => {
    const permissions = await api.db.selectFrom('permissions').select('code').execute();
    const equal = await api.signInAs({ scopes: codesOf(permissions) });
    for (const device of [administrator, equal]) {
      expect(outcomeOf(await patch(device, administrator.userId, { roleCodes: [] }))).toEqual(lastStays);
      const answer = await device.request(`DELETE ${path}/${administrator.userId}`);
      expect(outcomeOf(answer)).toEqual(lastStays);
    }
    expect(await isSignedIn(api, administrator.accessToken)).toBe(true);
    expect(await administrators()).toBe(1);
  });

  it('stays while the other one has not accepted the invitation, which can be taken back', async () => {
    const invited = await insertUser(api.db, { invitedAt: api.clock.now().toISOString() });
    await grantRole(invited, 'administrator');
    const answer = await administrator.request(`DELETE ${path}/${administrator.userId}?confirm=own-account`);
    expect(outcomeOf(answer)).toEqual(lastStays);
    expect(outcomeOf(await patch(administrator, administrator.userId, { roleCodes: [] }))).toEqual(lastStays);
    expect((await administrator.request(`DELETE ${path}/${invited}`)).status).toBe(204);
  });

  it('may change all their other roles and permissions', async () => {
    const roleCodes = ['administrator', 'viewer'];
    expect((await patch(administrator, administrator.userId, { roleCodes })).status).toBe(204);
    const permissionCodes: string[] = [];
    expect((await patch(administrator, administrator.userId, { permissionCodes })).status).toBe(204);
  });

  it('can be removed once there is another', async () => {
    const other = await signInAsAdministrator();
    expect((await patch(administrator, administrator.userId, { roleCodes: [] })).status).toBe(204);
    const answer = await other.request(`DELETE ${path}/${other.userId}`);
    expect(outcomeOf(answer)).toEqual(lastStays);
  });

  it('stays though they confirm; another one who does not confirm is asked', async () => {
    const other = await signInAsAdministrator();
    const asked = await other.request(`DELETE ${path}/${other.userId}`);
    expect([asked.status, asked.body.issues[0].pointer]).toEqual([409, '/confirm']);
    expect(await administrators()).toBe(2);
    const confirmed = (device: Device) =>
      device.request(`DELETE ${path}/${device.userId}?confirm=own-account`);
    expect((await confirmed(other)).status).toBe(204);
    expect(outcomeOf(await confirmed(administrator))).toEqual(lastStays);
  });

  /** Two administrators remove each other at once. @returns the sorted statuses: a 204 and a refusal. */
  const removeEachOther = async (remove: (actor: Request, victim: string) => ReturnType<Request>) => {
    const other = await signInAsAdministrator();
    const answers = await Promise.all([
      remove(administrator.request, other.userId),
      remove(onSecondServer(other), administrator.userId),
    ]);
    return answers.map(({ status }) => status).sort();
  };

  it.each(Array.from({ length: 8 }, (_, round) => [round]))(
    'remains when two remove each other at once on two servers, round %i',
    async () => {
      const statuses = await removeEachOther((actor, victim) =>
        patch({ request: actor }, victim, { roleCodes: [] }),
      );
      expect([[204, 403]]).toContainEqual(statuses);
      expect(await administrators()).toBe(1);
    },
  );

  it.each(Array.from({ length: 8 }, (_, round) => [round]))(
    'remains when two delete each other at once on two servers, round %i',
    async () => {
      const statuses = await removeEachOther((actor, victim) => actor(`DELETE ${path}/${victim}`));
      expect([
        [204, 401],
        [204, 403],
      ]).toContainEqual(statuses);
      expect(await administrators()).toBe(1);
    },
  );

  it('remains when many give up the role at once on two servers', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, () => signInAsAdministrator()));
    const answers = await Promise.all(
      [administrator, ...others].map((device, index) =>
        patch({ request: index % 2 ? onSecondServer(device) : device.request }, device.userId, {
          roleCodes: [],
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(204), 409]);
    expect(await administrators()).toBe(1);
  });
});
