import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export async function findImage(db: Db, id: string) {
  return db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertImage(
  trx: Db,
  image: { id: string; width: number; height: number },
): Promise<void> {
  await trx.insertInto('images').values(image).execute();
}

/** @returns the deleted row. @throws the broken foreign key `events_picture` while an event uses the picture. */
export async function deleteImage(trx: Db, id: string) {
  return trx.deleteFrom('images').where('id', '=', id).returningAll().executeTakeFirst();
}

/** The names of the events that use a picture, at most `limit`, and their number. */
export async function listUsesOfImage(db: Db, id: string, limit: number) {
  const rows = await db
    .selectFrom('events')
    .select(['name', (eb) => eb.fn.countAll<number>().over().as('total')])
    .where('pictureId', '=', id)
    .orderBy('startDate')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 };
}

/** Marks a picture as loose: the store may have files of it without a row in `images`. */
export async function insertLoosePicture(db: Db, id: string): Promise<void> {
  await db
    .insertInto('loosePictures')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @param withinMinutes deletes it only when it has been loose for less. @returns whether it was deleted. */
export async function deleteLoosePicture(db: Db, id: string, withinMinutes?: number): Promise<boolean> {
  const result = await db
    .deleteFrom('loosePictures')
    .where('id', '=', id)
    .$if(withinMinutes !== undefined, (query) =>
      query.where('since', '>', sql<string>`clock_timestamp() - make_interval(mins => ${withinMinutes})`),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Pictures that have been loose for longer than any upload takes. */
export async function listAbandonedPictures(db: Db, afterMinutes: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('loosePictures')
    .select('id')
    .where('since', '<', sql<string>`clock_timestamp() - make_interval(mins => ${afterMinutes})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('images').select('id').whereRef('images.id', '=', 'loosePictures.id'))),
    )
    .orderBy('since')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
