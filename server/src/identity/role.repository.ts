import { jsonArrayFrom } from 'kysely/helpers/postgres';
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

export function listPermissions(db: Db) {
  return db.selectFrom('permissions').selectAll().orderBy('code').execute();
}

/** All roles, each with its permissions. */
export function listRoles(db: Db) {
  return db
    .selectFrom('roles')
    .selectAll('roles')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('rolePermissions')
          .innerJoin('permissions', 'permissions.code', 'rolePermissions.permissionCode')
          .selectAll('permissions')
          .whereRef('rolePermissions.roleCode', '=', 'roles.code')
          .orderBy('permissions.code'),
      ).as('permissions'),
    )
    .orderBy('roles.code')
    .execute();
}
