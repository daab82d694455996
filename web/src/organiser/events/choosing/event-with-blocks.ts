import type { components } from '@ringside/openapi/schema';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

export type EventWithBlocks = components['schemas']['Event'];

/** An event with its blocks, to choose what an access is for. */
export function eventWithBlocks(eventId: string) {
  return $api.queryOptions(
    'get',
    '/api/v1/events/{eventId}',
    { params: { path: { eventId }, query: { blocks: 'true' } } },
    { ...organiserOptions, placeholderData: undefined, enabled: eventId !== '' },
  );
}
