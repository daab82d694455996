import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { cardBoutsOf } from '../bouts/card-state.repository.ts';
import type { Database, Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { uuid } from '../db/uuid.ts';
import { isVisible } from '../events/visibility.repository.ts';
import { competitionColumns } from './competition-list.repository.ts';

/** What comes with a competition. */
export type CompetitionIncludes = 'nothing' | 'blocks' | 'live streams';

/** One query. Returns undefined for a draft and for an unknown competition. */
export async function findCompetition(db: Db, idOrSlug: string, includes: CompetitionIncludes) {
  const { rows } = await competitionQueries[includes](idOrSlug)(db, { idOrSlug });
  return rows[0];
}

const competitionWith = (includes: CompetitionIncludes) =>
  byIdOrSlug((matches) =>
    prepare(['idOrSlug'], (db, { idOrSlug }) =>
      db
        .selectFrom('events')
        .leftJoin('broadcasts', 'broadcasts.eventId', 'events.id')
        .select([...competitionColumns, 'events.content', 'events.stripePriceId'])
        .select((eb) => [
          visibleStatus(eb).as('status'),
          bannerOf(eb).as('banner'),
          'broadcasts.featuredStreamId',
        ])
        .$if(includes === 'blocks', (query) => query.select((eb) => bareBlocksOf(eb).as('blocks')))
        .$if(includes === 'live streams', (query) => query.select((eb) => blocksOf(eb).as('blocks')))
        .where(matches(idOrSlug))
        .where(isVisible),
    ),
  );

const competitionQueries = {
  nothing: competitionWith('nothing'),
  blocks: competitionWith('blocks'),
  'live streams': competitionWith('live streams'),
};

/** `isVisible` excludes drafts, which the type does not know. */
function visibleStatus(eb: ExpressionBuilder<Database, 'events'>) {
  return eb.ref('events.status').$castTo<'public' | 'hidden'>();
}

function bannerOf(eb: ExpressionBuilder<Database, 'broadcasts'>) {
  return jsonBuildObject({ text: eb.ref('broadcasts.banner'), since: eb.ref('broadcasts.bannerSince') });
}

/** What a stream of the competition shows, in one query. Returns undefined for a draft and for an unknown competition. */
export async function findCompetitionState(db: Db, competitionId: string) {
  const { rows } = await competitionState(db, { competitionId });
  return rows[0];
}

const competitionState = prepare(['competitionId'], (db, { competitionId }) =>
  db
    .selectFrom('events')
    .leftJoin('broadcasts', 'broadcasts.eventId', 'events.id')
    .select(['events.id', 'events.slug', 'events.name', 'events.startDate', 'events.endDate'])
    .select((eb) => [
      'events.timezone',
      visibleStatus(eb).as('status'),
      bannerOf(eb).as('banner'),
      'broadcasts.featuredStreamId',
      blocksOf(eb).as('blocks'),
      cardBoutsOf(eb).as('bouts'),
      venueDelaysOf(eb).as('venueDelays'),
    ])
    .where('events.id', '=', competitionId)
    .where(isVisible),
);

/** Undefined for a draft and for an unknown competition. */
export async function findCompetitionId(db: Db, idOrSlug: string): Promise<string | undefined> {
  const { rows } = await competitionId(idOrSlug)(db, { idOrSlug });
  return rows[0]?.id;
}

const competitionId = byIdOrSlug((matches) =>
  prepare(['idOrSlug'], (db, { idOrSlug }) =>
    db.selectFrom('events').select('events.id').where(matches(idOrSlug)).where(isVisible),
  ),
);

/** Prepares the same query for ids and slugs. @returns a function that picks the query for an id or a slug. */
export function byIdOrSlug<Query>(
  make: (matches: (idOrSlug: string) => Expression<SqlBool>) => Query,
): (idOrSlug: string) => Query {
  const byId = make((id) => sql<SqlBool>`events.id = ${id}`);
  // A slug of today comes before a slug of the past: see the trigger `keep_old_slug` of the migrations.
  const bySlug = make(
    (slug) => sql<SqlBool>`events.id = coalesce(
      (select id from events where slug = ${slug}), (select event_id from old_slugs where slug = ${slug}))`,
  );
  return (idOrSlug) => (uuid.test(idOrSlug) ? byId : bySlug);
}

function blocksOf(eb: ExpressionBuilder<Database, 'events'>) {
  return jsonArrayFrom(
    selectBlocks(eb).select((block) =>
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
          .select((stream) => [
            broadcastForViewers(stream).as('broadcast'),
            hasReplay(stream).as('hasReplay'),
          ])
          .whereRef('liveStreams.blockId', '=', 'blocks.id')
          .orderBy('liveStreams.weight')
          .orderBy('liveStreams.id'),
      ).as('liveStreams'),
    ),
  );
}

function venueDelaysOf(eb: ExpressionBuilder<Database, 'events'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('liveStreams')
      .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
      .select(['liveStreams.id as liveStreamId', 'liveStreams.venueDelayMs as milliseconds'])
      .whereRef('blocks.eventId', '=', 'events.id')
      .orderBy('liveStreams.id'),
  );
}

function bareBlocksOf(eb: ExpressionBuilder<Database, 'events'>) {
  return jsonArrayFrom(selectBlocks(eb));
}

function selectBlocks(eb: ExpressionBuilder<Database, 'events'>) {
  return eb
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
    .whereRef('blocks.eventId', '=', 'events.id')
    .orderBy('blocks.startDate')
    .orderBy('blocks.id');
}

/**
 * For each block: whether a stream is active, whether it is paid, and the user's accesses. `mayWatch` decides with
 * them.
 */
export async function listBlocksToWatch(db: Db, competition: string, userId: string) {
  const { rows } = await blocksToWatch(competition)(db, { competition, userId });
  return rows;
}

const blocksToWatch = byIdOrSlug((matches) =>
  prepare(['competition', 'userId'], (db, { competition, userId }) =>
    selectBlocksToWatch(db, userId).where(matches(competition)),
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

/** The visible streams, with the fields that `mayWatch` needs. */
export function selectStreamsToWatch(db: Db, userId: string | Expression<string>) {
  return db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .select(['liveStreams.id', 'liveStreams.videoId', 'liveStreams.blockId'])
    .select(['blocks.eventId', 'blocks.paymentRequired', 'blocks.endDate'])
    .select((eb) => [
      broadcastOf(eb).as('broadcast'),
      hasReplay(eb).as('hasReplay'),
      eb('liveStreams.status', '=', 'active').as('streamIsActive'),
      accessesOf(eb, userId).as('accesses'),
    ])
    .where(isVisible);
}

/** The same in a viewer's words: who waits does not care whether an encoder is connected. */
function broadcastForViewers(eb: ExpressionBuilder<Database, 'liveStreams'>) {
  return broadcastOf(eb)
    .clearSelect()
    .select(
      sql<
        'waiting' | 'live' | 'interrupted' | 'ended'
      >`case when ingests.state in ('idle', 'connecting') then 'waiting' else ingests.state end`.as(
        'broadcast',
      ),
    );
}

/** The state of the broadcast that the stream shows; null: it shows another video. */
export function broadcastOf(eb: ExpressionBuilder<Database, 'liveStreams'>) {
  return eb
    .selectFrom('ingests')
    .select('ingests.state')
    .whereRef('ingests.liveStreamId', '=', 'liveStreams.id')
    .where(sql<SqlBool>`coalesce(ingests.remote_video_id, ingests.id::text) = live_streams.video_id`);
}

/** False when the broadcast that the stream shows has ended and nothing of it was recorded. A provider records by itself. */
export function hasReplay(eb: ExpressionBuilder<Database, 'liveStreams'>) {
  return eb
    .not(
      eb.exists(
        broadcastOf(eb)
          .where('ingests.state', '=', 'ended')
          .where('ingests.remoteVideoId', 'is', null)
          .where('ingests.film', 'is', null)
          .where(sql<SqlBool>`coalesce((ingests.recording ->> 'bytes')::bigint, 0) = 0`),
      ),
    )
    .$castTo<boolean>();
}

/** Whether this server, and not a provider, has the recording that the stream shows. */
export function isRecordedHere(eb: ExpressionBuilder<Database, 'liveStreams'>) {
  return eb
    .exists(broadcastOf(eb).where('ingests.state', '=', 'ended').where('ingests.remoteVideoId', 'is', null))
    .$castTo<boolean>();
}

/** A block with what `mayWatch` needs, also of a draft: `isVisible` says whether viewers can open its event. */
export function findBlockToExplain(
  db: Db,
  { eventId, blockId, userId }: { eventId: string; blockId: string; userId: string | null },
) {
  return db
    .selectFrom('blocks')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .select(['events.name as eventName', 'events.slug as eventSlug', 'events.status', 'events.timezone'])
    .select(['blocks.name', 'blocks.slug', 'blocks.startDate', 'blocks.endDate', 'blocks.paymentRequired'])
    .select((eb) => [
      isVisible(eb).as('isVisible'),
      jsonArrayFrom(
        eb
          .selectFrom('liveStreams')
          .select(['liveStreams.id', 'liveStreams.name', 'liveStreams.status'])
          .whereRef('liveStreams.blockId', '=', 'blocks.id')
          .orderBy('liveStreams.weight')
          .orderBy('liveStreams.id'),
      ).as('liveStreams'),
      accessesOf(eb, sql<string>`${userId}::uuid`).as('accesses'),
    ])
    .where('events.id', '=', eventId)
    .where('blocks.id', '=', blockId)
    .executeTakeFirst();
}

function accessesOf(
  eb: ExpressionBuilder<Database, 'events' | 'blocks'>,
  userId: string | Expression<string>,
) {
  return jsonArrayFrom(
    eb
      .selectFrom('accesses')
      .select(['accesses.id', 'accesses.startDate', 'accesses.endDate'])
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
