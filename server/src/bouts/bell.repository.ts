import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { BellRow, NewBellRow } from './bouts.tables.ts';

const bellColumns = [
  'bells.id',
  'bells.boutId',
  'bells.kind',
  'bells.round',
  'bells.at',
  'bells.rungAt',
  'bells.undoneAt',
  'users.name as userName',
] as const;

function selectBells(db: Db) {
  return db.selectFrom('bells').leftJoin('users', 'users.id', 'bells.userId').select(bellColumns);
}

/** All that was rung at an event, by time. */
export function listBells(db: Db, eventId: string) {
  return selectBells(db)
    .innerJoin('bouts', 'bouts.id', 'bells.boutId')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .where('blocks.eventId', '=', eventId)
    .orderBy('bells.at')
    .orderBy('bells.id')
    .execute();
}

export function findBell(db: Db, bellId: string) {
  return selectBells(db).where('bells.id', '=', bellId).executeTakeFirst();
}

/** The same tap by somebody else: it counts, and is at most `withinMs` away. */
export function findSameTap(
  db: Db,
  { boutId, kind, round, at }: Pick<BellRow, 'boutId' | 'kind' | 'round' | 'at'>,
  withinMs: number,
) {
  return selectBells(db)
    .where('bells.boutId', '=', boutId)
    .where('bells.kind', '=', kind)
    .where('bells.round', 'is not distinct from', round)
    .where('bells.undoneAt', 'is', null)
    .where(sql<boolean>`abs(extract(epoch from bells.at - ${at}::timestamptz)) * 1000 <= ${withinMs}`)
    .orderBy('bells.at')
    .orderBy('bells.id')
    .executeTakeFirst();
}

export async function insertBell(db: Db, bell: NewBellRow): Promise<void> {
  await db.insertInto('bells').values(bell).execute();
}

export async function setUndone(db: Db, bellId: string, undoneAt: string): Promise<void> {
  await db.updateTable('bells').set({ undoneAt }).where('id', '=', bellId).execute();
}
