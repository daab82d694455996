/** A platform with many fighters, seven years of nights behind them, and one night tonight whose blocks are full. */
import { sql } from 'kysely';
import type { Db } from '../../src/db/database.ts';
import { nowhere } from '../../test/factories.ts';

const first = [
  'Noor',
  'Jens',
  'Amara',
  'Luca',
  'Sanne',
  'Yusuf',
  'Ilse',
  'Mateo',
  'Kenji',
  'Zoé',
  'Björn',
  'Ayşe',
];
const last = [
  'Haddad',
  'Okafor',
  'de Vries',
  'Solheim',
  'Winterbourne',
  'Nakamura',
  'van der Berg',
  'Díaz',
  'Kowalski',
  'Mbeki',
];
export const boutsPerBlock = 60;
const boutsPerNight = 25;

/** @returns the slug of tonight's event. */
export async function insertLargeCard(db: Db, { fighters, nights }: { fighters: number; nights: number }) {
  const pick = (words: string[], number: string) =>
    sql`(array[${sql.join(words)}]::text[])[1 + ${sql.raw(number)} % ${sql.lit(words.length)}]`;
  // Few have a name of the list, as few people of a country have one name.
  const invented = sql`initcap(substr(translate(md5(i::text), '0123456789', 'aeioumnlrs'), 1, 8))`;
  await sql`
    insert into fighters (id, slug, name, nickname, gym, country_code, record)
    select gen_random_uuid(), 'fighter-' || i,
      ${pick(first, 'i')} || ' ' || case when i % 20 = 0 then ${pick(last, 'i / 20')} else ${invented} end,
      case when i % 3 = 0 then initcap(substr(md5((i * 7)::text), 1, 8)) end, 'Gym ' || i % 400, 'NL',
      '{"wins": 12, "losses": 3, "draws": 1, "noContests": 0, "knockouts": 5, "countedUntil": "2018-01-01"}'
    from generate_series(1, ${fighters}::int) i`.execute(db);
  await sql`
    insert into events (id, name, slug, start_date, end_date, timezone, status, location)
    select gen_random_uuid(), 'Fight night ' || i, 'night-' || i, begins, begins + interval '5 hours', 'Europe/Amsterdam',
      'public', ${JSON.stringify(nowhere)}::jsonb
    from generate_series(0, ${nights}::int) i, lateral (select now() - i * interval '6 days' as begins) dates`.execute(
    db,
  );
  await sql`
    insert into blocks (id, event_id, name, slug, start_date, end_date, location)
    select gen_random_uuid(), id, part, lower(translate(part, ' ', '-')), start_date, end_date, ${JSON.stringify(nowhere)}::jsonb
    from events, unnest(array['Prelims', 'Main card']) part where slug = 'night-0' or part = 'Main card'`.execute(
    db,
  );
  await sql`
    with numbered as (select id, row_number() over (order by slug) - 1 as number from fighters),
    places as (
      select blocks.id as block_id, position, row_number() over (order by events.start_date desc, blocks.id, position) as place
      from blocks join events on events.id = blocks.event_id,
        lateral generate_series(1, case when events.slug = 'night-0' then ${boutsPerBlock}::int else ${boutsPerNight}::int end) position
    )
    insert into bouts (block_id, position, red_fighter_id, blue_fighter_id, weight_class, weight_limit_kg)
    select block_id, position, red.id, blue.id, 'Welterweight', 77
    from places
    join numbered red on red.number = (place * 7) % ${fighters}::int
    join numbered blue on blue.number = (place * 7 + 3) % ${fighters}::int`.execute(db);
  await sql`
    insert into results (bout_id, version, red_fighter_id, blue_fighter_id, winner, method, round, signed_at, official_at)
    select bouts.id, 1, red_fighter_id, blue_fighter_id, 'red', 'ko', 2, events.end_date, events.end_date
    from bouts join blocks on blocks.id = bouts.block_id join events on events.id = blocks.event_id
    where events.slug <> 'night-0'`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return 'night-0';
}

/** What people type: beginnings, full names, misspelled ones, and what nobody is called. */
export const searches = [
  'n',
  'no',
  'noor',
  'noor h',
  'noor haddad',
  'hadad',
  'nor hadad',
  'okafor',
  'okaffor',
  'solheim',
  'solhiem',
  'de vries',
  'devries',
  'van der berg',
  'winterborne',
  'diaz',
  'zoe',
  'ayse',
  'bjorn',
  'kowalsky',
  'mbeki jens',
  'gym 17',
  'roterdam',
  'rotterdam',
  'fight night 12',
  'night',
  'xylophone',
  'qqqq',
  'haddad okafor',
  '',
];
