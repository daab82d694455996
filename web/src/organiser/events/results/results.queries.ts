import type { components } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

type Schemas = components['schemas'];
export type ResultBoard = Schemas['ResultBoard'];
export type Bout = Schemas['Bout'];
export type Result = Schemas['Result'];

/** A signature that waits must show up on the second person's device by itself. */
const readEveryMs = 3_000;

export const resultQueries = {
  board: (eventId: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/events/{eventId}/result-board',
      { params: { path: { eventId } } },
      {
        ...organiserOptions,
        placeholderData: undefined,
        // Without a first answer the page says why, and offers to try again.
        refetchInterval: ({ state }) => state.data !== undefined && readEveryMs,
      },
    ),
  /** Beside the results: without it the page shows them alone. */
  estimate: (eventId: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/events/{eventId}/estimate-review',
      { params: { path: { eventId } } },
      { staleTime: 60_000, meta: { showsProblem: true } },
    ),
};

export interface BoutPath {
  eventId: string;
  boutId: string;
}

export const signResult = (path: BoutPath, body: Schemas['ResultSign']) =>
  api.POST('/api/v1/events/{eventId}/bouts/{boutId}/results', { params: { path }, body });

/** @throws the problem. */
export const confirmResult = (path: BoutPath & { resultVersion: number }) =>
  done(
    api.PUT('/api/v1/events/{eventId}/bouts/{boutId}/results/{resultVersion}/confirmation', {
      params: { path },
    }),
  );
