import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Columns } from '../db/columns.ts';
import type { Database, Db } from '../db/database.ts';
import type { BoutRow, BoutRowUpdate, NewBoutRow } from './bouts.tables.ts';
import { recordBefore } from './record.repository.ts';

const rowColumns = Object.values({
  id: 'bouts.id',
  blockId: 'bouts.blockId',
  position: 'bouts.position',
  redFighterId: 'bouts.redFighterId',
  blueFighterId: 'bouts.blueFighterId',
  redWeighIn: 'bouts.redWeighIn',
  blueWeighIn: 'bouts.blueWeighIn',
  weightClass: 'bouts.weightClass',
  weightLimitKg: 'bouts.weightLimitKg',
  isCatchweight: 'bouts.isCatchweight',
  rules: 'bouts.rules',
  rulesText: 'bouts.rulesText',
  rounds: 'bouts.rounds',
  roundSeconds: 'bouts.roundSeconds',
  breakSeconds: 'bouts.breakSeconds',
  hasExtraRound: 'bouts.hasExtraRound',
  title: 'bouts.title',
  status: 'bouts.status',
  statusReason: 'bouts.statusReason',
  replacements: 'bouts.replacements',
  version: 'bouts.version',
} as const satisfies Columns<'bouts', 'changedAt'>);

/** The card of an event in the contract's shape, in the order of its blocks. */
export function listBouts(db: Db, eventId: string) {
  return selectCard(db).where('blocks.eventId', '=', eventId).execute();
}

export function findBout(db: Db, eventId: string, boutId: string) {
  return db
    .selectFrom(selectCard(db).select('bouts.version').where('blocks.eventId', '=', eventId).as('card'))
    .selectAll()
    .where('card.id', '=', boutId)
    .executeTakeFirst();
}

function selectCard(db: Db) {
  return db
    .selectFrom('bouts')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .select([
      'bouts.id',
      'bouts.blockId',
      'bouts.weightClass',
      'bouts.weightLimitKg',
      'bouts.isCatchweight',
      'bouts.rules',
      'bouts.rulesText',
      'bouts.rounds',
      'bouts.roundSeconds',
      'bouts.breakSeconds',
      'bouts.hasExtraRound',
      'bouts.title',
      'bouts.status',
      'bouts.statusReason',
      'bouts.replacements',
    ])
    .select((eb) => [
      sql<number>`row_number() over (partition by bouts.block_id order by bouts.position, bouts.id)`.as(
        'position',
      ),
      jsonBuildObject({
        fighter: fighterOf(eb, 'bouts.redFighterId'),
        weighIn: eb.ref('bouts.redWeighIn'),
      }).as('red'),
      jsonBuildObject({
        fighter: fighterOf(eb, 'bouts.blueFighterId'),
        weighIn: eb.ref('bouts.blueWeighIn'),
      }).as('blue'),
    ])
    .orderBy('blocks.startDate')
    .orderBy('blocks.id')
    .orderBy('bouts.position')
    .orderBy('bouts.id');
}

function fighterOf(
  eb: ExpressionBuilder<Database, 'bouts'>,
  column: 'bouts.redFighterId' | 'bouts.blueFighterId',
) {
  return jsonObjectFrom(
    eb
      .selectFrom('fighters')
      .select([
        'fighters.id',
        'fighters.slug',
        'fighters.name',
        'fighters.nickname',
        'fighters.countryCode',
        'fighters.pictureId',
        'fighters.birthDate',
        'fighters.heightCm',
        'fighters.reachCm',
        'fighters.stance',
        'fighters.gym',
        recordBefore.as('record'),
      ])
      .whereRef('fighters.id', '=', column),
  );
}

/** The names of those who stand in the corners. */
export async function listNames(
  db: Db,
  fighterIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = fighterIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('fighters').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The blocks of an event and the ids of their bouts. */
export async function listBoutIds(db: Db, eventId: string) {
  return db
    .selectFrom('blocks')
    .leftJoin('bouts', 'bouts.blockId', 'blocks.id')
    .select(['blocks.id as blockId', 'bouts.id as boutId'])
    .where('blocks.eventId', '=', eventId)
    .execute();
}

/** Locks the row until the transaction ends. */
export function lockBout(db: Db, eventId: string, boutId: string): Promise<BoutRow | undefined> {
  return db
    .selectFrom('bouts')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .select(rowColumns)
    .where('blocks.eventId', '=', eventId)
    .where('bouts.id', '=', boutId)
    .forUpdate('bouts')
    .executeTakeFirst();
}

/** As the last one of its block. */
export function insertBout(db: Db, bout: Omit<NewBoutRow, 'position'>): Promise<BoutRow> {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from bouts where block_id = ${bout.blockId})`;
  return db
    .insertInto('bouts')
    .values({ ...bout, position })
    .returning(rowColumns)
    .executeTakeFirstOrThrow();
}

/** @param bout as `lockBout` returned it. @returns the bout after the change. */
export async function updateBout(db: Db, bout: BoutRow, changes: BoutRowUpdate): Promise<BoutRow> {
  return Object.keys(changes).length === 0 ? bout : changeBout(db, bout.id, changes);
}

export function changeBout(db: Db, boutId: string, changes: BoutRowUpdate): Promise<BoutRow> {
  return db
    .updateTable('bouts')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', boutId)
    .returning(rowColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteBout(db: Db, boutId: string): Promise<void> {
  await db.deleteFrom('bouts').where('id', '=', boutId).execute();
}

/** The version stays: who edits a bout meanwhile is not in the way. */
export async function setOrder(
  db: Db,
  bouts: readonly { boutId: string; blockId: string; position: number }[],
): Promise<void> {
  await sql`
    update bouts set block_id = asked.block_id, position = asked.position
    from unnest(${bouts.map(({ boutId }) => boutId)}::uuid[], ${bouts.map(({ blockId }) => blockId)}::uuid[],
      ${bouts.map(({ position }) => position)}::integer[]) as asked (bout_id, block_id, position)
    where bouts.id = asked.bout_id`.execute(db);
}

/** What was rung, and what has a result, is never deleted. */
export async function isKept(db: Db, boutId: string): Promise<boolean> {
  const [bell, result] = await Promise.all([
    db.selectFrom('bells').select('id').where('boutId', '=', boutId).limit(1).executeTakeFirst(),
    db.selectFrom('results').select('id').where('boutId', '=', boutId).limit(1).executeTakeFirst(),
  ]);
  return bell !== undefined || result !== undefined;
}

/** Whether the newest version of its result says more than that there was none. */
export async function wasDecided(db: Db, boutId: string): Promise<boolean> {
  const newest = await db
    .selectFrom('results')
    .select('winner')
    .where('boutId', '=', boutId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest !== undefined && newest.winner !== 'none';
}
