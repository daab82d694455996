import type { ExpressionBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { selectStreamsToWatch } from '../competitions/competition.repository.ts';
import type { Database, Db } from '../db/database.ts';
import { isVisible } from '../events/visibility.repository.ts';
import type { ListQuery } from '../lists/list-query.ts';

type Tables = 'viewings' | 'liveStreams' | 'blocks' | 'events';

const columns = [
  'viewings.liveStreamId',
  'liveStreams.name as streamName',
  'viewings.firstWatchedAt',
  'viewings.lastWatchedAt',
] as const;

function placeOf(eb: ExpressionBuilder<Database, Tables>) {
  const { ref } = eb;
  return [
    jsonBuildObject({
      id: ref('events.id'),
      name: ref('events.name'),
      slug: ref('events.slug'),
      pictureId: ref('events.pictureId'),
    }).as('competition'),
    jsonBuildObject({ id: ref('blocks.id'), name: ref('blocks.name'), slug: ref('blocks.slug') }).as('block'),
  ] as const;
}

/** The viewings of a user whose competition is still there for viewers. */
function selectViewings(db: Db, userId: string) {
  return db
    .selectFrom('viewings')
    .innerJoin('liveStreams', 'liveStreams.id', 'viewings.liveStreamId')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .where('viewings.userId', '=', userId)
    .where('viewings.removedAt', 'is', null)
    .where(isVisible);
}

export async function listViewings(db: Db, userId: string, { limit, offset }: ListQuery) {
  const own = selectViewings(db, userId);
  const [data, { total }] = await Promise.all([
    own
      .select(columns)
      .select(placeOf)
      .orderBy('viewings.lastWatchedAt', 'desc')
      .orderBy('viewings.liveStreamId')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { data, total };
}

/** The newest viewings with a position, with the fields that `mayWatch` and `playbackMode` need. */
export function listStoppedViewings(db: Db, userId: string, limit: number) {
  return selectStreamsToWatch(db, userId)
    .innerJoin('viewings', 'viewings.liveStreamId', 'liveStreams.id')
    .select(columns)
    .select(placeOf)
    .where('viewings.userId', '=', userId)
    .where('viewings.removedAt', 'is', null)
    .where('viewings.positionSeconds', 'is not', null)
    .orderBy('viewings.lastWatchedAt', 'desc')
    .orderBy('viewings.liveStreamId')
    .limit(limit)
    .execute();
}
