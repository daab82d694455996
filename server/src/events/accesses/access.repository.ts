import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Columns } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import type { ListQuery } from '../../lists/list-query.ts';
import { listRows } from '../../lists/list-rows.ts';
import { countUnfiltered } from '../../lists/row-counts.ts';
import type { AccessRow, AccessRowUpdate, NewAccessRow } from '../events.tables.ts';
import { accessFilterFields } from './access-filter.repository.ts';

const accessFields = Object.values({
  id: 'accesses.id',
  eventId: 'accesses.eventId',
  blockId: 'accesses.blockId',
  userId: 'accesses.userId',
  email: 'accesses.email',
  startDate: 'accesses.startDate',
  endDate: 'accesses.endDate',
  isComplimentary: 'accesses.isComplimentary',
  note: 'accesses.note',
} as const satisfies Columns<'accesses', 'orderId' | 'compensationItemId' | 'grantedAt' | 'version'>);

export const accessColumns = [...accessFields, 'accesses.orderId', 'accesses.version'] as const;

export function findAccess(db: Db, accessId: string) {
  return selectAccesses(db).select('accesses.version').where('accesses.id', '=', accessId).executeTakeFirst();
}

/** @param now the instant that a filter by state is about. */
export async function listAccesses(db: Db, query: ListQuery, now: Date) {
  return listRows(db, query, {
    name: 'accesses',
    table: 'accesses',
    rows: selectAccesses,
    counted: (anyDb) => anyDb.selectFrom('accesses'),
    fields: await accessFilterFields(db, query.filter, now),
    byDefault: { field: 'startDate', direction: 'desc' },
    id: sql.ref('accesses.id'),
    keptCount: (filter) => countUnfiltered(db, 'accesses', filter),
  });
}

function selectAccesses(db: Db) {
  return db
    .selectFrom('accesses')
    .innerJoin('events', 'events.id', 'accesses.eventId')
    .leftJoin('blocks', 'blocks.id', 'accesses.blockId')
    .leftJoin('users', 'users.id', 'accesses.userId')
    .select(accessFields)
    .select((eb) => [
      jsonBuildObject({ name: eb.ref('events.name'), slug: eb.ref('events.slug') }).as('event'),
      eb
        .case()
        .when('accesses.blockId', 'is not', null)
        .then(jsonBuildObject({ name: eb.ref('blocks.name').$notNull() }))
        .end()
        .as('block'),
      eb('accesses.orderId', 'is not', null).$castTo<boolean>().as('isPaid'),
      eb
        .case()
        .when('accesses.userId', 'is not', null)
        .then(
          jsonBuildObject({ name: eb.ref('users.name').$notNull(), email: eb.ref('users.email').$notNull() }),
        )
        .end()
        .as('user'),
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

/** The user, event and block of an access; `blockId` null: the whole event; `userId` null: it waits for its user. */
export interface AccessTargets {
  eventId: string;
  blockId: string | null;
  userId: string | null;
}

/** Returns which of them exist, the block only under this event, and locks them until the transaction ends. */
export function lockAccessTargets(db: Db, { eventId, blockId, userId }: AccessTargets) {
  return db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare()).as('event'),
      eb
        .or([
          eb.val(userId === null),
          eb.exists(eb.selectFrom('users').select('id').where('id', '=', userId).forKeyShare()),
        ])
        .as('user'),
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
    .where((eb) =>
      access.userId === null ? eb('email', '=', String(access.email)) : eb('userId', '=', access.userId),
    )
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
  /** The address that it waits for, instead of a user. */
  email?: string | null;
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

/**
 * Without its end, or with an earlier start, it is granted anew.
 * @param access as `lockAccess` returned it. @returns the access after the change.
 */
export async function updateAccess(db: Db, access: AccessRow, changes: AccessRowUpdate): Promise<AccessRow> {
  if (Object.keys(changes).length === 0) return access;
  return db
    .updateTable('accesses')
    .set((eb) => ({ ...changes, grantedAt: sql`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', access.id)
    .returning(accessColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteAccess(db: Db, accessId: string): Promise<void> {
  await db.deleteFrom('accesses').where('id', '=', accessId).execute();
}
