import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { FilmProblem, FilmRow, ShownFilm } from '../ingest.tables.ts';

const fields = [
  ...(['id', 'liveStreamId', 'number', 'fileName', 'size', 'fileModified', 'received'] as const),
  ...(['state', 'problem', 'refusedCodec', 'progress', 'seconds', 'createdAt'] as const),
] as const;

/** bigint comes as text. */
function numbers<Row extends Pick<FilmRow, 'size' | 'received' | 'fileModified'>>(row: Row): Row {
  const { size, received, fileModified } = row;
  return {
    ...row,
    size: Number(size),
    received: Number(received),
    fileModified: fileModified === null ? null : Number(fileModified),
  };
}

export async function listFilms(db: Db, liveStreamId: string) {
  const rows = await db
    .selectFrom('films')
    .select(fields)
    .where('liveStreamId', '=', liveStreamId)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(numbers);
}

/** With a row lock. */
export async function lockFilm(db: Db, liveStreamId: string, id: string) {
  const row = await db
    .selectFrom('films')
    .select(fields)
    .where('id', '=', id)
    .where('liveStreamId', '=', liveStreamId)
    .forUpdate()
    .executeTakeFirst();
  return row && numbers(row);
}

export async function findFilm(db: Db, liveStreamId: string, id: string) {
  const row = await db
    .selectFrom('films')
    .select(fields)
    .where('id', '=', id)
    .where('liveStreamId', '=', liveStreamId)
    .executeTakeFirst();
  return row && numbers(row);
}

export async function insertFilm(
  db: Db,
  film: Pick<FilmRow, 'liveStreamId' | 'fileName' | 'size' | 'fileModified'> & { now: string },
) {
  const { now, ...values } = film;
  const row = await db
    .insertInto('films')
    .values({ ...values, workedAt: now, createdAt: now })
    .returning(fields)
    .executeTakeFirstOrThrow();
  return numbers(row);
}

export async function countUploads(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('films')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', 'in', ['receiving', 'packaging'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns undefined: another part was there first, or the upload is gone. */
export async function addReceived(
  db: Db,
  { id, offset, length, now }: { id: string; offset: number; length: number; now: string },
) {
  const row = await db
    .updateTable('films')
    .set({
      received: offset + length,
      workedAt: now,
      state: sql`case when ${offset + length} >= size then 'packaging' else 'receiving' end`,
    })
    .where('id', '=', id)
    .where('received', '=', offset)
    .where('state', '=', 'receiving')
    .returning(fields)
    .executeTakeFirst();
  return row && numbers(row);
}

export async function deleteFilm(db: Db, id: string): Promise<void> {
  await db.deleteFrom('films').where('id', '=', id).execute();
}

export async function deleteFailedFilms(db: Db, liveStreamId: string): Promise<void> {
  await db
    .deleteFrom('films')
    .where('liveStreamId', '=', liveStreamId)
    .where('state', '=', 'failed')
    .execute();
}

/** @returns how many. */
export async function deleteAbandonedFilms(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('films')
    .where('state', 'in', ['receiving', 'failed'])
    .where('workedAt', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Films that no server has looked at: the one that has their upload has not come back. */
export async function failLostFilms(db: Db, { before, now }: { before: string; now: string }): Promise<void> {
  await db
    .updateTable('films')
    .set({ state: 'failed', problem: 'failed', workedAt: now })
    .where('state', '=', 'packaging')
    .where('workedAt', '<', before)
    .execute();
}

/** The films that wait for a server, with a path to their stream. */
export function listWaitingFilms(db: Db, staleBefore: string) {
  return db
    .selectFrom('films')
    .innerJoin('liveStreams', 'liveStreams.id', 'films.liveStreamId')
    .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
    .select(['films.id', 'films.number', 'films.createdAt', 'films.size', 'films.progress'])
    .select(['blocks.eventId', 'liveStreams.blockId', 'films.liveStreamId'])
    .where('films.state', '=', 'packaging')
    .where((eb) => eb.or([eb('films.progress', '=', 0), eb('films.workedAt', '<', staleBefore)]))
    .orderBy('films.createdAt')
    .limit(10)
    .execute();
}

/** Takes it for this server. @returns false: another one has it. */
export async function claimFilm(
  db: Db,
  { id, staleBefore, now }: { id: string; staleBefore: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('films')
    .set({ workedAt: now, progress: 1 })
    .where('id', '=', id)
    .where('state', '=', 'packaging')
    .where((eb) => eb.or([eb('progress', '=', 0), eb('workedAt', '<', staleBefore)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false: it was cancelled. */
export async function noteProgress(
  db: Db,
  { id, progress, now }: { id: string; progress: number; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('films')
    .set({ workedAt: now, progress: Math.max(1, progress) })
    .where('id', '=', id)
    .where('state', '=', 'packaging')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function failFilm(
  db: Db,
  {
    id,
    problem,
    refusedCodec,
    now,
  }: { id: string; problem: FilmProblem; refusedCodec: string | null; now: string },
): Promise<void> {
  await db
    .updateTable('films')
    .set({ state: 'failed', problem, refusedCodec, workedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'packaging')
    .execute();
}

/** @returns false: it was cancelled. */
export async function readyFilm(
  db: Db,
  { id, seconds, bytes, now }: { id: string; seconds: number; bytes: number; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('films')
    .set({ state: 'ready', seconds, bytes, progress: 100, workedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'packaging')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes it the replay, or with null the recording again. */
export async function showFilm(
  db: Db,
  ingestId: string,
  { film, trim }: { film: ShownFilm | null; trim: ShownFilm['recordingTrim'] },
): Promise<void> {
  await db.updateTable('ingests').set({ film, trim }).where('id', '=', ingestId).execute();
}

/** For a stream that never had an encoder: a broadcast that is over. */
export async function insertEndedIngest(
  db: Db,
  ingest: { liveStreamId: string; previousVideoId: string; keyHash: string; now: string },
): Promise<string> {
  const { now, ...values } = ingest;
  const { id } = await db
    .insertInto('ingests')
    .values({ ...values, keyCreatedAt: now, state: 'ended', endedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
