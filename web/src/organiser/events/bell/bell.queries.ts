import type { components } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

type Schemas = components['schemas'];
export type Bout = Schemas['Bout'];
export type BellBoard = Schemas['BellBoard'];
export type StoredBell = Schemas['Bell'];
export type BellBoardEvent = Schemas['BellBoardEvent'];
export type Ring = Schemas['BellRing'];

export const bellQueries = {
  board: (eventId: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/events/{eventId}/bell-board',
      { params: { path: { eventId } } },
      { ...organiserOptions, placeholderData: undefined },
    ),
};

/** The stream of a card with its bells, as the server answers it. */
export async function connectBellBoard(
  eventId: string,
  signal: AbortSignal,
  lastEventId: string | undefined,
) {
  const { response } = await api.GET('/api/v1/events/{eventId}/bell-board/events', {
    params: { path: { eventId }, ...(lastEventId ? { header: { 'Last-Event-ID': lastEventId } } : {}) },
    parseAs: 'stream',
    signal,
  });
  return response;
}

export interface BoutPath {
  eventId: string;
  boutId: string;
}

/** @throws the problem. */
export const sendRing = (path: BoutPath, body: Ring) =>
  done(api.POST('/api/v1/events/{eventId}/bouts/{boutId}/bells', { params: { path }, body }));

/** @throws the problem. */
export const sendUndo = (path: BoutPath & { bellId: string }) =>
  done(api.DELETE('/api/v1/events/{eventId}/bouts/{boutId}/bells/{bellId}', { params: { path } }));
