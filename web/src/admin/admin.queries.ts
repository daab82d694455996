import { $api } from '../api/query-api.ts';

export const adminQueries = {
  /** The latest events of every status. */
  events: () =>
    $api.queryOptions('get', '/api/v1/events', { params: { query: { order: ['-startDate'], limit: 50 } } }),
};
