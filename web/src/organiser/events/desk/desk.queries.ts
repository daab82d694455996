import type { components } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

type Schemas = components['schemas'];
export type Desk = Schemas['Desk'];
export type DeskBlock = Schemas['DeskBlock'];
export type DeskStream = Schemas['DeskStream'];
export type DeskEvent = Schemas['DeskStreamEvent'];

const featuredPath = '/api/v1/events/{eventId}/featured-stream';

export const deskQueries = {
  detail: (eventId: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/events/{eventId}/desk',
      { params: { path: { eventId } } },
      { ...organiserOptions, placeholderData: undefined },
    ),
};

/** The stream of the desk, as the server answers it. */
export async function connectDesk(eventId: string, signal: AbortSignal, lastEventId: string | undefined) {
  const { response } = await api.GET('/api/v1/events/{eventId}/desk/events', {
    params: { path: { eventId }, ...(lastEventId ? { header: { 'Last-Event-ID': lastEventId } } : {}) },
    parseAs: 'stream',
    signal,
  });
  return response;
}

export interface StreamPath {
  eventId: string;
  blockId: string;
  liveStreamId: string;
}

/** @throws the problem. */
export const setVenueDelay = (path: StreamPath, milliseconds: number) =>
  done(
    api.PUT('/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/venue-delay', {
      params: { path },
      body: { milliseconds },
    }),
  );

/** @param liveStreamId null leaves it to the order of the streams. */
export function showFirst(eventId: string, liveStreamId: string | null) {
  const params = { path: { eventId } };
  return liveStreamId === null
    ? api.DELETE(featuredPath, { params })
    : api.PUT(featuredPath, { params, body: { liveStreamId } });
}
