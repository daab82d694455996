import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export async function renameDefaultZone(db: Db, former: string, present: string): Promise<void> {
  await db
    .updateTable('settings')
    .set((eb) => ({ defaultTimezone: present, version: eb('version', '+', 1) }))
    .where('defaultTimezone', '=', former)
    .execute();
}

/** Whether PostgreSQL knows it. */
export async function knowsZone(db: Db, timezone: string): Promise<boolean> {
  return sql`select now() at time zone ${timezone}`.execute(db).then(
    () => true,
    (error) => {
      // invalid_parameter_value
      if (error.code === '22023') return false;
      throw error;
    },
  );
}
