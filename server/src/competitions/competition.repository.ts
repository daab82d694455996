import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Columns } from '../db/columns.ts';
import type { Database, Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { uuid } from '../db/uuid.ts';
import { isListed, isVisible } from '../events/visibility.repository.ts';
import type { Fields } from '../lists/apply-list-query.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { listRows } from '../lists/list-rows.ts';
import { countUnfiltered } from '../lists/row-counts.ts';

const competitionColumns = Object.values({
  id: 'events.id',
  name: 'events.name',
  slug: 'events.slug',
  description: 'events.description',
  startDate: 'events.startDate',
  endDate: 'events.endDate',
  timezone: 'events.timezone',
  location: 'events.location',
  pictureId: 'events.pictureId',
} as const satisfies Columns<'events', 'content' | 'status' | 'stripePriceId' | 'version'>);

const fields: Fields = {
  name: sql.ref('events.name'),
  startDate: sql.ref('events.startDate'),
  endDate: sql.ref('events.endDate'),
  slug: sql.ref('events.slug'),
};

export function listCompetitions(db: Db, query: ListQuery) {
  const publicEvents = (anyDb: Db) => anyDb.selectFrom('events').where(isListed);
  return listRows(db, query, {
    name: 'competitions',
    rows: (anyDb) => publicEvents(anyDb).select(competitionColumns),
    counted: publicEvents,
    fields,
    byDefault: { field: 'startDate', direction: 'asc' },
    id: sql.ref('events.id'),
    keptCount: (filter) => countUnfiltered(db, 'events', filter, 'public'),
  });
}

/** One query. Returns undefined for a draft and for an unknown competition. */
export async function findCompetition(db: Db, idOrSlug: string) {
  const { rows } = await competitionQuery(idOrSlug)(db, { idOrSlug });
  return rows[0];
}

const competitionQuery = byIdOrSlug((column) =>
  prepare(['idOrSlug'], (db, { idOrSlug }) =>
    db
      .selectFrom('events')
      .select([...competitionColumns, 'events.content', 'events.stripePriceId'])
      .select((eb) => blocksOf(eb).as('blocks'))
      .where(column, '=', idOrSlug)
      .where(isVisible),
  ),
);

/** Prepares the same query for both columns. @returns a function that picks the query for an id or a slug. */
function byIdOrSlug<Query>(
  make: (column: 'events.id' | 'events.slug') => Query,
): (idOrSlug: string) => Query {
  const [byId, bySlug] = [make('events.id'), make('events.slug')];
  return (idOrSlug) => (uuid.test(idOrSlug) ? byId : bySlug);
}

function blocksOf(eb: ExpressionBuilder<Database, 'events'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('blocks')
      .select([
        'blocks.id',
        'blocks.name',
        'blocks.slug',
        'blocks.description',
        'blocks.startDate',
        'blocks.endDate',
        'blocks.location',
        'blocks.paymentRequired',
        'blocks.stripePriceId',
      ])
      .select((block) =>
        jsonArrayFrom(
          block
            .selectFrom('liveStreams')
            .select([
              'liveStreams.id',
              'liveStreams.name',
              'liveStreams.description',
              'liveStreams.status',
              'liveStreams.weight',
            ])
            .whereRef('liveStreams.blockId', '=', 'blocks.id')
            .orderBy('liveStreams.weight')
            .orderBy('liveStreams.id'),
        ).as('liveStreams'),
      )
      .whereRef('blocks.eventId', '=', 'events.id')
      .orderBy('blocks.startDate')
      .orderBy('blocks.id'),
  );
}

/**
 * For each block: whether a stream is active, whether it is paid, and the user's accesses. `mayWatch` decides with
 * them.
 */
export async function listBlocksToWatch(db: Db, competition: string, userId: string) {
  const { rows } = await blocksToWatch(competition)(db, { competition, userId });
  return rows;
}

const blocksToWatch = byIdOrSlug((column) =>
  prepare(['competition', 'userId'], (db, { competition, userId }) =>
    selectBlocksToWatch(db, userId).where(column, '=', competition),
  ),
);

function selectBlocksToWatch(db: Db, userId: string) {
  return db
    .selectFrom('events')
    .leftJoin('blocks', 'blocks.eventId', 'events.id')
    .select(['blocks.id as blockId', 'blocks.paymentRequired'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('liveStreams')
            .select('liveStreams.id')
            .whereRef('liveStreams.blockId', '=', 'blocks.id')
            .where('liveStreams.status', '=', 'active'),
        )
        .as('streamIsActive'),
      accessesOf(eb, userId).as('accesses'),
    ])
    .where(isVisible)
    .orderBy('blocks.startDate')
    .orderBy('blocks.id');
}

/** The stream, only if it belongs to this competition and block, with the fields that `mayWatch` needs. */
export async function findStreamToWatch(
  db: Db,
  path: { competitionId: string; blockId: string; liveStreamId: string },
  userId: string,
) {
  const { rows } = await streamToWatch(path.competitionId)(db, { ...path, userId });
  return rows[0];
}

const streamToWatch = byIdOrSlug((column) =>
  prepare(
    ['competitionId', 'blockId', 'liveStreamId', 'userId'],
    (db, { competitionId, blockId, liveStreamId, userId }) =>
      selectStreamsToWatch(db, userId)
        .where('liveStreams.id', '=', liveStreamId)
        .where('blocks.id', '=', blockId)
        .where(column, '=', competitionId),
  ),
);

/** The same for a stream that the user watches already. */
export async function findWatchedStream(db: Db, liveStreamId: string, userId: string) {
  const { rows } = await watchedStream(db, { liveStreamId, userId });
  return rows[0];
}

const watchedStream = prepare(['liveStreamId', 'userId'], (db, { liveStreamId, userId }) =>
  selectStreamsToWatch(db, userId).where('liveStreams.id', '=', liveStreamId),
);

function selectStreamsToWatch(db: Db, userId: string) {
  return db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .select(['liveStreams.id', 'liveStreams.videoId', 'blocks.paymentRequired', 'blocks.endDate'])
    .select((eb) => [
      eb('liveStreams.status', '=', 'active').as('streamIsActive'),
      accessesOf(eb, userId).as('accesses'),
    ])
    .where(isVisible);
}

function accessesOf(eb: ExpressionBuilder<Database, 'events' | 'blocks'>, userId: string) {
  return jsonArrayFrom(
    eb
      .selectFrom('accesses')
      .select(['accesses.startDate', 'accesses.endDate'])
      .where('accesses.userId', '=', userId)
      .whereRef('accesses.eventId', '=', 'events.id')
      .where((access) =>
        access.or([
          access('accesses.blockId', 'is', null),
          access('accesses.blockId', '=', access.ref('blocks.id')),
        ]),
      ),
  );
}
