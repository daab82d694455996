/**
 * Segments are rows, because an object store has no append: an index in it would lack the last segments after a
 * crash, and two servers would overwrite each other's. The price: a row for every two seconds of a recording.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { RecordedSegment } from '../../media/origin/videos/recorded-video.ts';

export async function listStoredSegments(db: Db, ingestId: string): Promise<RecordedSegment[]> {
  const rows = await db
    .selectFrom('recordedSegments')
    .select('segment')
    .where('ingestId', '=', ingestId)
    .orderBy(sql`(segment ->> 'startMs')::float8`)
    .execute();
  return rows.map(({ segment }) => segment as RecordedSegment);
}

export async function countStoredSegments(db: Db, ingestId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recordedSegments')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('ingestId', '=', ingestId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an ingest or a film has it. */
export async function isRecordingWanted(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ingests where id = ${id} union all select 1 from films where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** @returns false: the ingest, or the film, is gone. */
export async function insertStoredSegment(
  db: Db,
  ingestId: string,
  segment: RecordedSegment,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with ingest as (select id from ingests where id = ${ingestId} for key share),
    film as (select id from films where id = ${ingestId} for key share),
    kept as (select id from ingest union all select id from film),
    stored as (
      insert into recorded_segments (ingest_id, name, segment)
      select id, ${segment.name}, ${JSON.stringify(segment)}::jsonb from kept
      on conflict do nothing
    )
    select id from kept`.execute(db);
  return rows.length > 0;
}

export async function deleteStoredSegments(db: Db, ingestId: string): Promise<void> {
  await db.deleteFrom('recordedSegments').where('ingestId', '=', ingestId).execute();
}
