import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/database.ts';
import type { RoleRow, RoleRowUpdate } from '../identity.tables.ts';
import { openInvitation } from '../user.repository.ts';
import { administratorRole } from './authority.rules.ts';

/** Takes the row lock that makes changes of roles and permissions run one at a time. */
export async function lockRoles(db: Db): Promise<void> {
  await sql`select 1 from roles where code = ${administratorRole} for no key update`.execute(db);
}

export async function insertUserRoles(db: Db, userId: string, roleCodes: string[]): Promise<void> {
  if (roleCodes.length === 0) return;
  await db
    .insertInto('userRoles')
    .values(roleCodes.map((roleCode) => ({ userId, roleCode })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listPermissions(db: Db) {
  return db.selectFrom('permissions').selectAll().orderBy('code').execute();
}

/** All roles, each with its permissions. */
export function listRoles(db: Db) {
  return selectRoles(db).execute();
}

/** The same with the number of users who hold each. */
export function listRolesWithHolders(db: Db) {
  return selectRoles(db)
    .select((eb) =>
      eb
        .selectFrom('userRoles')
        .whereRef('userRoles.roleCode', '=', 'roles.code')
        .select((holders) => holders.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('holders'),
    )
    .execute();
}

export function listRolesOfUser(db: Db, userId: string) {
  const codes = db.selectFrom('userRoles').where('userId', '=', userId).select('roleCode');
  return selectRoles(db).where('roles.code', 'in', codes).execute();
}

function selectRoles(db: Db) {
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
    .orderBy('roles.code');
}

export function findRoleWithPermissions(db: Db, roleCode: string) {
  return selectRoles(db).where('roles.code', '=', roleCode).executeTakeFirst();
}

/** @returns the role with the codes of its permissions, sorted. */
export async function findRole(db: Db, roleCode: string) {
  const role = await db.selectFrom('roles').selectAll().where('code', '=', roleCode).executeTakeFirst();
  if (role === undefined) return undefined;
  const rows = await db
    .selectFrom('rolePermissions')
    .where('roleCode', '=', roleCode)
    .select('permissionCode')
    .execute();
  return { ...role, permissionCodes: rows.map(({ permissionCode }) => permissionCode).sort() };
}

/** @returns false when the code is taken. */
export async function insertRole(db: Db, role: RoleRow): Promise<boolean> {
  const result = await db
    .insertInto('roles')
    .values(role)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateRole(db: Db, roleCode: string, changes: RoleRowUpdate): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('roles').set(changes).where('code', '=', roleCode).execute();
}

/** Replaces all permissions of the role. */
export async function replaceRolePermissions(db: Db, roleCode: string, codes: string[]): Promise<void> {
  await db.deleteFrom('rolePermissions').where('roleCode', '=', roleCode).execute();
  if (codes.length === 0) return;
  await db
    .insertInto('rolePermissions')
    .values(codes.map((permissionCode) => ({ roleCode, permissionCode })))
    .execute();
}

export async function deleteRole(db: Db, roleCode: string): Promise<void> {
  await db.deleteFrom('roles').where('code', '=', roleCode).execute();
}

export async function countHolders(db: Db, roleCode: string): Promise<number> {
  const { holders } = await db
    .selectFrom('userRoles')
    .where('roleCode', '=', roleCode)
    .select((eb) => eb.fn.countAll<number>().as('holders'))
    .executeTakeFirstOrThrow();
  return holders;
}

/** Whether anybody beside the user holds the role. An open invitation does not count: it may never be accepted. */
export async function hasOtherHolder(db: Db, roleCode: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('users.id')
    .where('userRoles.roleCode', '=', roleCode)
    .where('users.id', '!=', userId)
    .where(sql<boolean>`not ${openInvitation}`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether a holder of the role also holds, from any source, a permission that is not in the list. */
export async function hasHolderWithOtherPermissions(
  db: Db,
  roleCode: string,
  permissionCodes: string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_roles holder where holder.role_code = ${roleCode} and exists (
      select 1 from user_roles ur join role_permissions rp on rp.role_code = ur.role_code
        where ur.user_id = holder.user_id and rp.permission_code <> all(${permissionCodes}::text[])
      union all
      select 1 from user_permissions up
        where up.user_id = holder.user_id and up.permission_code <> all(${permissionCodes}::text[])
    ) limit 1
  `.execute(db);
  return rows.length > 0;
}
