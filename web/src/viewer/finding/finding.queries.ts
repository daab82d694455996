import type { components, operations } from '@ringside/openapi/schema';
import { foundPageSize, homeLists } from '@ringside/rules/home-lists';
import { $api } from '../../api/query-api.ts';

export type CompetitionItem = components['schemas']['Competition'];
export type CompetitionFilter = components['schemas']['CompetitionFilter'];
export type ListQuery = NonNullable<operations['listCompetitions']['parameters']['query']>;

const path = '/api/v1/kickboxing/competitions';
/**
 * Each place shows its own failure, where the list would stand. `offlineFirst`: without a network the service worker is
 * asked, which keeps the last lists.
 */
const options = { meta: { showsProblem: true }, networkMode: 'offlineFirst' } as const;

export const pageSize = foundPageSize;
/** Of each group in the field of the header. */
const fewHits = 3;

const list = (query: ListQuery) => $api.queryOptions('get', path, { params: { query } }, options);

/** Lists of competitions. Each stands alone: none waits for another. */
export const findingQueries = {
  /** What is live, then what comes, soonest first. One list, because it changes from one to the other with the clock. */
  current: (instant: string) => list(homeLists(instant).current),
  /** The latest replays. */
  past: (instant: string) => list(homeLists(instant).past),
  page: (query: ListQuery, page: number) =>
    list({ ...query, limit: pageSize, offset: (page - 1) * pageSize }),
  /** Fighters, fights and nights; without words, three suggestions. @param limit of each group. */
  hits: (q: string, limit = fewHits) =>
    $api.queryOptions('get', '/api/v1/kickboxing/search', { params: { query: { q, limit } } }, options),
  /** The years and cities that the same words and filter find. */
  facets: (query: { q?: string; filter?: CompetitionFilter }) =>
    $api.queryOptions('get', '/api/v1/kickboxing/competition-facets', { params: { query } }, options),
};
