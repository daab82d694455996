import type { components, operations } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { organiserOptions } from '../../api/organiser-query.ts';
import { $api } from '../../api/query-api.ts';
import { versioned } from '../../api/versioned.ts';

const eventPath = '/api/v1/events/{eventId}';

export const eventsQueries = {
  /** What the settings propose for a new event; without an answer the page has its own proposal. */
  site: () => $api.queryOptions('get', '/api/v1/site', {}, { meta: { showsProblem: true }, retry: false }),
  list: (query: operations['listEvents']['parameters']['query']) =>
    $api.queryOptions('get', '/api/v1/events', { params: { query } }, organiserOptions),
  detail: (eventId: string) =>
    queryOptions({
      ...organiserOptions,
      // Another event is another page: the one before must not stand there meanwhile.
      placeholderData: undefined,
      queryKey: ['event', eventId],
      queryFn: () => readEvent(eventId),
    }),
  /** With its blocks and their live streams. */
  whole: (eventId: string) =>
    queryOptions({
      ...organiserOptions,
      placeholderData: undefined,
      queryKey: ['event', eventId, 'whole'],
      queryFn: () => readWholeEvent(eventId),
    }),
  /** How many accesses there are to an event. */
  accessCount: (eventId: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/events/access',
      { params: { query: { filter: { eventId: { eq: eventId } }, limit: 1 } } },
      { ...organiserOptions, placeholderData: undefined, select: ({ total }) => total },
    ),
};

/** @throws the problem, for example not-found. */
export function readEvent(eventId: string) {
  return versioned(api.GET(eventPath, { params: { path: { eventId } } }));
}

/** The event with its blocks and their live streams. @throws the problem, for example not-found. */
export function readWholeEvent(eventId: string) {
  const query = { 'blocks.liveStreams': 'true' as const };
  return versioned(api.GET(eventPath, { params: { path: { eventId }, query } }));
}

export function createEvent(body: components['schemas']['EventCreate']) {
  return api.POST('/api/v1/events', { body });
}

/** Changes the fields that are given, if the event still has this version; without one whatever its version is. */
export function updateEvent(eventId: string, body: components['schemas']['EventUpdate'], etag?: string) {
  const header = etag ? { 'If-Match': etag } : {};
  return api.PATCH(eventPath, { params: { path: { eventId }, header }, body });
}

/** What a deletion would delete, too; nothing is deleted. @throws the problem. */
export async function previewDeletion(eventId: string) {
  const { data, error } = await api.DELETE(eventPath, {
    params: { path: { eventId }, query: { dryRun: 'true' } },
  });
  if (!data) throw error;
  return data;
}

export function deleteEvent(eventId: string) {
  return api.DELETE(eventPath, { params: { path: { eventId } } });
}

/** A draft with the blocks, streams, picture and prices of the event, all of it or nothing. */
export function duplicateEvent(eventId: string, body: components['schemas']['EventDuplicate']) {
  return api.POST('/api/v1/events/{eventId}/duplicate', { params: { path: { eventId } }, body });
}
