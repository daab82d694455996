/**
 * @engine both
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { nowhere } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read'] });

// More events than the rows that are searched first, from the newest to the oldest. Every tenth of the newest and of
// the oldest hundred has the name.
const count = 2500;

beforeAll(async () => {
  await sql`
    insert into events (name, slug, status, start_date, end_date, timezone, location)
    select case when i % 10 = 0 and (i <= 100 or i > ${count - 100}) then 'Gala ' else 'Night ' end || lpad(i::text, 4, '0'),
      'night-' || i, 'draft', now() - i * interval '1 hour', now() - i * interval '1 hour' + interval '30 minutes', 'Europe/Amsterdam',
      ${JSON.stringify(nowhere)}::jsonb
    from generate_series(1, ${count}) i`.execute(api.db);
});

async function list(query: { limit: string; offset: string; order?: string }) {
  const filter = JSON.stringify({ name: { ilike: 'gala%' } });
  const answer = await organiser.request(
    `GET /api/v1/events?${new URLSearchParams({ filter, ...query } as Record<string, string>)}`,
  );
  return answer.body as { data: Array<{ name: string }>; total: number };
}

const names = (numbers: number[]) => numbers.map((number) => `Gala ${String(number).padStart(4, '0')}`);
const newest = Array.from({ length: 10 }, (_, index) => 10 * (index + 1));
const oldest = newest.map((number) => number + count - 100);

it.each([
  { page: { limit: '5', offset: '0' }, expected: newest.slice(0, 5), of: 'among the first rows' },
  {
    page: { limit: '8', offset: '6' },
    expected: [...newest.slice(6), ...oldest.slice(0, 4)],
    of: 'half behind them',
  },
  { page: { limit: '5', offset: '12' }, expected: oldest.slice(2, 7), of: 'behind them' },
  { page: { limit: '9', offset: '15' }, expected: oldest.slice(5), of: 'at the end' },
  { page: { limit: '9', offset: '2100' }, expected: [], of: 'behind the end' },
  {
    page: { limit: '12', offset: '0', order: 'startDate' },
    expected: [...oldest.toReversed(), ...newest.toReversed().slice(0, 2)],
    of: 'in the other direction',
  },
])('a page whose rows are $of is the same as of all rows', async ({ page, expected }) => {
  const { data, total } = await list(page);
  expect(total).toBe(20);
  expect(data.map(({ name }) => name)).toEqual(names(expected));
});
