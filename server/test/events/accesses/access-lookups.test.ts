import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { insertEvent } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read'] });

// A name that few have, one that half have, and a part that nearly all have. Each account has one access; four more
// wait for an address.
const people = { ann: 600, ben: 600, cas: 10 };
const waiting = ['ann.w@example.test', 'ben.w@example.test', 'cas.w@example.test', 'dan.w@example.test'];
const everybody = 600 + 600 + 10 + waiting.length;

beforeAll(async () => {
  const eventId = await insertEvent(api.db);
  for (const [name, count] of Object.entries(people)) {
    await sql`
      with added as (
        insert into users (email, name, first_name, last_name) select ${name} || i || '@example.test', ${name} || ' ' || i, '', ''
        from generate_series(1, ${count}::int) i returning id
      )
      insert into accesses (event_id, user_id, start_date) select ${eventId}, id, now() from added`.execute(
      api.db,
    );
  }
  await sql`insert into accesses (event_id, email, start_date)
    select ${eventId}, unnest(${waiting}::text[]), now()`.execute(api.db);
});

async function total(filter: object) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: '1' });
  const { body } = await organiser.request(`GET /api/v1/events/access?${query}`);
  return body.total;
}

it.each([
  { filter: { 'user.name': { ilike: 'cas%' } }, expected: 10 },
  { filter: { 'user.name': { ilike: 'ann%' } }, expected: 600 },
  { filter: { 'user.name': { ilike: '%n %' } }, expected: 1200 },
  { filter: { 'user.name': { ilike: '%' } }, expected: 1210 },
  { filter: { 'user.name': { ilike: '%nobody%' } }, expected: 0 },
  { filter: { email: { ilike: 'cas%' } }, expected: 11 },
  { filter: { email: { ilike: 'ann%' } }, expected: 601 },
  { filter: { email: { ilike: '%n%' } }, expected: 1203 },
  { filter: { email: { ilike: '%example%' } }, expected: everybody },
])('finds $expected accesses by $filter, and all others by its opposite', async ({ filter, expected }) => {
  expect(await total(filter)).toBe(expected);
  expect(await total({ NOT: filter })).toBe(everybody - expected);
});
