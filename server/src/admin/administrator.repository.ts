import type { Db } from '../db/database.ts';

export async function listRoleCodes(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('userRoles').select('roleCode').where('userId', '=', userId).execute();
  return rows.map(({ roleCode }) => roleCode).sort();
}
