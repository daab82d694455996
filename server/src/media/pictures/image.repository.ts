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
