import { foundLists, splitInstant } from '@ringside/rules/home-lists';
import { countCompetitions, listCompetitions } from '../competitions/competition-list.repository.ts';
import type { Db } from '../db/database.ts';
import { readListQuery } from '../lists/list-query.ts';
import type { LoadPage, ServedPage } from './page.ts';

const listPath = '/api/v1/kickboxing/competitions';
const facetsPath = '/api/v1/kickboxing/competition-facets';

/** With these, the client asks for another list. */
const choices = ['when', 'year', 'city', 'price', 'page'];

/** @param query of the address of a list. */
export const isNarrowed = (query: URLSearchParams) => choices.some((name) => query.has(name));

type About = Pick<ServedPage, 'title' | 'description' | 'path'>;

/**
 * The schedule or the archive, with the first page of its list and with the choices of its filters. A client that wants
 * another page or a filter asks for it.
 */
export function listPage(db: Db, name: 'schedule' | 'replays', about: About): LoadPage {
  return async (_, { now, query }) => {
    const { whole, list } = foundLists(splitInstant(now.getTime()))[name];
    const { filter } = readListQuery({ filter: whole });
    const [found, facets] = await Promise.all([
      listCompetitions(db, readListQuery(list), ''),
      countCompetitions(db, filter, ''),
    ]);
    return {
      ...about,
      isIndexed: true,
      ...(isNarrowed(query) ? {} : { rendering: name }),
      answers: [
        { path: listPath, params: { query: list }, body: found },
        { path: facetsPath, params: { query: { filter: whole } }, body: facets },
      ],
    };
  };
}
