import { beforeAll, describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read'] });

/** Creates the event, block and user that an access refers to. */
async function newTargets() {
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  return { eventId, blockId, userId: await insertUser(api.db, { name: 'Robin de Vries' }) };
}

describe('listAccesses', () => {
  let one: Awaited<ReturnType<typeof newTargets>>;
  let other: typeof one;
  const names = new Map<string, string>();

  beforeAll(async () => {
    [one, other] = [await newTargets(), await newTargets()];
    const year = (number: number) => `${number}-06-01T19:00:00Z`;
    const whole = { ...one, blockId: null };
    const add = async (name: string, access: Parameters<typeof insertAccess>[1]) =>
      names.set(await insertAccess(api.db, access), name);
    await add('block', { ...one, startDate: year(2025), endDate: year(2026) });
    await add('whole', { ...whole, startDate: year(2026), endDate: null });
    await add('other user', { ...whole, userId: other.userId, startDate: year(2027), endDate: year(2028) });
    await add('other event', { ...other, startDate: year(2028), endDate: year(2029) });
  });

  const ask = async (query: Record<string, unknown>) => {
    const parameters = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
      for (const item of [value].flat())
        parameters.append(key, key === 'filter' ? JSON.stringify(item) : String(item));
    }
    const { body } = await organiser.request(`GET /api/v1/events/access?${parameters}`);
    return { body, names: body.data?.map(({ id }: { id: string }) => names.get(id)) };
  };

  it('returns all accesses with their users, the latest start first', async () => {
    const { body, names: listed } = await ask({});
    expect(listed).toEqual(['other event', 'other user', 'whole', 'block']);
    expect(body.total).toBe(4);
    expect(body.data[0]).toMatchObject({
      ...other,
      startDate: '2028-06-01T19:00:00+00:00',
      user: { name: 'Robin de Vries', email: `${other.userId}@example.test` },
    });
  });

  it.each<[name: string, filter: () => object, expected: string[]]>([
    ['eventId', () => ({ eventId: { eq: one.eventId } }), ['other user', 'whole', 'block']],
    ['blockId', () => ({ blockId: { eq: one.blockId } }), ['block']],
    ['another blockId', () => ({ blockId: { ne: one.blockId } }), ['other event', 'other user', 'whole']],
    ['no blockId', () => ({ blockId: { isNull: true } }), ['other user', 'whole']],
    ['userId', () => ({ userId: { eq: other.userId } }), ['other event', 'other user']],
    ['startDate', () => ({ startDate: { gte: '2027-06-01T21:00:00+02:00' } }), ['other event', 'other user']],
    ['endDate', () => ({ endDate: { lt: '2028-06-01T19:00:00Z' } }), ['block']],
    ['no endDate', () => ({ endDate: { isNull: true } }), ['whole']],
    [
      'NOT of a date that may be null',
      () => ({ NOT: { endDate: { gte: '2028-01-01T00:00:00Z' } } }),
      ['whole', 'block'],
    ],
    [
      'several conditions',
      () => ({ eventId: { eq: one.eventId }, userId: { eq: other.userId } }),
      ['other user'],
    ],
    [
      'OR',
      () => ({ OR: [{ blockId: { isNotNull: true } }, { endDate: { isNull: true } }] }),
      ['other event', 'whole', 'block'],
    ],
  ])('filters by %s', async (_name, filter, expected) => {
    const { body, names: listed } = await ask({ filter: filter() });
    expect(listed).toEqual(expected);
    expect(body.total).toBe(expected.length);
  });

  it('sorts and pages the accesses', async () => {
    const ordered = ['block', 'whole', 'other user', 'other event'];
    expect((await ask({ order: 'startDate' })).names).toEqual(ordered);
    expect((await ask({ order: 'endDate', limit: 2 })).names).toEqual(['block', 'other user']);
    const { body, names: page } = await ask({ order: ['startDate', '-endDate'], limit: 2, offset: 1 });
    expect(page).toEqual(['whole', 'other user']);
    expect(body.total).toBe(4);
  });

  it('refuses unknown fields', async () => {
    for (const query of [{ filter: { orderId: { eq: 'x' } } }, { order: 'userId' }, { limit: 0 }]) {
      expect((await ask(query)).body.type).toBe('/problems/validation-error');
    }
  });
});
