/** Fighters by names as somebody has typed them. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Db } from '../../db/database.ts';
import { isNamed } from '../../fighters/fighter.repository.ts';
import { comparing, forgives, hasWords, wordsIn } from '../../lists/words.ts';

export interface Candidate {
  id: string;
  name: string;
  nickname: string | null;
  countryCode: string | null;
  gym: string | null;
  bouts: number;
}

/** So many of one name are told apart; more would not be read. */
const mostCandidates = 8;

const columns = [
  'fighters.id',
  'fighters.name',
  'fighters.nickname',
  'fighters.countryCode',
  'fighters.gym',
] as const;

function boutsOf(eb: ExpressionBuilder<Database, 'fighters'>) {
  return eb
    .selectFrom('bouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`fighters.id in (bouts.red_fighter_id, bouts.blue_fighter_id)`)
    .$asScalar()
    .$castTo<number>()
    .as('bouts');
}

/** @returns for each name the fighters who are called so, whatever the accents, the case and the spaces. */
export async function listByName(db: Db, names: readonly string[]): Promise<Map<string, Candidate[]>> {
  const folded = (text: string) => sql`regexp_replace(${sql.raw(text)}, '[[:space:]-]+', ' ', 'g')`;
  const rows = await db
    .selectFrom('fighters')
    .innerJoin(sql<{ asked: string }>`unnest(${[...names]}::text[])`.as<'asked'>(sql`asked(asked)`), (join) =>
      join.on(
        sql<boolean>`${folded('split_part(fighters.words, chr(10), 1)')} = ${folded('fold_text(asked.asked)')}`,
      ),
    )
    .select([...columns, 'asked.asked'])
    .select(boutsOf)
    .where(isNamed)
    .orderBy('fighters.name')
    .orderBy('fighters.id')
    .execute();
  const found = new Map<string, Candidate[]>();
  for (const { asked, ...fighter } of rows) found.set(asked, [...(found.get(asked) ?? []), fighter]);
  return found;
}

/** A shorter one, such as "de", is in too many names. */
const shortestWord = 3;

/** Those who have all the words of a name, also misspelled, in name, nickname or gym. */
export async function listAlike(db: Db, name: string): Promise<Candidate[]> {
  const words = wordsIn(name).filter((word) => [...word].length >= shortestWord);
  if (words.length === 0) return [];
  const find = (anyDb: Db, match: 'exact' | 'similar') =>
    anyDb
      .selectFrom('fighters')
      .select(columns)
      .select(boutsOf)
      .where(hasWords(words, sql.ref('fighters.words'), match))
      .where(isNamed)
      .orderBy('fighters.name')
      .orderBy('fighters.id')
      .limit(mostCandidates)
      .execute();
  const exact = await find(db, 'exact');
  if (exact.length > 0 || !(await forgives(db, words))) return exact;
  return comparing(db, 'similar', (anyDb) => find(anyDb, 'similar'));
}

export async function listByIds(db: Db, ids: readonly string[]): Promise<Map<string, Candidate>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('fighters')
    .select(columns)
    .select(boutsOf)
    .where('fighters.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The blocks of the event in order, with the number of their bouts. */
export function listBlocksOfCard(db: Db, eventId: string) {
  return db
    .selectFrom('blocks')
    .select(['blocks.id', 'blocks.name', 'blocks.slug'])
    .select((eb) =>
      eb
        .selectFrom('bouts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('bouts.blockId', '=', 'blocks.id')
        .$asScalar()
        .$castTo<number>()
        .as('bouts'),
    )
    .where('blocks.eventId', '=', eventId)
    .orderBy('blocks.startDate')
    .orderBy('blocks.id')
    .execute();
}

/** Who fights whom already. */
export function listPairs(db: Db, eventId: string) {
  return db
    .selectFrom('bouts')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .select(['bouts.redFighterId', 'bouts.blueFighterId'])
    .where('blocks.eventId', '=', eventId)
    .where('bouts.status', '!=', 'cancelled')
    .execute();
}
