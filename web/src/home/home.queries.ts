import { $api } from '../api/query-api.ts';

const path = '/api/v1/kickboxing/competitions';
const pageSize = 100;
const replayCount = 12;

/** Both lists split at one instant; what ends after it is sorted out by the clock on the page. */
export const homeQueries = {
  /** Running and to come, soonest first. */
  current: (instant: string) =>
    $api.queryOptions('get', path, {
      params: { query: { filter: { endDate: { gt: instant } }, order: ['startDate'], limit: pageSize } },
    }),
  /** The latest that are over. */
  past: (instant: string) =>
    $api.queryOptions('get', path, {
      params: { query: { filter: { endDate: { lte: instant } }, order: ['-startDate'], limit: replayCount } },
    }),
};
