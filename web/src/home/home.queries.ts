import { $api } from '../api/query-api.ts';

const path = '/api/v1/kickboxing/competitions';
const pageSize = 100;
const replayCount = 12;

/** Two lists, split at one instant. The page sorts the current ones into live and upcoming by the clock. */
export const homeQueries = {
  /** Live and upcoming competitions, soonest first. */
  current: (instant: string) =>
    $api.queryOptions('get', path, {
      params: { query: { filter: { endDate: { gt: instant } }, order: ['startDate'], limit: pageSize } },
    }),
  /** Past competitions, latest first. */
  past: (instant: string) =>
    $api.queryOptions('get', path, {
      params: { query: { filter: { endDate: { lte: instant } }, order: ['-startDate'], limit: replayCount } },
    }),
};
