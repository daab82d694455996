import { searchedWords, searchLists } from '@ringside/rules/home-lists';
import { countCompetitions, listCompetitions } from '../competitions/competition-list.repository.ts';
import { searchAll } from '../competitions/finding/search-all.ts';
import type { Db } from '../db/database.ts';
import { readListQuery } from '../lists/list-query.ts';
import { isNarrowed } from './list-page.ts';
import type { LoadPage, ServedPage } from './page.ts';

const listPath = '/api/v1/kickboxing/competitions';
const facetsPath = '/api/v1/kickboxing/competition-facets';
const hitsPath = '/api/v1/kickboxing/search';

/** The search, with the first page of what its words find. */
export function searchPage(
  db: Db,
  about: Pick<ServedPage, 'title' | 'description' | 'path' | 'isIndexed'>,
): LoadPage {
  return async (_, { query }) => {
    const q = searchedWords(query);
    if (q === '' || isNarrowed(query)) return { ...about, answers: [] };
    const { whole, list, hits } = searchLists(q);
    const { filter } = readListQuery(whole);
    const [found, facets, all] = await Promise.all([
      listCompetitions(db, readListQuery(list), q),
      countCompetitions(db, filter, q),
      searchAll(db, q, hits.limit),
    ]);
    return {
      ...about,
      rendering: 'search',
      answers: [
        { path: listPath, params: { query: list }, body: found },
        { path: facetsPath, params: { query: whole }, body: facets },
        { path: hitsPath, params: { query: hits }, body: all },
      ],
    };
  };
}
