import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { mostOfStream, shownColumns } from '../ingest/attempts/attempt.repository.ts';

interface DeskTimes {
  /** A lease without a ping since then is dead. */
  pingedAfter: string;
  refusedAfter: string;
}

/** The whole desk in one query; undefined: there is no such event. */
export async function findDesk(db: Db, eventId: string, times: DeskTimes) {
  const { rows } = await desk(db, { eventId, ...times });
  return rows[0];
}

const desk = prepare(['eventId', 'pingedAfter', 'refusedAfter'], (db, { eventId, ...times }) =>
  db
    .selectFrom('events')
    .leftJoin('broadcasts', 'broadcasts.eventId', 'events.id')
    .select((eb) => [
      jsonBuildObject({
        id: eb.ref('events.id'),
        name: eb.ref('events.name'),
        slug: eb.ref('events.slug'),
        status: eb.ref('events.status'),
        startDate: eb.ref('events.startDate'),
        endDate: eb.ref('events.endDate'),
        timezone: eb.ref('events.timezone'),
      }).as('event'),
      jsonBuildObject({ text: eb.ref('broadcasts.banner'), since: eb.ref('broadcasts.bannerSince') }).as(
        'banner',
      ),
      'broadcasts.featuredStreamId',
      blocksOf(eb, times).as('blocks'),
    ])
    .where('events.id', '=', eventId),
);

function blocksOf(eb: ExpressionBuilder<Database, 'events'>, times: DeskTimes) {
  return jsonArrayFrom(
    eb
      .selectFrom('blocks')
      .select(['blocks.id', 'blocks.name', 'blocks.slug', 'blocks.startDate', 'blocks.endDate'])
      .select('blocks.paymentRequired')
      .select((block) => streamsOf(block, times).as('liveStreams'))
      .whereRef('blocks.eventId', '=', 'events.id')
      .orderBy('blocks.startDate')
      .orderBy('blocks.id'),
  );
}

function streamsOf(eb: ExpressionBuilder<Database, 'blocks'>, times: DeskTimes) {
  return jsonArrayFrom(
    eb
      .selectFrom('liveStreams')
      .leftJoin('streamPeaks', 'streamPeaks.liveStreamId', 'liveStreams.id')
      .leftJoinLateral(
        (lateral) =>
          lateral
            .selectFrom('auditEntries')
            .leftJoin('users', 'users.id', 'auditEntries.actorId')
            .select(['auditEntries.createdAt', 'users.name'])
            .where('auditEntries.entityId', '=', sql<string>`live_streams.id::text`)
            .orderBy('auditEntries.createdAt', 'desc')
            .limit(1)
            .as('change'),
        (join) => join.onTrue(),
      )
      .select(['liveStreams.id', 'liveStreams.name', 'liveStreams.status', 'liveStreams.weight'])
      .select((stream) => [
        viewersOf(stream, times).as('viewers'),
        sql<number>`coalesce(stream_peaks.viewers, 0)`.as('peakViewers'),
        refusalsOf(stream, times).as('refusals'),
        'change.createdAt as changedAt',
        'change.name as changedBy',
        'liveStreams.venueDelayMs',
        ingestOf(stream).as('ingest'),
      ])
      .whereRef('liveStreams.blockId', '=', 'blocks.id')
      .orderBy('liveStreams.weight')
      .orderBy('liveStreams.id'),
  );
}

function ingestOf(eb: ExpressionBuilder<Database, 'liveStreams'>) {
  return jsonObjectFrom(
    eb
      .selectFrom('ingests')
      .select(['ingests.state', 'ingests.stateSince', 'ingests.startedAt', 'ingests.lastFrameAt'])
      .select(['ingests.heartbeatAt', 'ingests.endedAt', 'ingests.health', 'ingests.history'])
      .select(['ingests.recording', 'ingests.film', 'ingests.remoteVideoId'])
      .select(['ingests.encoderNetwork', 'ingests.isEncoderKept'])
      .select((ingest) => attemptsOf(ingest).as('attempts'))
      .whereRef('ingests.liveStreamId', '=', 'liveStreams.id'),
  );
}

function attemptsOf(eb: ExpressionBuilder<Database, 'ingests'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('encoderAttempts')
      .select(shownColumns)
      .whereRef('encoderAttempts.ingestId', '=', 'ingests.id')
      .orderBy('encoderAttempts.at', 'desc')
      .limit(mostOfStream),
  );
}

function viewersOf(eb: ExpressionBuilder<Database, 'liveStreams'>, { pingedAfter }: DeskTimes) {
  return eb
    .selectFrom('playbackLeases')
    .innerJoin('loginSessions', 'loginSessions.id', 'playbackLeases.sessionId')
    .select((lease) => lease.fn.countAll<number>().as('viewers'))
    .whereRef('playbackLeases.liveStreamId', '=', 'liveStreams.id')
    .where('playbackLeases.endedAt', 'is', null)
    .where('playbackLeases.pingedAt', '>', pingedAfter)
    .where('loginSessions.revokedAt', 'is', null)
    .$asScalar();
}

function refusalsOf(eb: ExpressionBuilder<Database, 'liveStreams'>, { refusedAfter }: DeskTimes) {
  return jsonArrayFrom(
    eb
      .selectFrom('playbackRefusals')
      .select('playbackRefusals.reason')
      .select((refusal) => refusal.fn.sum<number>('playbackRefusals.count').as('count'))
      .whereRef('playbackRefusals.liveStreamId', '=', 'liveStreams.id')
      .where('playbackRefusals.since', '>', refusedAfter)
      .groupBy('playbackRefusals.reason')
      .orderBy('count', 'desc')
      .orderBy('playbackRefusals.reason'),
  );
}
