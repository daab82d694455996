/**
 * Fills an empty PostgreSQL with a large platform: people with names, events over six years, accesses of all states and
 * an audit log. All in SQL, without its indexes and triggers: a minute instead of hours.
 */
import pg from 'pg';
import { openDatabase } from '../src/db/engines.ts';
import { migrate } from '../src/db/migrate.ts';

export interface PlatformSize {
  users: number;
  events: number;
  accesses: number;
  auditEntries: number;
}

export const largeSize: PlatformSize = {
  users: 100_000,
  events: 10_000,
  accesses: 1_000_000,
  auditEntries: 200_000,
};

const filled = ['users', 'user_roles', 'events', 'blocks', 'live_streams', 'accesses', 'audit_entries'];

/** @throws when the database has users already: this is for a database of its own. */
export async function fillLargePlatform(databaseUrl: string, size: PlatformSize = largeSize): Promise<void> {
  await using database = await openDatabase({ databaseUrl, dataDir: '', poolMax: 2, limits: 'none' });
  await migrate(database.db);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select 1 from users limit 1');
    if (rows.length > 0) throw new Error('The database has users already. Name an empty one.');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = any($1) and indexdef not like '%UNIQUE%'`,
      [filled],
    );
    await client.query('begin');
    for (const table of filled) await client.query(`alter table ${table} disable trigger all`);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const statement of statements(size)) await client.query(statement);
    await client.query(`set local maintenance_work_mem = '512MB'`);
    for (const { definition } of indexes) await client.query(definition);
    for (const table of filled) await client.query(`alter table ${table} enable trigger all`);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** The id of the event, user or block with this number. */
export function idOf(kind: 'event' | 'block' | 'user', number: number): string {
  const start = { event: 'e', block: 'b', user: 'a' }[kind];
  return `${start.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

const id = (kind: 'event' | 'block' | 'user', number: string) =>
  `(overlay('${idOf(kind, 0)}' placing lpad((${number})::text, 12, '0') from 25))::uuid`;

const firstNames = `array['Robin','Sam','Noa','Daan','Emma','Lucas','Sofie','Finn','Mila','Jesse','Anouk','Bram','Fatima','Youssef','Ines','Mateusz','Aylin','Kwame','Chloé','Björn']`;
const lastNames = `array['de Vries','Jansen','Bakker','Visser','Smit','Meijer','Bos','Mulder','Peters','Hendriks','Kaya','El Amrani','Nowak','Mensah','Dubois','Lindqvist','Schmidt','Rossi','García','Okafor','Yılmaz','Haddad','Novák','Petrov','Andersson']`;
const cities = `array['Rotterdam','Amsterdam','Antwerp','Paris','Berlin','Istanbul','Casablanca','Warsaw','Stockholm','Lagos']`;
const pick = (list: string, number: string) => `(${list})[(${number}) % array_length(${list}, 1) + 1]`;

function statements({ users, events, accesses, auditEntries }: PlatformSize): string[] {
  // From five years ago to a year ahead.
  const start = `date_trunc('hour', now()) - interval '5 years' + i * (interval '6 years' / ${events})`;
  const eventOf = `(i::bigint * 7919 % ${events} + 1)`;
  const userOf = `(i::bigint * 104729 % ${users} + 1)`;
  return [
    `insert into users (id, email, email_verified_at, name, first_name, last_name, invited_at, created_at)
     select ${id('user', 'i')}, 'person' || i || '@example.test', case when i % 10 > 0 then now() end,
       ${pick(firstNames, 'i')} || ' ' || ${pick(lastNames, 'i / 20')}, ${pick(firstNames, 'i')},
       ${pick(lastNames, 'i / 20')}, case when i % 1000 = 0 then now() end,
       now() - i * interval '26 minutes'
     from generate_series(1, ${users}) i`,
    `insert into user_roles (user_id, role_code)
     select ${id('user', 'i')}, case when i <= 5 then 'administrator' when i <= 200 then 'organiser' else 'viewer' end
     from generate_series(1, ${users}) i`,
    `insert into events (id, name, slug, description, start_date, end_date, timezone, status, location)
     select ${id('event', 'i')}, ${pick(cities, 'i')} || ' ' || (array['Rumble','Gala','Fight Night','Open'])[i % 4 + 1] || ' ' || i,
       lower(${pick(cities, 'i')}) || '-' || i, 'Nine fights under one roof.', ${start}, ${start} + interval '5 hours',
       'Europe/Amsterdam', (array['public','public','public','draft','hidden'])[i % 5 + 1],
       jsonb_build_object('name', null, 'address', null, 'cityName', ${pick(cities, 'i')}, 'countryName', null)
     from generate_series(1, ${events}) i`,
    `insert into blocks (id, event_id, name, slug, start_date, end_date, location, payment_required)
     select ${id('block', `i * 2 + part`)}, ${id('event', 'i')}, (array['Prelims','Main card'])[part + 1],
       (array['prelims','main-card'])[part + 1], ${start} + part * interval '2 hours', ${start} + interval '5 hours', '{}', part = 1
     from generate_series(1, ${events}) i, generate_series(0, 1) part`,
    `insert into live_streams (block_id, video_id, name, status, weight)
     select ${id('block', 'i')}, 'demo', 'Ring camera', 'inactive', 1 from generate_series(2, ${events * 2 + 1}) i`,
    // One in fifty waits for its owner; one in ten never ends; one in twenty is paid.
    `insert into accesses (event_id, block_id, user_id, email, start_date, end_date, order_id)
     select ${id('event', eventOf)}, case when i % 3 = 0 then ${id('block', `${eventOf} * 2 + 1`)} end,
       case when i % 50 > 0 then ${id('user', userOf)} end,
       case when i % 50 = 0 then 'guest' || i || '@example.test' end,
       event.start_date - interval '7 days' + i * interval '1 millisecond',
       case when i % 10 > 0 then event.start_date + interval '3 days' end,
       case when i % 20 = 1 then gen_random_uuid() end
     from generate_series(1, ${accesses}) i join events event on event.id = ${id('event', eventOf)}`,
    `insert into audit_entries (actor_id, action, entity_type, entity_id, before, after, created_at)
     select ${id('user', '(i % 200 + 1)')}, (array['updateEvent','createAccess','updateAccess','updateBlock'])[i % 4 + 1],
       (array['event','access','access','block'])[i % 4 + 1], (${id('event', eventOf)})::text,
       '{"status": "draft"}', '{"status": "public"}', now() - i * interval '10 minutes'
     from generate_series(1, ${auditEntries}) i`,
    `delete from row_counts`,
    `insert into row_counts (counted, key, change) select 'events', status, count(*) from events group by status`,
    ...['accesses', 'users', 'audit_entries'].map(
      (table) =>
        `insert into row_counts (counted, key, change) select '${table}', '', count(*) from ${table}`,
    ),
  ];
}
