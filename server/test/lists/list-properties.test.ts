/**
 * Random filters over random rows: the API returns the same rows as an evaluation in memory.
 *
 * @engine both
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter, ListOrder } from '../../src/lists/list-query.ts';
import { insertAccess, insertBlock, insertEvent, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';
import { type Item, matches, sortItems, toMicroseconds, type Value } from './evaluate-filter.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read'] });

const runs = 150;
const rows = 40;
const words = [
  'Gala',
  'gala',
  'GALA',
  'Rumble',
  '100%',
  'a_b',
  'back\\slash',
  'Ünder',
  'ünder',
  '😀',
  'É',
  ' ',
  '',
  "O'Neil",
  '"',
];
const statuses = ['public', 'draft', 'hidden'];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));
// Few dates, so that some are equal.
const instant = fc
  .tuple(
    fc.integer({ min: 0, max: 12 }),
    fc.constantFrom('00:00:00Z', '00:00:00.000001Z', '02:00:00+02:00', '23:59:59.5-05:00'),
  )
  .map(([day, time]) => `2026-11-${String(day + 10)}T${time}`);
const plainWords = words.filter((word) => word !== '' && !word.includes('\\'));
const pattern = fc.oneof(
  fc.constantFrom(...plainWords).map((word) => `%${word}%`),
  fc
    .array(fc.constantFrom(...plainWords, '%', '_', '\\%', '\\_', '\\\\'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('')),
);

type Kind = 'text' | 'instant' | 'id' | 'status';

let ids: string[] = [];

function operand(kind: Kind): fc.Arbitrary<string> {
  if (kind === 'text') return text;
  if (kind === 'instant') return instant;
  return kind === 'id'
    ? fc.nat().map((index) => String(ids[index % ids.length]))
    : fc.constantFrom(...statuses);
}

const comparisons: Record<Kind, string[]> = {
  text: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  instant: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  id: ['eq', 'ne'],
  status: ['eq', 'ne'],
};

function condition(kind: Kind) {
  const compared = fc.tuple(fc.constantFrom(...comparisons[kind]), operand(kind));
  const matched = fc.tuple(fc.constantFrom('like', 'ilike', 'notLike', 'notIlike'), pattern);
  const set = fc.tuple(fc.constantFrom('isNull', 'isNotNull'), fc.constant(true));
  const one: fc.Arbitrary<[string, string | boolean]> =
    kind === 'text' ? fc.oneof(compared, matched, set) : fc.oneof(compared, set);
  return fc.array(one, { minLength: 1, maxLength: 2 }).map((operators) => Object.fromEntries(operators));
}

/** Filters with any nesting up to the limit of the API. */
function filterOf(kinds: Record<string, Kind>): fc.Arbitrary<Filter> {
  const field = fc
    .constantFrom(...Object.keys(kinds))
    .chain((name) => condition(kinds[name] as Kind).map((value): Filter => ({ [name]: value })));
  const fieldsTogether = fc
    .array(field, { minLength: 1, maxLength: 2 })
    .map((parts): Filter => Object.assign({}, ...parts));
  const nested = (depth: number): fc.Arbitrary<Filter> =>
    depth === 1
      ? fieldsTogether
      : fc.oneof(
          { weight: 2, arbitrary: fieldsTogether },
          {
            weight: 1,
            arbitrary: fc.array(nested(depth - 1), { maxLength: 3 }).map((AND): Filter => ({ AND })),
          },
          {
            weight: 1,
            arbitrary: fc
              .array(nested(depth - 1), { minLength: 1, maxLength: 3 })
              .map((OR): Filter => ({ OR })),
          },
          { weight: 1, arbitrary: nested(depth - 1).map((NOT): Filter => ({ NOT })) },
          {
            weight: 1,
            arbitrary: fc
              .tuple(fieldsTogether, nested(depth - 1))
              .map(([plain, NOT]): Filter => ({ ...plain, NOT })),
          },
        );
  return nested(5).filter(isWithinBounds);
}

/** The API refuses filters beyond these limits; `event-list.test.ts` tests that. */
function isWithinBounds(filter: Filter): boolean {
  const text = JSON.stringify(filter);
  const conditions = text.match(/"(eq|ne|[gl]te?|i?like|not(Il|L)ike|is(Not)?Null)":/g) ?? [];
  return conditions.length <= 50 && encodeURIComponent(text).length < 7_500;
}

function queryOf(kinds: Record<string, Kind>, orderable: string[]) {
  const order: fc.Arbitrary<ListOrder[]> = fc.uniqueArray(
    fc.record({
      field: fc.constantFrom(...orderable),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { maxLength: 3, selector: ({ field }) => field },
  );
  return fc.record({
    filter: filterOf(kinds),
    order,
    limit: fc.integer({ min: 1, max: 50 }),
    offset: fc.integer({ min: 0, max: 10 }),
  });
}

interface List {
  path: string;
  items: Item[];
  kinds: Record<string, Kind>;
  orderable: string[];
  byDefault: ListOrder;
}

async function expectSameResults({ path, items, kinds, orderable, byDefault }: List): Promise<void> {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(queryOf(kinds, orderable), async ({ filter, order, limit, offset }) => {
      const query = new URLSearchParams({
        filter: JSON.stringify(filter),
        limit: `${limit}`,
        offset: `${offset}`,
      });
      for (const { field, direction } of order)
        query.append('order', direction === 'desc' ? `-${field}` : field);
      const answer = await organiser.request(`GET ${path}?${query}`);
      expect(answer.body.issues).toBeUndefined();
      const expected = sortItems(
        items.filter((item) => matches(item, filter)),
        order.length > 0 ? order : [byDefault],
      );
      expect(answer.body.total).toBe(expected.length);
      expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(
        expected.slice(offset, offset + limit).map(({ id }) => id),
      );
      if (expected.length > 0 && expected.length < items.length) found += 1;
    }),
    { numRuns: runs },
  );
  // Enough filters must match some rows and not all, or the test would prove little.
  expect(found).toBeGreaterThan(runs / 10);
}

const events: Item[] = [];
const accesses: Item[] = [];

beforeAll(async () => {
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, 1)[0] as T;
  const period = () =>
    [sample(instant), sample(instant)].toSorted((a, b) => (toMicroseconds(a) < toMicroseconds(b) ? -1 : 1));
  const users = await Promise.all([insertUser(api.db), insertUser(api.db), insertUser(api.db)]);
  ids = [...users, randomUUID()];
  for (let index = 0; index < rows; index += 1) {
    const [startDate = '', endDate = ''] = period();
    const event = {
      name: sample(text),
      slug: `${sample(fc.constantFrom('gala', 'rumble', 'night'))}-${index}`,
      status: sample(
        fc.constantFrom('public' as const, 'public' as const, 'draft' as const, 'hidden' as const),
      ),
      startDate,
      endDate,
    };
    const id = await insertEvent(api.db, event);
    const names = fc.sample(text, index % 3);
    const blockIds = await Promise.all(names.map((name) => insertBlock(api.db, { eventId: id, name })));
    events.push({ id, ...event, 'blocks.name': names as Value[] });
    ids.push(id, ...blockIds);
    const [accessStart = '', accessEnd = ''] = period();
    const access = {
      eventId: id,
      blockId: blockIds[0] ?? null,
      userId: String(users[index % users.length]),
      startDate: accessStart,
      endDate: index % 4 === 0 ? null : accessEnd,
    };
    accesses.push({ id: await insertAccess(api.db, access), ...access });
  }
});

describe('filters, order and pages equal those of an evaluation in memory', () => {
  it('of events, with the names of their blocks', async () => {
    await expectSameResults({
      path: '/api/v1/events',
      items: events,
      kinds: {
        name: 'text',
        slug: 'text',
        status: 'status',
        startDate: 'instant',
        endDate: 'instant',
        'blocks.name': 'text',
      },
      orderable: ['name', 'slug', 'status', 'startDate', 'endDate'],
      byDefault: { field: 'startDate', direction: 'desc' },
    });
  });

  it('of competitions, which are the public events', async () => {
    await expectSameResults({
      path: '/api/v1/kickboxing/competitions',
      items: events.filter(({ status }) => status === 'public'),
      kinds: { name: 'text', slug: 'text', startDate: 'instant', endDate: 'instant' },
      orderable: ['name', 'startDate', 'endDate'],
      byDefault: { field: 'startDate', direction: 'asc' },
    });
  });

  it('of accesses, whose block and end may be unset', async () => {
    await expectSameResults({
      path: '/api/v1/events/access',
      items: accesses,
      kinds: { eventId: 'id', blockId: 'id', userId: 'id', startDate: 'instant', endDate: 'instant' },
      orderable: ['startDate', 'endDate'],
      byDefault: { field: 'startDate', direction: 'desc' },
    });
  });
});
