/**
 * Fighters and bouts by words. Only those of public events, so that a search says nothing of a draft or of a hidden event.
 * Nothing of it depends on a result: fighters come by how well the words fit, bouts by their day.
 */
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Db } from '../../db/database.ts';
import { isListed } from '../../events/visibility.repository.ts';
import { comparing, forgives, hasWords, type Match, wordsIn } from '../../lists/words.ts';
import { blockOf, competitionOf, nameColumns } from './profile.repository.ts';

/**
 * Of more fighters with these words, those in which most of them begin a word. Who types one letter goes on typing, and what is
 * looked up for each of 20,000 fighters takes 0.2 s.
 */
const mostFighters = 200;
/** Of those who are spelled alike, the closest: their bouts come by their day, and the others would hide them. */
const mostAlike = 10;

/** Misspelled, where nothing has the words as they are. */
async function firstOf<Row>(
  db: Db,
  words: readonly string[],
  find: (db: Db, match: Match) => Promise<Row[]>,
): Promise<Row[]> {
  const exact = await find(db, 'exact');
  if (exact.length > 0 || !(await forgives(db, words))) return exact;
  return comparing(db, 'similar', (comparingDb) => find(comparingDb, 'similar'));
}

/** Those whose words begin with what was typed come first, or those that are spelled most alike. */
export function searchFighters(db: Db, q: string, limit: number) {
  const words = wordsIn(q);
  return firstOf(db, words, (anyDb, match) =>
    anyDb
      .selectFrom(fightersWith(anyDb, words, words, match).as('fighters'))
      // For one after the other, until the limit is reached.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('bouts')
            .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
            .innerJoin('events', 'events.id', 'blocks.eventId')
            .select('bouts.id as boutId')
            .where(sql<SqlBool>`fighters.id in (bouts.red_fighter_id, bouts.blue_fighter_id)`)
            .where('events.status', '=', 'public')
            .limit(1)
            .as('card'),
        (join) => join.onTrue(),
      )
      .select(nameColumns)
      .orderBy('fighters.closeness', 'desc')
      .orderBy('fighters.name')
      .orderBy('fighters.id')
      .limit(limit)
      .execute(),
  );
}

/** @param needed of the words, what each fighter has. */
function fightersWith(db: Db, words: readonly string[], needed: readonly string[], match: Match) {
  return (
    db
      .selectFrom('fighters')
      .select(nameColumns)
      .select((match === 'exact' ? wordsBegun(words) : likeness(words)).as('closeness'))
      .where(hasWords(needed, sql.ref('fighters.words'), match))
      // Only so few are compared: nobody whom viewers do not know takes a place.
      .$if(match === 'similar', (query) => query.where(isOnPublicCard))
      .orderBy('closeness', 'desc')
      .orderBy('fighters.name')
      .orderBy('fighters.id')
      .limit(match === 'exact' ? mostFighters : mostAlike)
  );
}

const isOnPublicCard = sql<SqlBool>`exists (
  select 1 from bouts join blocks on blocks.id = bouts.block_id join events on events.id = blocks.event_id
  where fighters.id in (bouts.red_fighter_id, bouts.blue_fighter_id) and events.status = 'public')`;

/** How many of the words begin a word of the fighter. */
function wordsBegun(words: readonly string[]): RawBuilder<number> {
  const begun = words.map((word) => sql`(strpos(spaced.words, chr(10) || fold_text(${word})) > 0)::int`);
  // Once for each fighter, not for each word: of thousands it is what costs.
  return sql<number>`(select ${sql.join(begun, sql` + `)}
    from (select translate(chr(10) || fighters.words, ' -', chr(10) || chr(10)) as words offset 0) spaced)`;
}

function likeness(words: readonly string[]): RawBuilder<number> {
  const each = words.map((word) => sql`word_similarity(fold_text(${word}), fighters.words)`);
  return sql<number>`(${sql.join(each, sql` + `)})`;
}

/** Bouts in whose corners all words are found, some in the one and some in the other. */
export function searchBouts(db: Db, q: string, limit: number) {
  const words = wordsIn(q);
  // The longest word is in the fewest names. Its fighters are few, and their bouts are in an index.
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, 1);
  // One letter is in all names: it finds fighters, and no fight in particular.
  if ([...longest.join('')].length < 2) return Promise.resolve([]);
  return firstOf(db, words, (anyDb, match) => {
    const driving = fightersWith(anyDb, words, longest, match).as('driving');
    const both = sql`(coalesce(red.words, '') || chr(10) || coalesce(blue.words, ''))`;
    const theirs = anyDb
      .selectFrom(driving)
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('bouts')
            .select('bouts.id as boutId')
            .whereRef('bouts.redFighterId', '=', 'driving.id')
            .unionAll(
              eb
                .selectFrom('bouts')
                .select('bouts.id as boutId')
                .whereRef('bouts.blueFighterId', '=', 'driving.id'),
            )
            .as('their'),
        (join) => join.onTrue(),
      )
      .select('their.boutId')
      .distinct();
    return selectBouts(anyDb)
      .where('bouts.id', 'in', theirs)
      .where(hasWords(words, both, match))
      .limit(limit)
      .execute();
  });
}

/** The main event of the night that is on or comes next. */
export function findNextMainEvent(db: Db) {
  return selectBouts(db)
    .where('events.endDate', '>', sql<string>`now()`)
    .where('bouts.status', '!=', 'cancelled')
    .limit(1)
    .executeTakeFirst();
}

/** What has not ended first, the soonest at the top, then the others, the latest at the top; the main event of a night first. */
function selectBouts(db: Db) {
  return db
    .selectFrom('bouts')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .leftJoin('fighters as red', 'red.id', 'bouts.redFighterId')
    .leftJoin('fighters as blue', 'blue.id', 'bouts.blueFighterId')
    .where(isListed)
    .select(['bouts.id', 'bouts.title', 'bouts.weightClass', 'bouts.status'])
    .select((eb) => [
      fighterIn(eb, 'bouts.redFighterId').as('red'),
      fighterIn(eb, 'bouts.blueFighterId').as('blue'),
      competitionOf(eb).as('competition'),
      blockOf(eb).as('block'),
    ])
    .orderBy(
      sql`case when events.end_date > now() then extract(epoch from events.start_date - now())
        else 1e12 - extract(epoch from events.start_date) end`,
    )
    .orderBy('events.id')
    .orderBy('blocks.startDate', 'desc')
    .orderBy('blocks.id')
    .orderBy('bouts.position', 'desc')
    .orderBy('bouts.id');
}

function fighterIn(
  eb: ExpressionBuilder<Database, 'bouts'>,
  column: 'bouts.redFighterId' | 'bouts.blueFighterId',
) {
  return jsonObjectFrom(eb.selectFrom('fighters').select(nameColumns).whereRef('fighters.id', '=', column));
}
