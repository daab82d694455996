import type { components, operations } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { serverNow } from '../../../clock.ts';

export type Explanation = components['schemas']['WatchExplanation'];
export type Mend = Explanation['mends'][number];
export type Entry = Explanation['timeline'][number];
export type Question = operations['explainAccess']['parameters']['query'];

/** While somebody is on the phone they press Reload: the answer follows by itself. */
const refetchMs = 10_000;
const running = (hours: number) => new Date(serverNow() - hours * 3_600_000).toISOString();

export const supportQueries = {
  explanation: (query: Question | null) =>
    queryOptions({
      ...organiserOptions,
      // The answer about another person must never stand there meanwhile.
      placeholderData: undefined,
      queryKey: ['explanation', query],
      queryFn: async ({ signal }) => {
        const { data, error } = await api.GET('/api/v1/events/access/explanation', {
          params: { query: query as Question },
          signal,
        });
        if (!data) throw error;
        return data;
      },
      enabled: query !== null,
      refetchInterval: refetchMs,
    }),
  /** The event that callers ask about: the one that runs, ended a few hours ago, or comes next; else the latest. */
  likelyEvent: (enabled: boolean) =>
    queryOptions({
      ...organiserOptions,
      queryKey: ['likely-event'],
      enabled,
      queryFn: async () => {
        const first = { order: ['startDate' as const], limit: 1, filter: { endDate: { gte: running(6) } } };
        const latest = { order: ['-startDate' as const], limit: 1 };
        for (const query of [first, latest]) {
          const { data, error } = await api.GET('/api/v1/events', { params: { query } });
          if (!data) throw error;
          const [event] = data.data;
          if (event) return event.id;
        }
        return '';
      },
    }),
};
