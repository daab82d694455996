import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { registration } from '../accounts.ts';
import { insertUser } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const users = '/api/v1/identity/users';
const permissions = await api.db.selectFrom('permissions').select('code').execute();
const scopes = permissions.map(({ code }) => code);

let actor: Device;
beforeEach(async () => {
  await api.db.deleteFrom('auditEntries').execute();
  const userId = await insertUser(api.db, { name: 'Sam Jansen' });
  actor = await api.signInAs({ scopes, userId });
});

const ask = async (query: { filter?: object; order?: string[]; limit?: number; offset?: number } = {}) => {
  const parameters = new URLSearchParams();
  if (query.filter) parameters.set('filter', JSON.stringify(query.filter));
  for (const field of query.order ?? []) parameters.append('order', field);
  for (const key of ['limit', 'offset'] as const)
    if (query[key] !== undefined) parameters.set(key, String(query[key]));
  return actor.request(`GET /api/v1/identity/audit?${parameters}`);
};

describe('listAuditEntries', () => {
  const created = (minute: number) => `2026-11-01T10:0${minute}:00+00:00`;
  const other = randomUUID();
  beforeEach(async () => {
    const rows = [
      { actorId: actor.userId, action: 'createEvent', entityType: 'event', entityId: 'one' },
      { actorId: actor.userId, action: 'updateEvent', entityType: 'event', entityId: 'one' },
      { actorId: other, action: 'updateUserAccess', entityType: 'user-access', entityId: 'two' },
      { actorId: null, action: 'admin create-admin', entityType: 'user', entityId: 'three' },
    ];
    for (const [index, row] of rows.entries()) {
      const entry = { ...row, before: null, after: { index }, createdAt: created(index) };
      await api.db.insertInto('auditEntries').values(entry).execute();
    }
  });
  const actionsOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
    body.data.map(({ after }: { after: { index: number } }) => after.index);

  it('returns the newest entries first', async () => {
    const answer = await ask();
    expect(actionsOf(answer)).toEqual([3, 2, 1, 0]);
    expect(answer.body.total).toBe(4);
    expect(answer.body.data[3]).toEqual({
      id: expect.any(String),
      actorId: actor.userId,
      actorName: 'Sam Jansen',
      action: 'createEvent',
      entityType: 'event',
      entityId: 'one',
      before: null,
      after: { index: 0 },
      createdAt: created(0),
    });
  });

  it.each<[name: string, filter: () => object, expected: number[]]>([
    ['the actor', () => ({ actorId: { eq: actor.userId } }), [1, 0]],
    ['another actor', () => ({ actorId: { ne: actor.userId } }), [3, 2]],
    ['no actor', () => ({ actorId: { isNull: true } }), [3]],
    ['the action', () => ({ action: { eq: 'updateEvent' } }), [1]],
    ['a part of the action', () => ({ action: { like: 'update%' } }), [2, 1]],
    ['the entity type', () => ({ entityType: { ilike: 'USER%' } }), [3, 2]],
    ['one entity', () => ({ entityId: { eq: 'one' } }), [1, 0]],
    ['the date', () => ({ createdAt: { gte: created(1), lt: created(3) } }), [2, 1]],
    ['several conditions', () => ({ actorId: { eq: actor.userId }, createdAt: { gt: created(0) } }), [1]],
    ['OR', () => ({ OR: [{ entityId: { eq: 'two' } }, { action: { eq: 'createEvent' } }] }), [2, 0]],
    ['NOT', () => ({ NOT: { actorId: { eq: actor.userId } } }), [3, 2]],
  ])('filters by %s', async (_name, filter, expected) => {
    const answer = await ask({ filter: filter() });
    expect(actionsOf(answer)).toEqual(expected);
    expect(answer.body.total).toBe(expected.length);
  });

  it('sorts and pages the entries', async () => {
    expect(actionsOf(await ask({ order: ['createdAt'] }))).toEqual([0, 1, 2, 3]);
    const page = await ask({ order: ['-createdAt'], limit: 2, offset: 1 });
    expect(actionsOf(page)).toEqual([2, 1]);
    expect(page.body.total).toBe(4);
  });

  it('keeps the order of entries with the same date across pages', async () => {
    await api.db
      .updateTable('auditEntries')
      .set({ createdAt: created(0) })
      .execute();
    const whole = actionsOf(await ask());
    const paged = [];
    for (let offset = 0; offset < 4; offset++) paged.push(...actionsOf(await ask({ limit: 1, offset })));
    expect(paged).toEqual(whole);
  });

  it('refuses unknown fields and invalid values', async () => {
    for (const query of [
      { filter: { before: { eq: 'x' } } },
      { filter: { actorId: { eq: 'x' } } },
      { filter: { action: { like: 'a\0' } } },
      { order: ['action'] },
    ])
      expect((await ask(query)).status).toBe(400);
  });

  it('keeps the entries of a deleted account, without its name', async () => {
    const gone = await api.signInAs({ scopes });
    const { id } = (await gone.request(`POST ${users}`, { body: registration() })).body;
    await actor.request(`DELETE ${users}/${gone.userId}`);
    const { body } = await ask({ filter: { entityId: { eq: id } } });
    expect(body.data).toMatchObject([{ actorId: gone.userId, actorName: null, action: 'createUser' }]);
  });

  it('admits only callers who may read users', async () => {
    const statuses = [];
    for (const scope of scopes) {
      const { request } = await api.signInAs({ scopes: [scope] });
      statuses.push([scope, (await request('GET /api/v1/identity/audit')).status]);
    }
    expect(statuses.filter(([, status]) => status === 200)).toEqual([['identity.user:read', 200]]);
  });
});
