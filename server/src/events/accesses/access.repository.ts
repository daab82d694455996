import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Columns } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import type { Fields } from '../../lists/apply-list-query.ts';
import type { ListQuery } from '../../lists/list-query.ts';
import { listRows } from '../../lists/list-rows.ts';
import { countUnfiltered } from '../../lists/row-counts.ts';
import type { AccessRow, AccessRowUpdate, NewAccessRow } from '../events.tables.ts';

const accessFields = Object.values({
  id: 'accesses.id',
  eventId: 'accesses.eventId',
  blockId: 'accesses.blockId',
  userId: 'accesses.userId',
  startDate: 'accesses.startDate',
  endDate: 'accesses.endDate',
} as const satisfies Columns<'accesses', 'orderId' | 'version'>);

export const accessColumns = [...accessFields, 'accesses.orderId', 'accesses.version'] as const;

const fields: Fields = {
  eventId: sql.ref('accesses.eventId'),
  blockId: sql.ref('accesses.blockId'),
  userId: sql.ref('accesses.userId'),
  startDate: sql.ref('accesses.startDate'),
  endDate: sql.ref('accesses.endDate'),
};

export function findAccess(db: Db, accessId: string) {
  return selectAccesses(db).select('accesses.version').where('accesses.id', '=', accessId).executeTakeFirst();
}

export function listAccesses(db: Db, query: ListQuery) {
  return listRows(db, query, {
    name: 'accesses',
    rows: selectAccesses,
    counted: (anyDb) => anyDb.selectFrom('accesses'),
    fields,
    byDefault: { field: 'startDate', direction: 'desc' },
    id: sql.ref('accesses.id'),
    keptCount: (filter) => countUnfiltered(db, 'accesses', filter),
  });
}

function selectAccesses(db: Db) {
  return db
    .selectFrom('accesses')
    .innerJoin('users', 'users.id', 'accesses.userId')
    .select(accessFields)
    .select((eb) => [
      eb('accesses.orderId', 'is not', null).$castTo<boolean>().as('isPaid'),
      jsonBuildObject({ name: eb.ref('users.name'), email: eb.ref('users.email') }).as('user'),
    ]);
}

/** The accesses that the deletion of a user deletes too. */
export function countAccessesOf(db: Db, userId: string) {
  return db
    .selectFrom('accesses')
    .where('userId', '=', userId)
    .select((eb) => [
      eb.fn.countAll<number>().as('accesses'),
      eb.fn.count<number>('orderId').as('paidAccesses'),
    ])
    .executeTakeFirstOrThrow();
}

/** The user, event and block of an access; `blockId` null: the whole event. */
export interface AccessTargets {
  eventId: string;
  blockId: string | null;
  userId: string;
}

/** Returns which of them exist, the block only under this event, and locks them until the transaction ends. */
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

/** Whether another access has the same values. Several paid ones are allowed: each belongs to its own order. */
export async function hasSameAccess(db: Db, access: SameAccess): Promise<boolean> {
  const same = await db
    .selectFrom('accesses')
    .select('id')
    .where('userId', '=', access.userId)
    .where('eventId', '=', access.eventId)
    .where('blockId', 'is not distinct from', access.blockId)
    .where('startDate', '=', access.startDate)
    .where('endDate', 'is not distinct from', access.endDate ?? null)
    .$if(access.id !== undefined, (query) => query.where('id', '!=', String(access.id)))
    .executeTakeFirst();
  return same !== undefined;
}

interface SameAccess extends AccessTargets {
  /** The access to ignore in the search. */
  id?: string;
  startDate: string;
  endDate?: string | null;
}

export function insertAccess(db: Db, access: NewAccessRow): Promise<AccessRow> {
  return db.insertInto('accesses').values(access).returning(accessColumns).executeTakeFirstOrThrow();
}

/**
 * Locks the access until the transaction ends, so that a change of one date is checked against the stored other one.
 */
export function lockAccess(db: Db, accessId: string) {
  return db
    .selectFrom('accesses')
    .select(accessColumns)
    .where('id', '=', accessId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** @param access as `lockAccess` returned it. @returns the access after the change. */
export async function updateAccess(db: Db, access: AccessRow, changes: AccessRowUpdate): Promise<AccessRow> {
  if (Object.keys(changes).length === 0) return access;
  return db
    .updateTable('accesses')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', access.id)
    .returning(accessColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteAccess(db: Db, accessId: string): Promise<void> {
  await db.deleteFrom('accesses').where('id', '=', accessId).execute();
}
