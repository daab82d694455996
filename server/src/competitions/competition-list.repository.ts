/**
 * The competitions that viewers find: as a list, by words, and narrowed to a year or a city. Only public events.
 * The search (`lists/words.ts`) reads trigrams of folded text (`fold_text`): each word is a part of name or place, while it is typed,
 * in any language. Full-text search finds whole words of one language, and no index can use the extension `unaccent`
 * directly. The price: one or two letters read all public events.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Columns } from '../db/columns.ts';
import type { Db } from '../db/database.ts';
import { isListed } from '../events/visibility.repository.ts';
import { type Fields, whereFilter } from '../lists/apply-list-query.ts';
import type { Filter, ListQuery } from '../lists/list-query.ts';
import { listRows } from '../lists/list-rows.ts';
import { countUnfiltered } from '../lists/row-counts.ts';
import { comparing, forgives, hasWords, type Match, wordsIn } from '../lists/words.ts';
import { mainEventOf } from './main-event.repository.ts';

export const competitionColumns = Object.values({
  id: 'events.id',
  name: 'events.name',
  slug: 'events.slug',
  description: 'events.description',
  startDate: 'events.startDate',
  endDate: 'events.endDate',
  timezone: 'events.timezone',
  location: 'events.location',
  pictureId: 'events.pictureId',
} as const satisfies Columns<
  'events',
  'content' | 'status' | 'stripePriceId' | 'saleStartDate' | 'saleEndDate' | 'version'
>);

const year = sql<number>`extract(year from events.start_date at time zone events.timezone)::int`;
const cityName = sql<string | null>`(events.location ->> 'cityName')`;
const isFree = sql<boolean>`(exists (select 1 from blocks where blocks.event_id = events.id)
  and not exists (select 1 from blocks where blocks.event_id = events.id and blocks.payment_required))`;

/** `relevance` is no field of the contract. It is the order of a search: what comes, soonest first, then replays, latest first. */
const fields: Fields = {
  name: sql.ref('events.name'),
  startDate: sql.ref('events.startDate'),
  endDate: sql.ref('events.endDate'),
  slug: sql.ref('events.slug'),
  'location.cityName': cityName,
  'location.countryName': sql`(events.location ->> 'countryName')`,
  year,
  isFree,
  relevance: sql`case when events.end_date > now() then extract(epoch from events.start_date - now())
    else 1e12 - extract(epoch from events.start_date) end`,
};

const text = sql`competition_text(events.name, events.location)`;

const publicEvents = (db: Db, has: Expression<SqlBool>) => db.selectFrom('events').where(isListed).where(has);

/** Misspelled, where no public event has the words as they are: the same for a list, its filters and its count. */
async function matchOf(db: Db, words: readonly string[]): Promise<Match> {
  if (!(await forgives(db, words))) return 'exact';
  const found = await publicEvents(db, hasWords(words, text)).select('events.id').limit(1).executeTakeFirst();
  return found ? 'exact' : 'similar';
}

/** @param q words of name and place; empty: all of them. */
export async function listCompetitions(db: Db, query: ListQuery, q: string) {
  const words = wordsIn(q);
  const match = await matchOf(db, words);
  const has = hasWords(words, text, match);
  return comparing(db, match, (comparingDb) =>
    listRows(comparingDb, query, {
      name: q === '' ? 'competitions' : undefined,
      table: 'events',
      rows: (anyDb) =>
        publicEvents(anyDb, has)
          .select(competitionColumns)
          .select((eb) => mainEventOf(eb).as('mainEvent')),
      counted: (anyDb) => publicEvents(anyDb, has),
      fields,
      byDefault: { field: q === '' ? 'startDate' : 'relevance', direction: 'asc' },
      id: sql.ref('events.id'),
      keptCount: (filter) => (q === '' ? countUnfiltered(db, 'events', filter, 'public') : undefined),
    }),
  );
}

/** Of so many cities, those with the most competitions are offered. */
const cityLimit = 200;

/** Years and cities of what `listCompetitions` finds with the same words and filter, in one statement. */
export async function countCompetitions(db: Db, filter: Filter | undefined, q: string) {
  const words = wordsIn(q);
  const match = await matchOf(db, words);
  const found = publicEvents(db, hasWords(words, text, match))
    .where(whereFilter(filter, fields))
    .select([year.as('year'), cityName.as('cityName'), isFree.as('isFree')]);
  const counts = sql<{
    total: number;
    freeTotal: number;
    years: { year: number; total: number }[];
    cities: { cityName: string; total: number }[];
  }>`
    with found as materialized (${found}),
      years as (select year, count(*) as total from found group by year),
      cities as (
        select city_name, count(*) as total from found where city_name <> '' group by city_name
        order by total desc, city_name limit ${cityLimit})
    select
      (select count(*) from found) as total,
      (select count(*) from found where is_free) as free_total,
      (select coalesce(json_agg(json_build_object('year', year, 'total', total) order by year desc), '[]')
        from years) as years,
      (select coalesce(json_agg(json_build_object('cityName', city_name, 'total', total) order by fold_text(city_name), city_name), '[]')
        from cities) as cities`;
  const { rows } = await comparing(db, match, (comparingDb) => counts.execute(comparingDb));
  return rows[0] ?? { total: 0, freeTotal: 0, years: [], cities: [] };
}
