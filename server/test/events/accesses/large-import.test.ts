/**
 * A file for an event that has as many accesses already: what grows with both would stop the embedded engine for minutes.
 *
 * @engine both
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertEvent } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:create', 'identity.user:read'] });
const start = '2026-11-20T09:00:00+01:00';
const count = 10_000;

const send = (eventId: string, name: string, query = '') =>
  organiser.request(`POST /api/v1/events/access/import${query}`, {
    headers: { 'content-type': 'text/csv' },
    body: [
      'email,eventId,startDate',
      ...Array.from({ length: count }, (_, row) => `${name}-${row + 1}@example.test,${eventId},${start}`),
    ].join('\n'),
  });

it('imports 10,000 rows beside 20,000 accesses of the same event', async () => {
  const eventId = await insertEvent(api.db);
  await sql`
    insert into users (id, name, first_name, last_name, email, password_hash)
    select gen_random_uuid(), 'A', 'A', 'B', 'owner-' || row || '@example.test', '' from generate_series(1, 100) row
  `.execute(api.db);
  await sql`
    insert into accesses (user_id, email, event_id, start_date)
    select null, 'waits-' || row || '@example.test', ${eventId}::uuid, ${start}::timestamptz
      from generate_series(1, 20000) row
    union all
    select id, null, ${eventId}::uuid, ${start}::timestamptz from users where email like 'owner-%'
  `.execute(api.db);
  // Addresses that wait for it, some accounts that have it, and new addresses.
  const known = await send(eventId, 'waits', '?dryRun=true');
  const details = new Set(known.body.rows.map(({ detail }: { detail: string }) => detail));
  expect([...details]).toEqual(['The user has exactly this access already.']);
  const owners = await send(eventId, 'owner', '?dryRun=true');
  const results = owners.body.rows.filter(({ result }: { result: string }) => result === 'refused');
  expect(results).toHaveLength(100);
  const { status, body } = await send(eventId, 'new');
  expect([status, body.imported, body.waiting]).toEqual([200, count, count]);
}, 240_000);
