import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Db } from '../db/database.ts';
import type { ChapterRow } from './bouts.tables.ts';

/** What the replay of an ingest shows: its recording, or a film. */
export type Shown = Pick<ChapterRow, 'ingestId' | 'filmId'>;

/** The beginnings that were set in what the stream shows: what `chaptersOf` needs beside the bells. */
export function setChaptersOf(eb: ExpressionBuilder<Database, 'liveStreams'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('chapters')
      .innerJoin('ingests', 'ingests.id', 'chapters.ingestId')
      .innerJoin('bouts', 'bouts.id', 'chapters.boutId')
      .select(['chapters.boutId', 'chapters.startsAt'])
      .where(sql<SqlBool>`ingests.id::text = live_streams.video_id`)
      .where(sql<SqlBool>`chapters.film_id is not distinct from (ingests.film ->> 'id')::uuid`)
      .whereRef('bouts.blockId', '=', 'liveStreams.blockId'),
  );
}

/** Whether the stream shows a film, whose clock is not that of the evening. */
export function showsFilm(eb: ExpressionBuilder<Database, 'liveStreams'>) {
  return eb
    .exists(
      eb
        .selectFrom('ingests')
        .select('ingests.id')
        .where(sql<SqlBool>`ingests.id::text = live_streams.video_id`)
        .where('ingests.film', 'is not', null),
    )
    .$castTo<boolean>();
}

/** @param blockId a bout that has moved into another block has no beginning here. */
export function listChapters(db: Db, shown: Shown, blockId: string) {
  return selectChapters(db, shown)
    .innerJoin('bouts', 'bouts.id', 'chapters.boutId')
    .select(['chapters.boutId', 'chapters.seconds'])
    .where('bouts.blockId', '=', blockId)
    .orderBy('chapters.seconds')
    .orderBy('chapters.boutId')
    .execute();
}

export function findChapter(db: Db, shown: Shown, boutId: string) {
  return selectChapters(db, shown)
    .select(['chapters.boutId', 'chapters.seconds'])
    .where('chapters.boutId', '=', boutId)
    .executeTakeFirst();
}

function selectChapters(db: Db, { ingestId, filmId }: Shown) {
  return db
    .selectFrom('chapters')
    .where('chapters.ingestId', '=', ingestId)
    .where('chapters.filmId', 'is not distinct from', filmId);
}

export async function saveChapter(db: Db, chapter: ChapterRow): Promise<void> {
  const { seconds, startsAt } = chapter;
  await db
    .insertInto('chapters')
    .values(chapter)
    .onConflict((conflict) => conflict.constraint('chapters_place').doUpdateSet({ seconds, startsAt }))
    .execute();
}

export async function deleteChapter(db: Db, { ingestId, filmId }: Shown, boutId: string): Promise<void> {
  await db
    .deleteFrom('chapters')
    .where('ingestId', '=', ingestId)
    .where('filmId', 'is not distinct from', filmId)
    .where('boutId', '=', boutId)
    .execute();
}
