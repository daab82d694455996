import { beforeAll, describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read'] });

beforeAll(async () => {
  const year = (number: number) => ({
    startDate: `${number}-06-01T19:00:00Z`,
    endDate: `${number}-06-01T23:00:00Z`,
  });
  const gala = await insertEvent(api.db, {
    name: 'Winter Gala',
    slug: 'winter-gala',
    status: 'draft',
    ...year(2025),
  });
  await insertEvent(api.db, {
    name: 'winter rumble',
    slug: 'winter-rumble',
    status: 'hidden',
    ...year(2026),
  });
  await insertEvent(api.db, { name: '100% Power', slug: 'power', status: 'public', ...year(2027) });
  await insertEvent(api.db, { name: 'Summer Gala', slug: 'summer-gala', status: 'public', ...year(2028) });
  const finals = await insertBlock(api.db, { eventId: gala, name: 'Finals' });
  await insertBlock(api.db, { eventId: gala, name: 'Prelims' });
  await insertLiveStream(api.db, { blockId: finals });
});

interface Query {
  filter?: unknown;
  [parameter: string]: unknown;
}

function ask({ filter, ...others }: Query) {
  const query = new URLSearchParams();
  if (filter !== undefined) query.set('filter', typeof filter === 'string' ? filter : JSON.stringify(filter));
  for (const [key, value] of Object.entries(others)) {
    for (const item of [value].flat()) query.append(key, String(item));
  }
  return organiser.request(`GET /api/v1/events?${query}`);
}

const slugs = async (query: Query) => {
  const { body } = await ask(query);
  expect(body.issues).toBeUndefined();
  return body.data.map((event: { slug: string }) => event.slug);
};

const refusal = async (query: Query) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  return body.issues;
};

const all = ['summer-gala', 'power', 'winter-rumble', 'winter-gala'];

describe('listEvents', () => {
  it('returns all events, including drafts and hidden ones, the latest first', async () => {
    const { body } = await ask({});
    expect(body.data.map((event: { slug: string }) => event.slug)).toEqual(all);
    expect(body.total).toBe(4);
  });

  it.each([
    ['eq', { name: { eq: 'Winter Gala' } }, ['winter-gala']],
    ['ne', { slug: { ne: 'power' } }, ['summer-gala', 'winter-rumble', 'winter-gala']],
    ['gt', { startDate: { gt: '2027-06-01T19:00:00Z' } }, ['summer-gala']],
    ['gte', { startDate: { gte: '2027-06-01T21:00:00+02:00' } }, ['summer-gala', 'power']],
    ['lt', { endDate: { lt: '2026-01-01T00:00:00Z' } }, ['winter-gala']],
    ['lte', { endDate: { lte: '2026-06-01T23:00:00Z' } }, ['winter-rumble', 'winter-gala']],
    ['like', { name: { like: '%Gala' } }, ['summer-gala', 'winter-gala']],
    ['like, case-sensitive', { name: { like: 'winter%' } }, ['winter-rumble']],
    ['like with an escaped wildcard', { name: { like: '%\\%%' } }, ['power']],
    ['ilike', { name: { ilike: 'WINTER%' } }, ['winter-rumble', 'winter-gala']],
    ['notLike', { name: { notLike: '%Gala' } }, ['power', 'winter-rumble']],
    ['notIlike', { name: { notIlike: 'winter%' } }, ['summer-gala', 'power']],
    ['isNull', { name: { isNull: true } }, []],
    ['isNotNull', { name: { isNotNull: true } }, all],
    ['an enumeration', { status: { eq: 'hidden' } }, ['winter-rumble']],
    [
      'several operators of a field',
      { startDate: { gt: '2026-01-01T00:00:00Z', lt: '2027-01-01T00:00:00Z' } },
      ['winter-rumble'],
    ],
    ['several fields', { status: { eq: 'public' }, name: { like: '%Gala' } }, ['summer-gala']],
    ['a field of its blocks', { 'blocks.name': { eq: 'Finals' } }, ['winter-gala']],
    ['AND', { AND: [{ name: { like: '%Gala' } }, { status: { ne: 'draft' } }] }, ['summer-gala']],
    ['OR', { OR: [{ slug: { eq: 'power' } }, { status: { eq: 'draft' } }] }, ['power', 'winter-gala']],
    ['NOT', { NOT: { name: { like: '%Gala' } } }, ['power', 'winter-rumble']],
    [
      'NOT of its blocks',
      { NOT: { 'blocks.name': { ilike: '%' } } },
      ['summer-gala', 'power', 'winter-rumble'],
    ],
    ['an empty AND', { AND: [] }, all],
    ['an empty filter', {}, all],
  ])('filters by %s', async (_name, filter, expected) => {
    expect(await slugs({ filter })).toEqual(expected);
  });

  it('treats SQL in a value as text', async () => {
    expect(await slugs({ filter: { name: { eq: "'; drop table events; --" } } })).toEqual([]);
    expect(await slugs({})).toEqual(all);
  });

  it('sorts by several fields, each in its direction', async () => {
    expect(await slugs({ order: ['status', '-name'] })).toEqual(
      // Draft, hidden, then the two public ones from Z to A.
      ['winter-gala', 'winter-rumble', 'summer-gala', 'power'],
    );
    expect(await slugs({ order: 'slug' })).toEqual([...all].sort());
  });

  it('returns a page and the total', async () => {
    const { body } = await ask({ order: 'slug', limit: 2, offset: 1 });
    expect(body.data.map((event: { slug: string }) => event.slug)).toEqual(['summer-gala', 'winter-gala']);
    expect(body.total).toBe(4);
    const { body: filtered } = await ask({ filter: { status: { eq: 'public' } }, limit: 1 });
    expect(filtered.data).toHaveLength(1);
    expect(filtered.total).toBe(2);
    expect((await ask({ offset: 50 })).body).toEqual({ data: [], total: 4 });
  });

  it('includes blocks and live streams on request', async () => {
    const filter = { slug: { eq: 'winter-gala' } };
    const { body: plain } = await ask({ filter });
    expect(plain.data[0]).not.toHaveProperty('blocks');
    const { body: withBlocks } = await ask({ filter, with: 'blocks' });
    expect(withBlocks.data[0].blocks).toHaveLength(2);
    expect(withBlocks.data[0].blocks[0]).not.toHaveProperty('liveStreams');
    const { body: full } = await ask({ filter, with: ['blocks', 'blocks.liveStreams'] });
    const streams = full.data[0].blocks.flatMap((block: { liveStreams: unknown[] }) => block.liveStreams);
    expect(streams).toHaveLength(1);
  });
});

describe('listEvents, bounds', () => {
  const nested = (depth: number): object =>
    depth === 1 ? { slug: { eq: 'power' } } : { NOT: nested(depth - 1) };
  const conditions = (count: number) => ({
    OR: [
      ...Array.from({ length: count - 2 }, (_, index) => ({ slug: { eq: `slug-${index}` } })),
      { slug: { eq: 'power', ne: 'other' } },
    ],
  });

  it('accepts five levels and refuses six', async () => {
    expect(await slugs({ filter: nested(5) })).toEqual(['power']);
    expect(await refusal({ filter: nested(6) })).toEqual([
      { detail: 'Filters may be nested at most 5 deep.', pointer: '/filter', location: 'query' },
    ]);
  });

  it('accepts fifty conditions and refuses more', async () => {
    expect(await slugs({ filter: conditions(50) })).toEqual(['power']);
    expect(await refusal({ filter: conditions(51) })).toEqual([
      { detail: 'A filter may hold at most 50 conditions.', pointer: '/filter', location: 'query' },
    ]);
  });

  it('accepts patterns of 255 characters and refuses longer ones', async () => {
    expect(await slugs({ filter: { name: { like: 'x'.repeat(255) } } })).toEqual([]);
    expect(await refusal({ filter: { name: { like: 'x'.repeat(256) } } })).toEqual([
      expect.objectContaining({ pointer: '/filter/name/like', location: 'query' }),
    ]);
  });

  it.each(['like', 'ilike', 'notLike', 'notIlike'])(
    'refuses a pattern of %s that ends with a single backslash',
    async (operator) => {
      for (const pattern of ['\\', '%gala\\', '\\\\\\']) {
        expect(await refusal({ filter: { AND: [{ NOT: { name: { [operator]: pattern } } }] } })).toEqual([
          { detail: 'A pattern must not end with a single \\.', pointer: '/filter', location: 'query' },
        ]);
      }
      expect((await ask({ filter: { name: { [operator]: '%\\\\' } } })).status).toBe(200);
    },
  );

  it.each(['2026-01-01 00:00:00Z', '2026-01-01T00:00:00.1234567Z', '0000-01-01T00:00:00Z'])(
    'points to the invalid date %j',
    async (date) => {
      expect(await refusal({ filter: { startDate: { gt: date } } })).toEqual([
        expect.objectContaining({ pointer: '/filter/startDate/gt', location: 'query' }),
      ]);
    },
  );

  it('accepts a query of 8 KB and refuses a longer one', async () => {
    const ofSize = (size: number) => {
      const start = 'filter=%7B%7D';
      return `${start}${'&order=name'.repeat(5)}`.padEnd(size, '&');
    };
    const { status } = await organiser.request(`GET /api/v1/events?${ofSize(8192)}`);
    expect(status).toBe(200);
    const { status: refused, body } = await organiser.request(`GET /api/v1/events?${ofSize(8193)}`);
    expect(refused).toBe(400);
    expect(body.issues).toEqual([
      { detail: 'The query may be at most 8 KB long.', pointer: '', location: 'query' },
    ]);
  });

  it.each([
    ['an unknown field', { secret: { eq: 1 } }, '/filter/secret'],
    ['a field that is not filterable', { stripePriceId: { eq: 'price_1' } }, '/filter/stripePriceId'],
    ['an unknown operator', { name: { contains: 'a' } }, '/filter/name/contains'],
    ['an operator of other fields', { startDate: { like: '%' } }, '/filter/startDate/like'],
    ['a field without an operator', { name: {} }, '/filter/name'],
    ['a value in place of operators', { name: 'Gala' }, '/filter/name'],
    ['a number for a text', { name: { eq: 5 } }, '/filter/name/eq'],
    ['a text for a boolean', { name: { isNull: 'true' } }, '/filter/name/isNull'],
    ['a list for a text', { name: { eq: ['Gala'] } }, '/filter/name/eq'],
    ['an invalid date', { startDate: { gt: 'soon' } }, '/filter/startDate/gt'],
    ['a status that does not exist', { status: { eq: 'secret' } }, '/filter/status/eq'],
    ['an empty OR', { OR: [] }, '/filter/OR'],
    ['a nested fault', { AND: [{ NOT: { x: { eq: 1 } } }] }, '/filter/AND/0/NOT/x'],
    ['a prototype', '{"__proto__":{"eq":"x"}}', '/filter/__proto__'],
    ['a NUL character', { name: { eq: 'a\0b' } }, '/filter/name/eq'],
  ])('refuses %s with a pointer to it', async (_name, filter, pointer) => {
    const issues: Array<{ pointer: string; location: string }> = await refusal({ filter });
    expect(new Set(issues.map((issue) => `${issue.location} ${issue.pointer}`))).toEqual(
      new Set([`query ${pointer}`]),
    );
  });

  it.each(['', '{', 'name', '{"name"}', '[]', 'null', '5', '"text"'])(
    'refuses the filter %j',
    async (filter) => {
      expect(await refusal({ filter })).toEqual([expect.objectContaining({ pointer: '/filter' })]);
    },
  );

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '2.5'],
    ['limit', 'many'],
    ['limit', ''],
    ['offset', '-1'],
    ['offset', '2147483648'],
    ['order', 'content'],
    ['order', '--name'],
    ['order', ''],
    ['with', 'accesses'],
    ['page', '2'],
  ])('refuses %s=%s', async (parameter, value) => {
    const issues = await refusal({ [parameter]: value });
    expect(issues).toHaveLength(1);
    expect(issues[0].pointer).toMatch(new RegExp(`^/${parameter}`));
    expect(issues[0].location).toBe('query');
  });

  it('lists the faults of all parameters at once', async () => {
    const issues = await refusal({ filter: { secret: { eq: 1 } }, limit: 0, offset: -1, page: 2 });
    expect(
      issues.map((issue: { detail: string; pointer: string }) => [issue.pointer, issue.detail]).sort(),
    ).toEqual([
      ['/filter/secret', 'Is not a known field.'],
      ['/limit', 'Must be at least 1.'],
      ['/offset', 'Must not be negative.'],
      ['/page', 'Is not a known field.'],
    ]);
  });

  it('refuses a filter that is given twice', async () => {
    const filter = ['{}', '{}'].map((text) => `filter=${encodeURIComponent(text)}`).join('&');
    expect((await organiser.request(`GET /api/v1/events?${filter}`)).status).toBe(400);
  });
});
