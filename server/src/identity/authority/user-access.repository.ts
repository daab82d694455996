import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { insertUserRoles } from './role.repository.ts';

/** The codes that a user holds, each list sorted; undefined: there is no such user. */
export async function findUserAccess(db: Db, userId: string) {
  const { rows } = await sql<{ id: string; roleCodes: string[]; permissionCodes: string[] }>`
    select id,
      array(select role_code from user_roles where user_id = users.id) as role_codes,
      array(select permission_code from user_permissions where user_id = users.id) as permission_codes
    from users where id = ${userId}
  `.execute(db);
  const [row] = rows;
  return row && { ...row, roleCodes: row.roleCodes.sort(), permissionCodes: row.permissionCodes.sort() };
}

/** The permissions that the user holds directly, not through a role. */
export function listOwnPermissions(db: Db, userId: string) {
  return db
    .selectFrom('userPermissions')
    .innerJoin('permissions', 'permissions.code', 'userPermissions.permissionCode')
    .where('userPermissions.userId', '=', userId)
    .selectAll('permissions')
    .orderBy('permissions.code')
    .execute();
}

export async function replaceUserRoles(db: Db, userId: string, roleCodes: string[]): Promise<void> {
  await db.deleteFrom('userRoles').where('userId', '=', userId).execute();
  await insertUserRoles(db, userId, roleCodes);
}

export async function replaceUserPermissions(db: Db, userId: string, codes: string[]): Promise<void> {
  await db.deleteFrom('userPermissions').where('userId', '=', userId).execute();
  if (codes.length === 0) return;
  await db
    .insertInto('userPermissions')
    .values(codes.map((permissionCode) => ({ userId, permissionCode })))
    .execute();
}
