import type { Db } from '../../db/database.ts';
import { readListQuery } from '../../lists/list-query.ts';
import { listCompetitions } from '../competition-list.repository.ts';
import { findNextMainEvent, searchBouts, searchFighters } from './search.repository.ts';

/** Fighters, bouts and competitions by words. @param q empty: three suggestions. @param limit of each group. */
export async function searchAll(db: Db, q: string, limit: number) {
  if (q.trim() === '') return suggest(db);
  const [fighters, bouts, { data: competitions }] = await Promise.all([
    searchFighters(db, q, limit),
    searchBouts(db, q, limit),
    listCompetitions(db, readListQuery({ limit }), q),
  ]);
  return { fighters, bouts, competitions };
}

/** A fighter, a fight and a night: what is on, or comes next. */
async function suggest(db: Db) {
  const [bout, { data }] = await Promise.all([
    findNextMainEvent(db),
    listCompetitions(db, readListQuery({ order: ['relevance'], limit: 1 }), ''),
  ]);
  const fighter = bout?.red ?? bout?.blue;
  return { fighters: fighter ? [fighter] : [], bouts: bout ? [bout] : [], competitions: data };
}
