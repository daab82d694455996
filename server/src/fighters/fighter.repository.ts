import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Columns } from '../db/columns.ts';
import type { Database, Db } from '../db/database.ts';
import { type Fields, whereFilter } from '../lists/apply-list-query.ts';
import type { Filter, ListQuery } from '../lists/list-query.ts';
import { listRows } from '../lists/list-rows.ts';
import { hasWords, wordsIn } from '../lists/words.ts';
import type { FighterRow, FighterRowUpdate, NewFighterRow } from './fighters.tables.ts';
import { isFighter } from './merged.repository.ts';

/** Whose name was not taken away (`anonymousSlug`). Nobody else is found, or offered. */
export const isNamed = sql<SqlBool>`fighters.slug <> 'anonymous-' || fighters.id`;

const fighterFields = Object.values({
  id: 'fighters.id',
  slug: 'fighters.slug',
  name: 'fighters.name',
  nickname: 'fighters.nickname',
  countryCode: 'fighters.countryCode',
  birthDate: 'fighters.birthDate',
  heightCm: 'fighters.heightCm',
  reachCm: 'fighters.reachCm',
  stance: 'fighters.stance',
  gym: 'fighters.gym',
  pictureId: 'fighters.pictureId',
  record: 'fighters.record',
} as const satisfies Columns<'fighters', 'version' | 'words'>);

const fighterColumns = [...fighterFields, 'fighters.version'] as const;

const fields: Fields = {
  name: sql.ref('fighters.name'),
  nickname: sql.ref('fighters.nickname'),
  countryCode: sql.ref('fighters.countryCode'),
  gym: sql.ref('fighters.gym'),
  eventId: (condition) =>
    sql`exists (select 1 from bouts join blocks on blocks.id = bouts.block_id
      where fighters.id in (bouts.red_fighter_id, bouts.blue_fighter_id) and ${condition(sql.ref('blocks.eventId'))})`,
};

/** @param q words of name, nickname and gym; empty: all fighters. */
export function listFighters(db: Db, query: ListQuery, q: string) {
  return listRows(db, query, {
    name: q === '' ? 'fighters' : undefined,
    table: 'fighters',
    rows: (anyDb) =>
      anyDb
        .selectFrom('fighters')
        .select(fighterFields)
        .select((eb) => boutsOf(eb).as('bouts')),
    counted: (anyDb) => anyDb.selectFrom('fighters').where(hasWords(wordsIn(q), sql.ref('fighters.words'))),
    fields,
    byDefault: { field: 'name', direction: 'asc' },
    id: sql.ref('fighters.id'),
    keptCount: () => undefined,
  });
}

export type ExportedFighter = Awaited<ReturnType<typeof listFightersToExport>>[number];

/** The next fighters after `last`, by name. */
export function listFightersToExport(
  db: Db,
  { q, filter }: { q: string; filter: Filter | undefined },
  { last, limit }: { last: { name: string; id: string } | undefined; limit: number },
) {
  return db
    .selectFrom('fighters')
    .select(fighterFields)
    .select((eb) => boutsOf(eb).as('bouts'))
    .where(hasWords(wordsIn(q), sql.ref('fighters.words')))
    .where(whereFilter(filter, fields))
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('fighters.name', 'fighters.id'), '>', eb.tuple(String(last?.name), String(last?.id))),
      ),
    )
    .orderBy('fighters.name')
    .orderBy('fighters.id')
    .limit(limit)
    .execute();
}

function boutsOf(eb: ExpressionBuilder<Database, 'fighters'>) {
  return eb
    .selectFrom('bouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((bout) =>
      bout.or([
        bout('bouts.redFighterId', '=', bout.ref('fighters.id')),
        bout('bouts.blueFighterId', '=', bout.ref('fighters.id')),
      ]),
    )
    .$asScalar()
    .$castTo<number>();
}

/** @param fighterId of one who was merged into another one too. */
export function findFighter(db: Db, fighterId: string) {
  return db
    .selectFrom('fighters')
    .select(fighterColumns)
    .select((eb) => boutsOf(eb).as('bouts'))
    .where(isFighter(fighterId))
    .executeTakeFirst();
}

/** Locks the row until the transaction ends. @param strength for a deletion: no bout can name the fighter meanwhile. */
export function lockFighter(db: Db, fighterId: string, strength: 'to change' | 'to delete' = 'to change') {
  const query = db.selectFrom('fighters').select(fighterColumns).where('id', '=', fighterId);
  return (strength === 'to delete' ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst();
}

/**
 * Nobody merges fighters until the transaction ends, so an id that is looked up after it is the current one. It comes before the lock of
 * any fighter: a merge locks all cards first.
 */
export async function holdCards(trx: Db): Promise<void> {
  await sql`lock table bouts in row share mode`.execute(trx);
}

/** On cards, and those of the past whose card names somebody else by now. */
export async function countBoutsOf(db: Db, fighterId: string): Promise<number> {
  const { rows } = await sql<{ bouts: number }>`
    select count(*)::integer as bouts from (
      select id from bouts where ${fighterId} in (red_fighter_id, blue_fighter_id)
      union select bout_id from results where ${fighterId} in (red_fighter_id, blue_fighter_id)) all_of_them`.execute(
    db,
  );
  return rows[0]?.bouts ?? 0;
}

/** @returns those of the slugs `slug`, `slug-2`, `slug-3`, ... that are taken, or lead to somebody who had them. */
export async function listTakenSlugs(db: Db, slug: string): Promise<string[]> {
  const isOne = sql<SqlBool>`slug = ${slug} or slug ~ ${`^${slug}-[0-9]+$`}`;
  const rows = await db
    .selectFrom('fighters')
    .select('slug')
    .where(isOne)
    .unionAll(({ selectFrom }) => selectFrom('oldFighterSlugs').select('slug').where(isOne))
    .execute();
  return rows.map((row) => row.slug);
}

/** undefined: the slug was taken at this moment. */
export function insertFighter(db: Db, fighter: NewFighterRow): Promise<FighterRow | undefined> {
  return db
    .insertInto('fighters')
    .values(fighter)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(fighterColumns)
    .executeTakeFirst();
}

/** @param fighter as `lockFighter` returned it. @returns the fighter after the change. */
export async function updateFighter(
  db: Db,
  fighter: FighterRow,
  changes: FighterRowUpdate,
): Promise<FighterRow> {
  if (Object.keys(changes).length === 0) return fighter;
  return db
    .updateTable('fighters')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', fighter.id)
    .returning(fighterColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteFighter(db: Db, fighterId: string): Promise<void> {
  await db.deleteFrom('fighters').where('id', '=', fighterId).execute();
}
