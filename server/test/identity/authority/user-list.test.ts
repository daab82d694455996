import { beforeAll, describe, expect, it } from 'vitest';
import { insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const path = '/api/v1/identity/users';
const manager = await api.signInAs({ scopes: ['identity.user:read'] });

describe('listUsers', () => {
  const ids = new Map<string, string>();
  const people: Array<[name: string, first: string, middle: string | null, last: string, email: string]> = [
    ['Ada Quist', 'Ada', null, 'Quist', 'zz-ada@quist.test'],
    ['The Hammer', 'Bo', 'van', 'Quist', 'yy_bo@quist.test'],
    ['Émile Quist', 'Émile', null, 'Quist', 'xx100%@quist.test'],
    ['Dee\\Quist', 'Dee', null, 'Quist', 'ww-dee@quist.test'],
  ];

  beforeAll(async () => {
    for (const [index, [name, firstName, middleName, lastName, email]] of people.entries()) {
      const createdAt = `2026-01-0${4 - index}T00:00:00Z`;
      const user = {
        name,
        firstName,
        middleName,
        lastName,
        email,
        createdAt,
        phone: index ? null : '+31 10',
      };
      ids.set(await insertUser(api.db, user), name);
    }
  });

  const ask = async (query: Record<string, string | string[]>) => {
    const parameters = new URLSearchParams();
    for (const [key, value] of Object.entries(query))
      for (const item of [value].flat()) parameters.append(key, item);
    const { status, body } = await manager.request(`GET ${path}?${parameters}`);
    return { status, body, names: body.data?.map(({ id }: { id: string }) => ids.get(id)) };
  };

  it('returns every account, without secrets', async () => {
    const { body } = await ask({ q: 'zz-ada@quist.test' });
    expect(body).toEqual({
      data: [
        {
          id: expect.any(String),
          name: 'Ada Quist',
          firstName: 'Ada',
          middleName: null,
          lastName: 'Quist',
          email: 'zz-ada@quist.test',
          emailVerified: false,
          phone: '+31 10',
          invitedAt: null,
          createdAt: '2026-01-04T00:00:00+00:00',
        },
      ],
      total: 1,
    });
    expect((await ask({})).body.total).toBe(people.length + 1);
  });

  const everybody = ['Ada Quist', 'Dee\\Quist', 'The Hammer', 'Émile Quist'];
  it.each<[name: string, q: string, expected: string[]]>([
    ['a part of the shown name', 'hamm', ['The Hammer']],
    ['a part of the e-mail address', '@quist', everybody],
    ['upper and lower case alike', 'ADA qUIST', ['Ada Quist']],
    ['accented letters alike', 'ÉMILE', ['Émile Quist']],
    ['first and last name, also when another name is shown', 'Bo Quist', ['The Hammer']],
    ['first, middle and last name', 'bo van quist', ['The Hammer']],
    ['blanks around it', '  hammer ', ['The Hammer']],
    ['a percent sign', '%', ['Émile Quist']],
    ['percent signs', '100%@', ['Émile Quist']],
    ['an underscore', '_', ['The Hammer']],
    ['a backslash', '\\', ['Dee\\Quist']],
    ['a backslash and a letter', 'e\\q', ['Dee\\Quist']],
    ['a quote', "'", []],
    ['255 characters', 'q'.repeat(255), []],
    ['letters beyond the basic plane', '🥊', []],
  ])('finds by %s', async (_name, q, expected) => {
    const { body, names } = await ask({ q });
    expect(names.toSorted()).toEqual(expected.toSorted());
    expect(body.total).toBe(expected.length);
  });

  it('ignores an empty text and blanks', async () => {
    for (const q of ['', '   ']) expect((await ask({ q })).body.total).toBe(people.length + 1);
  });

  it.each([
    ['NUL', 'q=a%00b', '/q'],
    ['256 characters', `q=${'q'.repeat(256)}`, '/q'],
    ['two texts', 'q=a&q=b', '/q'],
    ['an unknown order', 'order=phone', '/order/0'],
    ['a limit too high', 'limit=101', '/limit'],
    ['an offset too high', 'offset=2147483648', '/offset'],
    ['a filter by a field without one', 'filter={"phone":{"eq":"x"}}', '/filter/phone'],
  ])('refuses %s', async (_name, query, pointer) => {
    const { status, body } = await manager.request(`GET ${path}?${query}`);
    expect(status).toBe(400);
    expect(body.issues[0]).toMatchObject({ pointer, location: 'query' });
  });

  it('finds nobody for bytes that are not valid text', async () => {
    const { status, body } = await manager.request(`GET ${path}?q=%ED%A0%80`);
    expect([status, body.total]).toEqual([200, 0]);
  });

  it('sorts by each field, in both directions, and by name by default', async () => {
    const order = async (...fields: string[]) => (await ask({ q: '@quist', order: fields })).names;
    const byEmail = ['Dee\\Quist', 'Émile Quist', 'The Hammer', 'Ada Quist'];
    expect(await order('email')).toEqual(byEmail);
    expect(await order('-email')).toEqual(byEmail.toReversed());
    expect(await order('createdAt')).toEqual(['Dee\\Quist', 'Émile Quist', 'The Hammer', 'Ada Quist']);
    expect(await order('-createdAt', 'name')).toEqual(people.map(([name]) => name));
    expect(await order('-name')).toEqual((await order('name')).toReversed());
    expect((await ask({ q: '@quist' })).names).toEqual(await order('name'));
  });

  it('returns pages', async () => {
    const { names, body } = await ask({ q: '@quist', order: '-createdAt', limit: '2', offset: '1' });
    expect(names).toEqual(['The Hammer', 'Émile Quist']);
    expect(body.total).toBe(4);
    const { body: beyond } = await ask({ q: '@quist', offset: '2147483647' });
    expect(beyond).toEqual({ data: [], total: 4 });
  });
});
