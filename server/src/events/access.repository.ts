import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Fields } from '../db/apply-list-query.ts';
import type { Db } from '../db/database.ts';
import { listRows } from '../db/list-rows.ts';
import { countRows } from '../db/row-counts.ts';
import type { ListQuery } from '../http/list-query.ts';
import type { AccessRowUpdate, NewAccessRow } from './events.tables.ts';

const fields: Fields = {
  eventId: sql.ref('accesses.eventId'),
  blockId: sql.ref('accesses.blockId'),
  userId: sql.ref('accesses.userId'),
  startDate: sql.ref('accesses.startDate'),
  endDate: sql.ref('accesses.endDate'),
};

export function findAccess(db: Db, accessId: string) {
  return selectAccesses(db).where('accesses.id', '=', accessId).executeTakeFirst();
}

export function listAccesses(db: Db, query: ListQuery) {
  return listRows(query, {
    rows: selectAccesses(db),
    counted: db.selectFrom('accesses'),
    fields,
    byDefault: { field: 'startDate', direction: 'desc' },
    id: sql.ref('accesses.id'),
    countAll: () => countRows(db, 'accesses'),
  });
}

function selectAccesses(db: Db) {
  return db
    .selectFrom('accesses')
    .innerJoin('users', 'users.id', 'accesses.userId')
    .selectAll('accesses')
    .select((eb) => jsonBuildObject({ name: eb.ref('users.name'), email: eb.ref('users.email') }).as('user'));
}

/** What an access names: whose it is and what it opens; `blockId` null names no block. */
export interface AccessTargets {
  eventId: string;
  blockId: string | null;
  userId: string;
}

/** Which of them exist, the block only under this event; those that do stay until the transaction ends. */
export function lockAccessTargets(db: Db, { eventId, blockId, userId }: AccessTargets) {
  return db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare()).as('event'),
      eb.exists(eb.selectFrom('users').select('id').where('id', '=', userId).forKeyShare()).as('user'),
      eb
        .or([
          eb.val(blockId === null),
          eb.exists(
            eb
              .selectFrom('blocks')
              .select('id')
              .where('id', '=', blockId)
              .where('eventId', '=', eventId)
              .forKeyShare(),
          ),
        ])
        .as('block'),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertAccess(db: Db, access: NewAccessRow): Promise<string> {
  const row = await db.insertInto('accesses').values(access).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** The window as it is now, held until the transaction ends: a change of one end is judged against the other. */
export function lockAccess(db: Db, accessId: string) {
  return db
    .selectFrom('accesses')
    .select(['id', 'startDate', 'endDate'])
    .where('id', '=', accessId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateAccess(db: Db, accessId: string, changes: AccessRowUpdate): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('accesses').set(changes).where('id', '=', accessId).execute();
}

/** @returns whether there was one. */
export async function deleteAccess(db: Db, accessId: string): Promise<boolean> {
  const result = await db.deleteFrom('accesses').where('id', '=', accessId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
