import type { Db } from '../db/database.ts';

export async function listEventZones(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('events').select('timezone').distinct().execute();
  return rows.map(({ timezone }) => timezone);
}

export async function renameEventZone(db: Db, former: string, present: string): Promise<void> {
  await db
    .updateTable('events')
    .set((eb) => ({ timezone: present, version: eb('version', '+', 1) }))
    .where('timezone', '=', former)
    .execute();
}
