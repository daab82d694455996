import type { Db } from '../db/database.ts';

export async function insertUserRoles(db: Db, userId: string, roleCodes: string[]): Promise<void> {
  await db
    .insertInto('userRoles')
    .values(roleCodes.map((roleCode) => ({ userId, roleCode })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Those of the user's roles and those given to him directly, each once, sorted. */
export async function listPermissionCodes(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('userRoles')
    .innerJoin('rolePermissions', 'rolePermissions.roleCode', 'userRoles.roleCode')
    .where('userRoles.userId', '=', userId)
    .select('rolePermissions.permissionCode')
    .union(db.selectFrom('userPermissions').where('userId', '=', userId).select('permissionCode'))
    .execute();
  return rows.map((row) => row.permissionCode).sort();
}
