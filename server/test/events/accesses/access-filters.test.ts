import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessState } from '../../../src/events/accesses/access.rules.ts';
import { hoursFromNow, insertAccess, insertBlock, insertEvent, insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read'] });
const path = '/api/v1/events/access';
const mark = randomUUID().slice(0, 8);
const people = ['Robin', 'Noa', 'Sam'];
let eventId = '';

/** Two events; three people with an access of each state; one that waits. */
beforeAll(async () => {
  eventId = await insertEvent(api.db, { name: `Rumble ${mark}` });
  const other = await insertEvent(api.db, { name: `Gala ${mark}` });
  const blockId = await insertBlock(api.db, { eventId });
  for (const name of people) {
    const userId = await insertUser(api.db, {
      name: `${name} ${mark}`,
      email: `${name.toLowerCase()}@${mark}.test`,
    });
    await insertAccess(api.db, { eventId, userId, endDate: name === 'Noa' ? hoursFromNow(2) : null });
    await insertAccess(api.db, { eventId, blockId, userId, startDate: hoursFromNow(1) });
    await insertAccess(api.db, {
      eventId: other,
      userId,
      startDate: hoursFromNow(-9),
      endDate: hoursFromNow(-1),
    });
  }
  for (const start of [-1, 1])
    await api.db
      .insertInto('accesses')
      .values({
        eventId,
        email: `guest@${mark}.test`,
        startDate: hoursFromNow(start),
        userId: null,
        blockId: null,
        endDate: null,
      })
      .execute();
});

const mine = { 'event.name': { ilike: `%${mark}` } };
const find = async (filter: object, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    filter: JSON.stringify({ AND: [mine, filter] }),
    limit: '100',
    ...more,
  });
  const { status, body } = await organiser.request(`GET ${path}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data as Array<Record<string, never>>;
};

describe('the filter of accesses', () => {
  it.each([
    [{}, 11],
    [{ state: { eq: 'waiting' } }, 2],
    [{ state: { eq: 'current' } }, 3],
    [{ state: { eq: 'future' } }, 3],
    [{ state: { eq: 'past' } }, 3],
    [{ state: { ne: 'past' } }, 8],
    [{ state: { eq: 'past', ne: 'past' } }, 0],
    [{ NOT: { state: { eq: 'waiting' } } }, 9],
    [{ 'event.name': { ilike: 'rumble%' } }, 8],
    [{ NOT: { 'event.name': { ilike: 'rumble%' } } }, 3],
    [{ 'user.name': { ilike: 'robin%' } }, 3],
    // An access that waits has no user, so the user has no such name.
    [{ NOT: { 'user.name': { ilike: 'robin%' } } }, 8],
    [{ email: { ilike: 'guest%' } }, 2],
    [{ email: { eq: `noa@${mark}.test` } }, 3],
    [{ email: { ilike: `%@${mark}.test` } }, 11],
    [{ NOT: { email: { ilike: 'noa%' } } }, 8],
    [{ OR: [{ email: { ilike: 'noa%' } }, { email: { ilike: 'sam%' } }], state: { eq: 'current' } }, 2],
    [{ email: { ilike: '%nobody%' } }, 0],
  ])('%j finds %i', async (filter, count) => {
    expect(await find(filter)).toHaveLength(count);
  });

  it('answers names, and the state that the rule says', async () => {
    const found = await find({ 'user.name': { ilike: 'noa%' } }, { order: 'startDate' });
    expect(found.map(({ state, event, block, user }) => [state, event, block, user])).toEqual([
      [
        'past',
        expect.objectContaining({ name: `Gala ${mark}` }),
        null,
        expect.objectContaining({ name: `Noa ${mark}` }),
      ],
      ['current', expect.objectContaining({ name: `Rumble ${mark}` }), null, expect.anything()],
      [
        'future',
        expect.objectContaining({ name: `Rumble ${mark}` }),
        { name: 'Main card' },
        expect.anything(),
      ],
    ]);
    for (const access of await find({})) expect(access.state).toBe(accessState(access as never, new Date()));
  });

  it('finds by many names as by few', async () => {
    const many = `many-${mark}`;
    const userIds: string[] = [];
    for (let number = 0; number < 510; number++)
      userIds.push(await insertUser(api.db, { name: many, email: `${many}-${number}@example.test` }));
    await insertAccess(api.db, { eventId, userId: String(userIds[509]) });
    for (const filter of [{ 'user.name': { eq: many } }, { email: { ilike: `${many}%` } }])
      expect(await find(filter)).toHaveLength(1);
    expect(await find({ NOT: { 'user.name': { eq: many } } })).toHaveLength(11);
    await api.db.deleteFrom('users').where('name', '=', many).execute();
  });

  it.each([
    {},
    { state: { eq: 'waiting' } },
    { state: { eq: 'current' } },
    { 'user.name': { ilike: 'robin%' } },
    { email: { ilike: '%noa%' }, blockId: { isNull: true } },
    { 'event.name': { ilike: 'gala%' } },
  ])('exports exactly what the list finds: %j', async (filter) => {
    const query = new URLSearchParams({ filter: JSON.stringify({ AND: [mine, filter] }) });
    const { body, headers } = await organiser.request(`GET ${path}/export?${query}`);
    expect(headers['content-disposition']).toBe('attachment; filename="accesses.csv"');
    const rows = parse<Record<string, string>>(body, { columns: true, bom: true });
    const listed = await find(filter);
    const key = (email: unknown, event: unknown, start: unknown) => `${email} ${event} ${start}`;
    expect(
      rows.map(({ email, eventId: event, startDate }) => key(email, event, startDate)).toSorted(),
    ).toEqual(
      listed
        .map(({ email, user, eventId: event, startDate }) =>
          key(email ?? (user as unknown as { email: string }).email, event, startDate),
        )
        .toSorted(),
    );
  });

  it('of the export is checked like that of the list', async () => {
    const deep = { NOT: { NOT: { NOT: { NOT: { NOT: {} } } } } };
    for (const filter of [deep, { state: { eq: 'expired' } }, { orderId: { isNull: true } }]) {
      const query = new URLSearchParams({ filter: JSON.stringify(filter) });
      for (const list of [path, `${path}/export`])
        expect((await organiser.request(`GET ${list}?${query}`)).status).toBe(400);
    }
  });
});
