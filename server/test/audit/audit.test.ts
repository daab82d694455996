import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordChange } from '../../src/audit/record-change.ts';
import { insertAccess, insertEvent, insertUser } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const users = '/api/v1/identity/users';
const roles = '/api/v1/identity/auth/access/roles';
const permissions = await api.db.selectFrom('permissions').select('code').execute();
const scopes = permissions.map(({ code }) => code);

let actor: Device;
beforeEach(async () => {
  await api.db.deleteFrom('auditEntries').execute();
  actor = await api.signInAs({ scopes, userId: await insertUser(api.db, { name: 'Sam Jansen' }) });
});

const listAll = async () =>
  (await actor.request('GET /api/v1/identity/audit?order=createdAt&limit=100')).body.data;
const newUser = (fields: object = {}) => ({
  firstName: 'Robin',
  lastName: 'Vries',
  email: `${randomUUID()}@example.test`,
  password: 'Canary-in-the-mine-1!',
  ...fields,
});

describe('an administrative change', () => {
  it('of a user writes exactly one entry with the differences', async () => {
    const body = newUser({ phone: '+31 10 555 0107' });
    const { id } = (await actor.request(`POST ${users}`, { body })).body;
    await actor.request(`POST ${users}/${id}/email-verification`);
    await actor.request(`PATCH ${users}/${id}/access`, { body: { roleCodes: ['viewer', 'organiser'] } });
    await actor.request(`PATCH ${users}/${id}/access`, { body: { permissionCodes: ['event:read'] } });
    await actor.request(`PATCH ${users}/${id}/password`, { body: { password: 'Canary-in-the-coal-2!' } });
    const eventId = await insertEvent(api.db);
    await insertAccess(api.db, { eventId, userId: id });
    await insertAccess(api.db, { eventId, userId: id, orderId: randomUUID() });
    await actor.request(`DELETE ${users}/${id}`);
    const entry = (action: string, before: unknown, after: unknown, entityType = 'user') => ({
      id: expect.any(String),
      actorId: actor.userId,
      actorName: 'Sam Jansen',
      action,
      entityType,
      entityId: id,
      before,
      after,
      createdAt: expect.any(String),
    });
    const person = {
      name: 'Robin Vries',
      firstName: 'Robin',
      middleName: null,
      lastName: 'Vries',
      email: body.email,
      phone: '+31 10 555 0107',
    };
    expect(await listAll()).toEqual([
      entry('createUser', null, person),
      entry('verifyUserEmail', { emailVerified: false }, { emailVerified: true }),
      entry('updateUserAccess', { roleCodes: [] }, { roleCodes: ['organiser', 'viewer'] }, 'user-access'),
      entry('updateUserAccess', { permissionCodes: [] }, { permissionCodes: ['event:read'] }, 'user-access'),
      entry('updateUserPassword', { password: 'set' }, { password: 'changed' }),
      entry(
        'deleteUser',
        {
          ...person,
          id,
          emailVerified: true,
          invitedAt: null,
          createdAt: expect.any(String),
          roleCodes: ['organiser', 'viewer'],
          permissionCodes: ['event:read'],
          accesses: 2,
          paidAccesses: 1,
        },
        null,
      ),
    ]);
  });

  it('of a role writes exactly one entry with the differences', async () => {
    const code = `role-${randomUUID()}`;
    const role = { code, name: 'Door', permissionCodes: ['event:update', 'event:read'] };
    await actor.request(`POST ${roles}`, { body: role });
    await actor.request(`PATCH ${roles}/${code}`, {
      body: { name: 'Door', permissionCodes: ['event:read'] },
    });
    await actor.request(`PATCH ${roles}/${code}`, { body: { description: 'Looks up who may come in.' } });
    await actor.request(`DELETE ${roles}/${code}`);
    const made = { code, name: 'Door', description: null, permissionCodes: ['event:read', 'event:update'] };
    const description = 'Looks up who may come in.';
    const entries = await listAll();
    expect(entries.map(({ entityType, entityId }: Record<string, string>) => [entityType, entityId])).toEqual(
      Array(4).fill(['role', code]),
    );
    expect(entries).toMatchObject([
      { action: 'createRole', before: null, after: made },
      {
        action: 'updateRole',
        before: { permissionCodes: ['event:read', 'event:update'] },
        after: { permissionCodes: ['event:read'] },
      },
      { action: 'updateRole', before: { description: null }, after: { description } },
      {
        action: 'deleteRole',
        before: { ...made, description, permissionCodes: ['event:read'] },
        after: null,
      },
    ]);
  });

  it('that changes nothing writes no entry', async () => {
    const userId = await insertUser(api.db);
    await actor.request(`PATCH ${users}/${userId}/access`, { body: { roleCodes: [], permissionCodes: [] } });
    await actor.request(`PATCH ${users}/${userId}/access`, { body: {} });
    expect(await listAll()).toEqual([]);
  });

  it('that is refused writes no entry', async () => {
    const weak = await api.signInAs({ scopes: ['identity.auth.access:read', 'identity.user:access_update'] });
    const password = 'Canary-in-the-mine-3!';
    const taken = newUser({ email: `${actor.userId}@example.test` });
    const statuses = [
      await actor.request(`POST ${users}`, { body: newUser({ password: 'weak' }) }),
      await actor.request(`POST ${users}`, { body: taken }),
      await weak.request(`POST ${users}`, { body: newUser() }),
      await weak.request(`PATCH ${users}/${actor.userId}/password`, { body: { password } }),
      await weak.request(`PATCH ${users}/${weak.userId}/access`, { body: { roleCodes: ['administrator'] } }),
      await weak.request(`POST ${roles}`, {
        body: { code: 'x', name: 'X', permissionCodes: ['event:read'] },
      }),
      await actor.request(`PATCH ${roles}/viewer`, { body: { name: 'X' } }),
      await actor.request(`DELETE ${roles}/nobody`),
      await actor.request(`DELETE ${users}/${randomUUID()}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 409, 403, 403, 403, 403, 409, 404, 404]);
    expect(await listAll()).toEqual([]);
  });

  it('never writes a secret to the log', async () => {
    const { id } = (await actor.request(`POST ${users}`, { body: newUser() })).body;
    await actor.request(`PATCH ${users}/${id}/password`, { body: { password: 'Canary-in-the-coal-2!' } });
    const { passwordHash } = await api.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await actor.request(`DELETE ${users}/${id}`);
    const { rows } = await sql<{
      text: string;
    }>`select audit_entries::text as text from audit_entries`.execute(api.db);
    const text = rows.map((row) => row.text).join('\n');
    expect(rows).toHaveLength(3);
    for (const secret of ['Canary', 'argon2', String(passwordHash), actor.accessToken])
      expect(text).not.toContain(secret);
  });
});

describe('the entry and the change', () => {
  /** Makes an insert into the table fail, at once or at the end of the transaction. */
  const failOn = (table: string, when: 'before insert' | 'at commit') =>
    sql`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    `
      .execute(api.db)
      .then(() =>
        sql
          .raw(
            when === 'at commit'
              ? `create constraint trigger planted after insert on ${table} deferrable initially deferred
                   for each row execute function fail()`
              : `create trigger planted before insert on ${table} for each row execute function fail()`,
          )
          .execute(api.db),
      );
  const removeFailure = () => sql`drop function fail cascade`.execute(api.db);

  it.each(['before insert', 'at commit'] as const)(
    'are both rolled back when the entry fails %s',
    async (when) => {
      const body = newUser();
      await failOn('audit_entries', when);
      const { status } = await actor.request(`POST ${users}`, { body }).finally(removeFailure);
      expect(status).toBe(500);
      const user = await api.db.selectFrom('users').where('email', '=', body.email).select('id').execute();
      expect(user).toEqual([]);
      expect(await listAll()).toEqual([]);
    },
  );

  it('are both rolled back when the change fails', async () => {
    const userId = await insertUser(api.db);
    await failOn('user_roles', 'at commit');
    const change = actor.request(`PATCH ${users}/${userId}/access`, { body: { roleCodes: ['viewer'] } });
    expect((await change.finally(removeFailure)).status).toBe(500);
    expect(await listAll()).toEqual([]);
  });
});

describe('recordChange', () => {
  it('keeps the same shape of an entry for dates, lists and nulls', async () => {
    await recordChange(api.db, null, {
      action: 'updateEvent',
      entityId: 'x',
      before: { name: 'a', list: [1, { b: 2 }], kept: { c: null }, gone: 1 },
      after: { name: 'b', list: [1, { b: 3 }], kept: { c: null }, gone: null, fresh: 0 },
    });
    expect(await listAll()).toMatchObject([
      {
        before: { name: 'a', list: [1, { b: 2 }], gone: 1, fresh: null },
        after: { name: 'b', list: [1, { b: 3 }], gone: null, fresh: 0 },
      },
    ]);
    const [entry] = await listAll();
    expect(Object.keys(entry.after)).not.toContain('kept');
  });
});
