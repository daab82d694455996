/**
 * No list, search, export or sum grows with the product of two tables: with twenty times as many rows, each takes at most
 * sixty times as long, compared within one run.
 *
 * @tier all
 * @engine one
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { contractOperations } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import { insertEvent, nowhere } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const [few, many] = [1_000, 20_000];
const growth = many / few;
/** Three times what the rows grow: a product of two tables would be 400. */
const mostGrowth = 3 * growth;
/** Below it a time says nothing. */
const leastMs = 3;

const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'identity.user:read', 'order:read'],
});
const eventId = await insertEvent(api.db, { name: 'Large' });
const person = organiser.userId;

/** What is asked of each list, besides its first page. */
const lists: { [Id in OperationId]?: string[] } = {
  listEvents: [
    '/api/v1/events?with=blocks&limit=100',
    `/api/v1/events?filter=${encodeURIComponent('{"name":{"ilike":"%gala 19%"}}')}&order=-startDate`,
    '/api/v1/events?offset=900',
  ],
  listAccesses: [
    '/api/v1/events/access?limit=100',
    `/api/v1/events/access?filter=${encodeURIComponent(`{"eventId":{"eq":"${eventId}"},"state":{"eq":"current"}}`)}&order=-startDate`,
    `/api/v1/events/access?filter=${encodeURIComponent('{"event.name":{"ilike":"%large%"},"email":{"ilike":"%9@%"}}')}`,
  ],
  listFighters: [
    '/api/v1/fighters?limit=100',
    '/api/v1/fighters?q=fighter%2019&offset=100',
    `/api/v1/fighters?filter=${encodeURIComponent(`{"NOT":{"eventId":{"eq":"${eventId}"}}}`)}&order=-name`,
  ],
  exportAccesses: [`/api/v1/events/access/export?eventId=${eventId}`],
  listAuditEntries: [
    '/api/v1/identity/audit?limit=100&order=-createdAt',
    '/api/v1/identity/audit?offset=900',
  ],
  listUsers: ['/api/v1/identity/users?q=person&limit=100', '/api/v1/identity/users?order=email&offset=900'],
  listCompetitions: [
    '/api/v1/kickboxing/competitions?limit=100',
    '/api/v1/kickboxing/competitions?q=gala%2019',
    `/api/v1/kickboxing/competitions?filter=${encodeURIComponent('{"OR":[{"name":{"ilike":"%gala 19%"}},{"startDate":{"gt":"2026-01-10T00:00:00Z"}}]}')}`,
  ],
  listViewings: ['/api/v1/history?limit=100', '/api/v1/history?offset=900'],
  listReminders: ['/api/v1/reminders?limit=100'],
  listBoutReminders: [
    '/api/v1/reminders/bouts?limit=100',
    `/api/v1/reminders/bouts?competitionId=${eventId}`,
  ],
  listOrders: [
    '/api/v1/shop/orders?limit=100',
    `/api/v1/shop/orders?filter=${encodeURIComponent(`{"eventId":{"eq":"${eventId}"}}`)}&order=-createdAt`,
  ],
  exportOrders: ['/api/v1/shop/orders/export'],
  listPurchases: ['/api/v1/shop/purchases?limit=100'],
  listOutages: [`/api/v1/shop/outages?eventId=${eventId}`],
};
const others = [`/api/v1/shop/sales?eventId=${eventId}`, '/api/v1/shop/sales'];
/** It has its own test with many rows: `compensation.test.ts`. */
const elsewhere: OperationId[] = ['listAffectedPeople'];

/** Rows of every table that a list reads, all of one event or of one person where a list is about one. */
async function fill(from: number, to: number): Promise<void> {
  const rows = sql`generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) row`;
  const idOf = (kind: string) => sql`md5(${sql.lit(kind)} || row)::uuid`;
  const place = sql`${JSON.stringify(nowhere)}::jsonb`;
  const at = sql`timestamptz '2026-01-01' + row * interval '1 minute'`;
  await sql`insert into users (id, name, first_name, last_name, email, email_verified_at)
    select ${idOf('user')}, 'Person ' || row, 'Person', row::text, 'person-' || row || '@example.test', now() from ${rows}`.execute(
    api.db,
  );
  await sql`insert into events (id, name, slug, start_date, end_date, timezone, status, location)
    select ${idOf('event')}, 'Gala ' || row, 'gala-' || row, ${at}, ${at} + interval '4 hours', 'Europe/Amsterdam', 'public', ${place} from ${rows}`.execute(
    api.db,
  );
  await sql`insert into blocks (id, event_id, name, slug, start_date, end_date, location)
    select ${idOf('block')}, ${idOf('event')}, 'Main ' || row, 'main', ${at}, ${at} + interval '4 hours', ${place} from ${rows}`.execute(
    api.db,
  );
  await sql`insert into fighters (id, slug, name, gym)
    select ${idOf('fighter')}, 'fighter-' || row, 'Fighter ' || row, 'Gym ' || row % 100 from ${rows}`.execute(
    api.db,
  );
  await sql`insert into bouts (block_id, position, red_fighter_id)
    select ${idOf('block')}, 1, ${idOf('fighter')} from ${rows}`.execute(api.db);
  await sql`insert into live_streams (id, block_id, video_id, name)
    select ${idOf('stream')}, ${idOf('block')}, 'v', 'Ring' from ${rows}`.execute(api.db);
  await sql`insert into accesses (user_id, event_id, start_date)
    select ${idOf('user')}, ${eventId}::uuid, ${at} from ${rows}`.execute(api.db);
  await sql`insert into orders (id, email, user_id, price_id, status, amount, currency, checkout, is_open, created_at, paid_at, receipt_queued_at)
    select ${idOf('order')}, 'person-' || row || '@example.test', ${person}::uuid, 'price_Large', 'paid', 1499, 'eur', '{}', false, ${at}, ${at}, ${at}
    from ${rows}`.execute(api.db);
  await sql`insert into order_items (order_id, event_id, event_name, event_slug)
    select ${idOf('order')}, ${eventId}::uuid, 'Large', 'large' from ${rows}`.execute(api.db);
  await sql`insert into audit_entries (actor_id, action, entity_type, entity_id, created_at)
    select ${person}::uuid, 'updateEvent', 'event', ${eventId}, ${at} from ${rows}`.execute(api.db);
  await sql`insert into viewings (user_id, live_stream_id, first_watched_at, last_watched_at)
    select ${person}::uuid, ${idOf('stream')}, ${at}, ${at} from ${rows}`.execute(api.db);
  await sql`insert into reminders (user_id, event_id, by_link, origin, created_at)
    select ${person}::uuid, ${idOf('event')}, false, 'http://localhost', ${at} from ${rows}`.execute(api.db);
  await sql`analyze`.execute(api.db);
}

/** The median of five. */
async function msOf(address: string): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 5; time++) {
    const startedMs = performance.now();
    const { status, body } = await organiser.request(`GET ${address}`);
    expect([address, status, body]).toEqual([address, 200, body]);
    times.push(performance.now() - startedMs);
  }
  return times.toSorted((a, b) => a - b)[2] ?? 0;
}

const addresses = [...Object.values(lists).flat(), ...others];
const before = new Map<string, number>();

beforeAll(async () => {
  await fill(1, few);
  for (const address of addresses) before.set(address, await msOf(address));
  await fill(few + 1, many);
}, 240_000);

it('names every list of the contract', () => {
  const named = contractOperations
    .filter(({ method, parameters }) => method === 'get' && parameters.some(({ name }) => name === 'limit'))
    .map(({ operationId }) => operationId);
  expect(named.filter((id) => !(id in lists) && !elsewhere.includes(id))).toEqual([]);
});

it.each(addresses)('%s', { timeout: 120_000 }, async (address) => {
  const small = Math.max(before.get(address) ?? 0, leastMs);
  expect((await msOf(address)) / small).toBeLessThan(mostGrowth);
});
