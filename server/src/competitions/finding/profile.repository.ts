/** Fighters as viewers see them. What stands only on a draft is secret, and a hidden event is in no list: nor is it here. */
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Db } from '../../db/database.ts';
import { isListed, isVisible } from '../../events/visibility.repository.ts';
import { isNamed } from '../../fighters/fighter.repository.ts';
import { isFighter } from '../../fighters/merged.repository.ts';

/** Nobody has fought as often. */
const boutLimit = 200;

export const nameColumns = [
  'fighters.id',
  'fighters.slug',
  'fighters.name',
  'fighters.nickname',
  'fighters.countryCode',
  'fighters.pictureId',
] as const;

/** @returns undefined for an unknown fighter, and for one who is on no card that viewers can open. */
export function findProfile(db: Db, idOrSlug: string) {
  return db
    .selectFrom('fighters')
    .select(nameColumns)
    .select([
      'fighters.birthDate',
      'fighters.heightCm',
      'fighters.reachCm',
      'fighters.stance',
      'fighters.gym',
      'fighters.record',
    ])
    .select((eb) => jsonArrayFrom(boutsOf(eb)).as('bouts'))
    .where(isFighter(idOrSlug))
    .where((eb) => eb.exists(cardsOf(eb).select('bouts.id').where(isVisible)))
    .executeTakeFirst();
}

/** Search engines and the search may name these fighters. */
export function isOnPublicCard(eb: ExpressionBuilder<Database, 'fighters'>) {
  return eb.and([eb.exists(cardsOf(eb).select('bouts.id').where(isListed)), isNamed]);
}

/** The bouts of a fighter, with their blocks and events. */
function cardsOf(eb: ExpressionBuilder<Database, 'fighters'>) {
  return eb
    .selectFrom('bouts')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .where(sql<SqlBool>`fighters.id in (bouts.red_fighter_id, bouts.blue_fighter_id)`);
}

function boutsOf(eb: ExpressionBuilder<Database, 'fighters'>) {
  return cardsOf(eb)
    .where(isListed)
    .select([
      'bouts.id',
      'bouts.weightClass',
      'bouts.weightLimitKg',
      'bouts.isCatchweight',
      'bouts.rounds',
      'bouts.roundSeconds',
      'bouts.title',
      'bouts.status',
      'bouts.statusReason',
    ])
    .select((bout) => [
      sql<'red' | 'blue'>`case when bouts.red_fighter_id = fighters.id then 'red' else 'blue' end`.as(
        'corner',
      ),
      jsonObjectFrom(opponentOf(bout)).as('opponent'),
      competitionOf(bout).as('competition'),
      blockOf(bout).as('block'),
    ])
    .orderBy('blocks.startDate', 'desc')
    .orderBy('bouts.position', 'desc')
    .orderBy('bouts.id')
    .limit(boutLimit);
}

export function competitionOf(eb: ExpressionBuilder<Database, 'events'>) {
  return jsonBuildObject({
    id: eb.ref('events.id'),
    slug: eb.ref('events.slug'),
    name: eb.ref('events.name'),
    timezone: eb.ref('events.timezone'),
  });
}

export function blockOf(eb: ExpressionBuilder<Database, 'blocks'>) {
  return jsonBuildObject({
    id: eb.ref('blocks.id'),
    slug: eb.ref('blocks.slug'),
    name: eb.ref('blocks.name'),
    startDate: eb.ref('blocks.startDate'),
    endDate: eb.ref('blocks.endDate'),
  });
}

function opponentOf(eb: ExpressionBuilder<Database, 'bouts' | 'fighters'>) {
  return eb
    .selectFrom('fighters as opponents')
    .select([
      'opponents.id',
      'opponents.slug',
      'opponents.name',
      'opponents.nickname',
      'opponents.countryCode',
      'opponents.pictureId',
    ])
    .where(
      'opponents.id',
      '=',
      sql<string>`case when bouts.red_fighter_id = fighters.id then bouts.blue_fighter_id else bouts.red_fighter_id end`,
    );
}
