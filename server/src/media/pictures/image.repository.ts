import type { Db } from '../../db/database.ts';
import type { PictureShape } from './picture-files.ts';

/** The foreign keys of what uses pictures. */
export const pictureOwners: readonly unknown[] = ['events_picture', 'fighters_picture_id_fkey'];

export async function findImage(db: Db, id: string) {
  return db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether there is such a picture in this shape. A picture keeps its shape. */
export async function hasShape(db: Db, id: string, shape: PictureShape): Promise<boolean> {
  const query = db.selectFrom('images').select('id').where('id', '=', id).where('shape', '=', shape);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function insertImage(
  trx: Db,
  image: { id: string; shape: PictureShape; width: number; height: number },
): Promise<void> {
  await trx.insertInto('images').values(image).execute();
}

/** @returns the deleted row. @throws a broken foreign key of `pictureOwners` while something uses the picture. */
export async function deleteImage(trx: Db, id: string) {
  return trx.deleteFrom('images').where('id', '=', id).returningAll().executeTakeFirst();
}

/** The names of the events and fighters that use a picture, at most `limit`, and their number. */
export async function listUsesOfImage(db: Db, id: string, limit: number) {
  const rows = await db
    .selectFrom('events')
    .select(['name', 'startDate', 'id'])
    .where('pictureId', '=', id)
    .unionAll(({ selectFrom, lit }) =>
      selectFrom('fighters')
        .select(['name', lit(null).$castTo<string>().as('startDate'), 'id'])
        .where('pictureId', '=', id),
    )
    .orderBy('startDate')
    .orderBy('id')
    .execute();
  return { names: rows.slice(0, limit).map(({ name }) => name), total: rows.length };
}
