import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { NewUserRow, UserRow, UserRowUpdate } from './identity.tables.ts';

/** @param email lower-case. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
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

/** Waits for others that hold the same user: rules about all of a user's devices are kept one at a time. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db);
}
