import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Fields } from '../lists/apply-list-query.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { listRows } from '../lists/list-rows.ts';
import { countUnfiltered } from '../lists/row-counts.ts';
import type { NewUserRow, UserRow, UserRowUpdate } from './identity.tables.ts';

/** @param email lower-case. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

/** The same as `isInvited`. */
export const openInvitation = sql<boolean>`(users.invited_at is not null and users.password_hash is null and users.email_verified_at is null)`;

const fields: Fields = {
  name: sql.ref('users.name'),
  email: sql.ref('users.email'),
  createdAt: sql.ref('users.createdAt'),
  emailVerified: sql`(users.email_verified_at is not null)`,
  isInvited: openInvitation,
  roleCode: (condition) =>
    sql`exists (select 1 from user_roles where user_roles.user_id = users.id
      and ${condition(sql.ref('userRoles.roleCode'))})`,
};

/** Ordered by name, unless the query says otherwise. @param q a part of a name or of the address, taken literally. */
export function listUsers(db: Db, query: ListQuery, q: string) {
  const found = (anyDb: Db) =>
    anyDb.selectFrom('users').$if(q !== '', (users) => users.where(containsText(q)));
  return listRows(db, query, {
    name: q === '' ? 'users' : undefined,
    table: 'users',
    rows: (anyDb) => found(anyDb).selectAll(),
    counted: found,
    fields,
    byDefault: { field: 'name', direction: 'asc' },
    id: sql.ref('users.id'),
    keptCount: (filter) => (q === '' ? countUnfiltered(db, 'users', filter) : undefined),
  });
}

/** The same expression as the index on it: one text per user, so that first and last name match together too. */
function containsText(q: string) {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower((name || chr(10) || first_name || ' ' || coalesce(middle_name || ' ', '') || last_name
      || chr(10) || first_name || ' ' || last_name || chr(10) || email) collate "und-x-icu") collate "default"
    like lower(${pattern}::text collate "und-x-icu") collate "default"`;
}

/** @returns the id, or undefined when the e-mail is taken. */
export async function insertUser(db: Db, user: NewUserRow): Promise<string | undefined> {
  const row = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** @returns false when there is no such user. */
export async function updateUser(db: Db, userId: string, changes: UserRowUpdate): Promise<boolean> {
  const result = await db.updateTable('users').set(changes).where('id', '=', userId).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteUsers(db: Db, userIds: string[]): Promise<void> {
  await db.deleteFrom('users').where('id', 'in', userIds).execute();
}

/**
 * Locks the user's row until the transaction ends. @returns false when the password has changed since `user` was
 * read.
 */
export async function lockPassword(db: Db, user: Pick<UserRow, 'id' | 'passwordHash'>): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the user's row lock: rules about all devices of a user run one at a time. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db);
}

/** Like `lockUser`, by address. @param email lower-case. */
export async function lockUserByEmail(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email = ${email} for no key update
  `.execute(db);
  return rows[0]?.id;
}

/** The permissions of the user's roles and those granted directly, each once, sorted. */
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

/** Takes away all roles and permissions. */
export async function deleteAccessOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('userRoles').where('userId', '=', userId).execute();
  await db.deleteFrom('userPermissions').where('userId', '=', userId).execute();
}

/** The confirmed addresses of all administrators but the user. @returns none when the user is no administrator. */
export async function listOtherAdministrators(db: Db, userId: string): Promise<string[]> {
  const isAdministrator = db
    .selectFrom('userRoles')
    .select('userId')
    .where('userId', '=', userId)
    .where('roleCode', '=', 'administrator');
  const rows = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('users.email')
    .where('userRoles.roleCode', '=', 'administrator')
    .where('users.id', '!=', userId)
    .where('users.emailVerifiedAt', 'is not', null)
    .where(({ exists }) => exists(isAdministrator))
    .orderBy('users.email')
    .execute();
  return rows.map(({ email }) => email);
}
