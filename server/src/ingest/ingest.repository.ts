import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { LiveStreamPath } from '../events/live-stream.repository.ts';
import type { BroadcastState, Health, HealthHistory, IngestRow, RecordingFacts } from './ingest.tables.ts';

export function findIngest(db: Db, path: LiveStreamPath): Promise<IngestRow | undefined> {
  return selectIngest(db, path).executeTakeFirst();
}

/** The same with a row lock until the transaction ends. */
export function lockIngest(db: Db, path: LiveStreamPath): Promise<IngestRow | undefined> {
  return selectIngest(db, path).forNoKeyUpdate('ingests').executeTakeFirst();
}

function selectIngest(db: Db, { eventId, blockId, liveStreamId }: LiveStreamPath) {
  return db
    .selectFrom('ingests')
    .innerJoin('liveStreams', 'liveStreams.id', 'ingests.liveStreamId')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .selectAll('ingests')
    .where('liveStreams.id', '=', liveStreamId)
    .where('blocks.id', '=', blockId)
    .where('blocks.eventId', '=', eventId);
}

export function findIngestById(db: Db, id: string): Promise<IngestRow | undefined> {
  return db.selectFrom('ingests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @param keyHash of its key, or of one that was replaced. */
export function findIngestByKey(db: Db, keyHash: string) {
  return db
    .selectFrom('ingests')
    .select(['id', 'keyHash', 'endedAt'])
    .where((eb) =>
      eb.or([eb('keyHash', '=', keyHash), eb(eb.val(keyHash), '=', eb.fn.any('replacedKeyHashes'))]),
    )
    .where('remoteVideoId', 'is', null)
    .executeTakeFirst();
}

/** What people call a stream; undefined: there is no such stream. */
export function findStreamName(db: Db, { eventId, blockId, liveStreamId }: LiveStreamPath) {
  return db
    .selectFrom('liveStreams')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .select(['events.name as event', 'liveStreams.name as stream'])
    .where('liveStreams.id', '=', liveStreamId)
    .where('blocks.id', '=', blockId)
    .where('events.id', '=', eventId)
    .executeTakeFirst();
}

/** Whether any encoder may come to this server. */
export async function hasIngests(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('ingests')
    .select('id')
    .where('remoteVideoId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertIngest(
  db: Db,
  ingest: Pick<IngestRow, 'liveStreamId' | 'keyHash' | 'previousVideoId'> & {
    remoteVideoId: string | null;
    remoteRtmpUrl: string | null;
    now: string;
  },
): Promise<string> {
  const { now, ...fields } = ingest;
  const { id } = await db
    .insertInto('ingests')
    .values({ ...fields, keyCreatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @param trim null: the replay shows the whole recording. */
export async function updateTrim(db: Db, id: string, trim: IngestRow['trim']): Promise<void> {
  await db.updateTable('ingests').set({ trim }).where('id', '=', id).execute();
}

/** An encoder with one of these is told so. */
const mostReplacedKeys = 5;

/** An ended broadcast is open again, and its recording grows: nothing of it is cut out any more. */
export async function updateKey(db: Db, id: string, keyHash: string, now: string): Promise<void> {
  await db
    .updateTable('ingests')
    .set({ keyHash, keyCreatedAt: now, endedAt: null, trim: null, film: null })
    .set({ isEncoderKept: false, contestedUntil: null, contestWaitMs: 0 })
    .set((eb) => ({
      replacedKeyHashes: sql<
        string[]
      >`(array_prepend(key_hash, replaced_key_hashes))[1:${sql.lit(mostReplacedKeys)}]`,
      state: eb
        .case()
        .when('state', '!=', 'ended')
        .then(eb.ref('state'))
        .when('startedAt', 'is', null)
        .then<BroadcastState>('idle')
        .else<BroadcastState>('interrupted')
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteIngest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('ingests').where('id', '=', id).execute();
}

/** @returns false when it had ended before. */
export async function endIngest(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ingests')
    .set({ state: 'ended', endedAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface ServerAddress {
  serverId: string;
  serverUrl: string | null;
}

interface Heartbeat {
  id: string;
  generation: number;
  keyHash: string;
  state: BroadcastState;
  serverUrl: string | null;
  target: number | null;
  lastFrameAt: string | null;
  health: Health;
  /** undefined: as it is. */
  history: HealthHistory | null | undefined;
  recording: RecordingFacts;
  now: string;
}

/** @returns false when the broadcast has ended, or belongs to another key or to a newer encoder. */
export async function updateHeartbeat(db: Db, heartbeat: Heartbeat): Promise<boolean> {
  const { id, generation, keyHash, now, history, ...facts } = heartbeat;
  const { numUpdatedRows } = await db
    .updateTable('ingests')
    .set({ ...facts, heartbeatAt: now, ...(history === undefined ? {} : { history }) })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('keyHash', '=', keyHash)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A broadcast without an encoder, or without a picture of the one that is there, shows that one came and was refused. */
export async function updateRefusedCodec(
  db: Db,
  { id, health, now }: Pick<Heartbeat, 'id' | 'health' | 'now'>,
): Promise<void> {
  await db
    .updateTable('ingests')
    .set({ state: 'connecting', health, heartbeatAt: now })
    .where('id', '=', id)
    .where('state', 'in', ['idle', 'connecting'])
    .where('endedAt', 'is', null)
    .execute();
}

/** Notes what has been recorded of a broadcast that has ended. */
export async function updateRecording(
  db: Db,
  { id, generation, recording }: Pick<Heartbeat, 'id' | 'generation' | 'recording'>,
): Promise<void> {
  await db
    .updateTable('ingests')
    .set({ recording })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('endedAt', 'is not', null)
    .execute();
}

/**
 * Gives a broadcast that has begun to this server, because its owner has left it or died.
 * @param known as the caller has seen it stand still. @returns undefined: the owner lives, or another server was faster.
 */
export function adoptIngest(
  db: Db,
  {
    known: { id, generation, heartbeatAt },
    server,
    now,
  }: { known: Pick<IngestRow, 'id' | 'generation' | 'heartbeatAt'>; server: ServerAddress; now: string },
): Promise<IngestRow | undefined> {
  return db
    .updateTable('ingests')
    .set((eb) => ({
      ...server,
      heartbeatAt: now,
      state: 'interrupted' as const,
      generation: eb('generation', '+', 1),
    }))
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('remoteVideoId', 'is', null)
    .where('state', 'in', ['live', 'interrupted'])
    .where((eb) =>
      eb.or([eb('serverId', 'is', null), eb('heartbeatAt', 'is not distinct from', heartbeatAt)]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The server stops: another one may go on at once. */
export async function releaseIngest(
  db: Db,
  { id, generation }: Pick<IngestRow, 'id' | 'generation'>,
): Promise<void> {
  await db
    .updateTable('ingests')
    .set({ serverId: null, serverUrl: null })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .execute();
}
