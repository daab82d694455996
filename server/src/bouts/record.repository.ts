/**
 * The record of a fighter: before Ringside, and the official results after its day. It is counted each time, because a counter would
 * drift with the first correction. Of a draft nothing counts; of each bout the highest official version does.
 */
import { knockouts } from '@ringside/rules/result';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { FightRecord } from '../fighters/fighters.tables.ts';
import { isFighter } from '../fighters/merged.repository.ts';

/** Of a row of `results`. */
export const isPublished = sql<boolean>`(results.official_at is not null and not exists (
  select 1 from results later where later.bout_id = results.bout_id and later.official_at is not null
    and later.version > results.version))`;

/** @param counted of `past`, the event of a result. Reads the row of `fighters` around it. */
function recordWith(counted: RawBuilder<boolean>): RawBuilder<FightRecord> {
  const before = (key: string) => sql`coalesce((fighters.record ->> ${sql.lit(key)})::integer, 0)`;
  const ends = sql.join(knockouts.map((method) => sql.lit(method)));
  return sql<FightRecord>`(
    select jsonb_build_object(
      'wins', ${before('wins')} + count(*) filter (where results.winner = side.corner),
      'losses', ${before('losses')} + count(*) filter (where results.winner in ('red', 'blue') and results.winner <> side.corner),
      'draws', ${before('draws')} + count(*) filter (where results.winner = 'draw'),
      'noContests', ${before('noContests')} + count(*) filter (where results.method = 'no-contest'),
      'knockouts', ${before('knockouts')} + count(*) filter (where results.winner = side.corner and results.method in (${ends})),
      'countedUntil', greatest(fighters.record ->> 'countedUntil', max(side.day)::text))
    from results
      join bouts fought on fought.id = results.bout_id
      join blocks session on session.id = fought.block_id
      join events past on past.id = session.event_id
      cross join lateral (select
        case when results.red_fighter_id = fighters.id then 'red' else 'blue' end as corner,
        (session.start_date at time zone past.timezone)::date as day) side
    where fighters.id in (results.red_fighter_id, results.blue_fighter_id)
      and ${isPublished} and past.status <> 'draft'
      and (fighters.record ->> 'countedUntil' is null or side.day > (fighters.record ->> 'countedUntil')::date)
      and ${counted})`;
}

/**
 * On a card: with the events that had ended when this one began, so nothing of this one, however many days it has. A record that is
 * not known stays so: a part of it would be wrong. Reads the rows of `fighters` and `events` around it.
 */
export const recordBefore = sql<FightRecord | null>`case when fighters.record is not null then ${recordWith(
  sql`past.id <> events.id and past.end_date <= events.start_date`,
)} end`;

/** On a card that viewers can open, or once in an official result of it: a draft names nobody. */
const isKnownToViewers = sql<boolean>`exists (
  select 1 from (
    select block_id from bouts where fighters.id in (bouts.red_fighter_id, bouts.blue_fighter_id)
    union all
    select block_id from results join bouts on bouts.id = results.bout_id
    where fighters.id in (results.red_fighter_id, results.blue_fighter_id) and official_at is not null) fights
  join blocks on blocks.id = fights.block_id join events on events.id = blocks.event_id where events.status <> 'draft')`;

/** undefined: viewers know no such fighter. */
export function findRecord(db: Db, idOrSlug: string) {
  return db
    .selectFrom('fighters')
    .select(['fighters.id as fighterId', 'fighters.slug', 'fighters.name', 'fighters.record as before'])
    .select(recordWith(sql`true`).as('record'))
    .where(isFighter(idOrSlug))
    .where(isKnownToViewers)
    .executeTakeFirst();
}
