import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../db/database.ts';

/**
 * The bouts of an event in the order of its card, with the bells that count: what `cardStateOf` needs.
 * @param rungBefore without later taps, which may be undone soon.
 */
export function cardBoutsOf(
  eb: ExpressionBuilder<Database, 'events'>,
  { rungBefore }: { rungBefore?: string } = {},
) {
  return jsonArrayFrom(
    eb
      .selectFrom('bouts')
      .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
      .select(['bouts.id', 'bouts.blockId', 'bouts.status', 'bouts.version'])
      .select(['bouts.rounds', 'bouts.roundSeconds', 'bouts.breakSeconds', 'bouts.hasExtraRound'])
      .select((bout) =>
        jsonArrayFrom(
          bout
            .selectFrom('bells')
            .select(['bells.id', 'bells.kind', 'bells.round', 'bells.at'])
            .whereRef('bells.boutId', '=', 'bouts.id')
            .where('bells.undoneAt', 'is', null)
            .$if(rungBefore !== undefined, (bells) => bells.where('bells.rungAt', '<=', rungBefore ?? ''))
            .orderBy('bells.at')
            .orderBy('bells.id'),
        ).as('bells'),
      )
      .whereRef('blocks.eventId', '=', 'events.id')
      .orderBy('blocks.startDate')
      .orderBy('blocks.id')
      .orderBy('bouts.position')
      .orderBy('bouts.id'),
  );
}

/** The blocks of an event in their order: what `cardStateOf` needs beside the bouts. */
export function cardBlocksOf(eb: ExpressionBuilder<Database, 'events'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('blocks')
      .select(['blocks.id', 'blocks.startDate', 'blocks.endDate'])
      .whereRef('blocks.eventId', '=', 'events.id')
      .orderBy('blocks.startDate')
      .orderBy('blocks.id'),
  );
}

/** The first bells of the bouts of a block: what `chaptersOf` needs. */
export function firstBellsOf(eb: ExpressionBuilder<Database, 'blocks'>) {
  const firstOf = (kind: 'walkout' | 'round-start' | 'over') =>
    sql<string | null>`min(bells.at) filter (where bells.kind = ${sql.lit(kind)})`;
  return jsonArrayFrom(
    eb
      .selectFrom('bouts')
      .innerJoin('bells', 'bells.boutId', 'bouts.id')
      .select('bouts.id as boutId')
      .select([
        firstOf('walkout').as('walkoutAt'),
        firstOf('round-start').as('roundAt'),
        firstOf('over').as('overAt'),
      ])
      .whereRef('bouts.blockId', '=', 'blocks.id')
      .where('bells.undoneAt', 'is', null)
      .groupBy('bouts.id'),
  );
}
