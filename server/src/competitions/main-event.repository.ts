import { type ExpressionBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '../db/database.ts';
import { nameColumns } from './finding/profile.repository.ts';

/** The last bout of a card that takes place, with its fighters; null without one. Nothing of it depends on a result. */
export function mainEventOf(eb: ExpressionBuilder<Database, 'events'>) {
  return jsonObjectFrom(
    eb
      .selectFrom('bouts')
      .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
      .select(['bouts.id', 'bouts.title'])
      .select((bout) => [
        fighterOf(bout, 'bouts.redFighterId').as('red'),
        fighterOf(bout, 'bouts.blueFighterId').as('blue'),
      ])
      .whereRef('blocks.eventId', '=', 'events.id')
      .where('bouts.status', '!=', 'cancelled')
      .orderBy('blocks.startDate', 'desc')
      .orderBy('blocks.id', 'desc')
      .orderBy('bouts.position', 'desc')
      .orderBy('bouts.id', 'desc')
      .limit(1),
  );
}

function fighterOf(
  eb: ExpressionBuilder<Database, 'bouts'>,
  column: 'bouts.redFighterId' | 'bouts.blueFighterId',
) {
  return jsonObjectFrom(
    eb
      .selectFrom('fighters')
      .select(nameColumns)
      .where('fighters.id', '=', sql<string>`${eb.ref(column)}`),
  );
}
