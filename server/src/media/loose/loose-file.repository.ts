import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { LooseKind } from '../media.tables.ts';

export async function insertLoosePicture(db: Db, id: string): Promise<void> {
  await db
    .insertInto('looseFiles')
    .values({ id, kind: 'picture' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @param withinMinutes deletes the row only when the files have been loose for less. @returns whether it was deleted. */
export async function deleteLooseFile(db: Db, id: string, withinMinutes?: number): Promise<boolean> {
  const result = await db
    .deleteFrom('looseFiles')
    .where('id', '=', id)
    .$if(withinMinutes !== undefined, (query) =>
      query.where('since', '>', sql<string>`clock_timestamp() - make_interval(mins => ${withinMinutes})`),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Those that have been loose for the longest time, and for so many minutes at least. */
export function listLooseFiles(db: Db, kind: LooseKind, minutes: number, limit: number) {
  return db
    .selectFrom('looseFiles')
    .select(['id', 'chunks', 'remoteVideoId'])
    .where('kind', '=', kind)
    .where('since', '<=', sql<string>`clock_timestamp() - make_interval(mins => ${minutes})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('images').select('id').whereRef('images.id', '=', 'looseFiles.id'))),
    )
    .orderBy('since')
    .limit(limit)
    .execute();
}
