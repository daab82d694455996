/**
 * A search by words over a folded text (`fold_text`) that has an index of trigrams. Each word is a part of the text. Where nothing has
 * them all, a word of four letters or more may be misspelled: `hadad` finds Haddad. A number is no misspelling of another one.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hasTrigrams } from '../db/trigrams.ts';

export type Match = 'exact' | 'similar';

const shortestMisspelled = 4;
/** A sentence is no misspelling, and each word reads the index once. */
const mostMisspelled = 8;

export function wordsIn(q: string): string[] {
  return [...new Set(q.split(/\s+/).filter((word) => word !== ''))];
}

/** @param text folded; for `similar`, with the operator's class as its index has it. */
export function hasWords(
  words: readonly string[],
  text: RawBuilder<unknown>,
  match: Match = 'exact',
): Expression<SqlBool> {
  const conditions = words.map((word) =>
    match === 'similar' && mayBeMisspelled(word)
      ? sql<SqlBool>`(${text} like ${patternOf(word)} or ${text} %> fold_text(${word}))`
      : sql<SqlBool>`${text} like ${patternOf(word)}`,
  );
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** A word is folded before it is escaped, because folding makes a `%` of its wide form. */
const patternOf = (word: string) =>
  sql`'%' || regexp_replace(fold_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

const mayBeMisspelled = (word: string) => [...word].length >= shortestMisspelled && !/\d/.test(word);

/** Two letters that changed places at the end of a short word are less alike than the default asks (0.6). */
const leastAlike = '0.5';

/** Where `find` compares as `similar`, it must use the database that it gets. */
export function comparing<T>(db: Db, match: Match, find: (db: Db) => Promise<T>): Promise<T> {
  if (match === 'exact') return find(db);
  return db.transaction().execute(async (trx) => {
    // The planner takes the comparison for a cheap one, and would compare every row.
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${leastAlike}, true),
      set_config('enable_seqscan', 'off', true)`.execute(trx);
    return find(trx);
  });
}

const trigrams = new WeakMap<Db, Promise<boolean>>();

/** Whether the words may be misspelled at all: not where the database has no `pg_trgm`. */
export async function forgives(db: Db, words: readonly string[]): Promise<boolean> {
  return words.length <= mostMisspelled && words.some(mayBeMisspelled) && (await knowsTrigrams(db));
}

/** Asked once for each database; a failure is asked again. */
function knowsTrigrams(db: Db): Promise<boolean> {
  const known = trigrams.get(db);
  if (known) return known;
  const asked = hasTrigrams(db);
  trigrams.set(db, asked);
  asked.catch(() => trigrams.delete(db));
  return asked;
}
