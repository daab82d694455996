import type { components } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';
import { versioned } from '../../../api/versioned.ts';

type Schemas = components['schemas'];
export type Bout = Schemas['Bout'];

export interface BoutPath {
  eventId: string;
  boutId: string;
}

const boutsPath = '/api/v1/events/{eventId}/bouts';
const boutPath = '/api/v1/events/{eventId}/bouts/{boutId}';

// Another event is another page: the one before must not stand there meanwhile.
const options = { ...organiserOptions, placeholderData: undefined };

export const cardQueries = {
  /** In the order of the card. */
  list: (eventId: string) =>
    $api.queryOptions(
      'get',
      boutsPath,
      { params: { path: { eventId } } },
      { ...options, select: ({ data }: Schemas['BoutList']) => data },
    ),
  /** For a form: with the version, and read anew each time. */
  bout: (path: BoutPath) =>
    queryOptions({
      ...options,
      gcTime: 0,
      queryKey: ['bout', path.boutId],
      queryFn: () => readBout(path),
    }),
};

/** @throws the problem. */
export function readBout(path: BoutPath) {
  return versioned(api.GET(boutPath, { params: { path } }));
}

export function createBout(eventId: string, body: Schemas['BoutCreate']) {
  return api.POST(boutsPath, { params: { path: { eventId } }, body });
}

/** @param etag the version that the bout must still have; without it whatever it is. */
export function updateBout(path: BoutPath, body: Schemas['BoutUpdate'], etag?: string) {
  const header = etag ? { 'If-Match': etag } : {};
  return api.PATCH(boutPath, { params: { path, header }, body });
}

/** @throws the problem. */
export function deleteBout(path: BoutPath) {
  return done(api.DELETE(boutPath, { params: { path } }));
}

/** Stores the order of the whole card. @throws the problem, a 409 when it has other bouts by now. */
export function orderBouts(eventId: string, body: Schemas['BoutOrder']) {
  return done(api.PUT('/api/v1/events/{eventId}/bouts/order', { params: { path: { eventId } }, body }));
}
