import type { components, operations } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

export type Outage = components['schemas']['Outage'];
export type AffectedPerson = components['schemas']['AffectedPerson'];
export type Compensation = components['schemas']['Compensation'];
export type Preview = components['schemas']['CompensationPreview'];
export type Terms = components['schemas']['CompensationTermsRequest'];

/** What belongs to one outage must never stand on the page of another one. */
const ofOne = { ...organiserOptions, placeholderData: undefined };
const byId = (outageId: string) => ({ path: { outageId } });
/** While something is on its way. */
const pollMs = 2_000;

export const compensationQueries = {
  outages: (query: operations['listOutages']['parameters']['query']) =>
    $api.queryOptions('get', '/api/v1/shop/outages', { params: { query } }, organiserOptions),
  outage: (outageId: string) => ({
    ...$api.queryOptions('get', '/api/v1/shop/outages/{outageId}', { params: byId(outageId) }, ofOne),
    refetchInterval: ({ state }: { state: { data?: Outage | undefined } }) =>
      state.data && isMoving(state.data) ? pollMs : false,
  }),
  people: (outageId: string, query: { limit: number; offset: number }, moves: boolean) => ({
    ...$api.queryOptions(
      'get',
      '/api/v1/shop/outages/{outageId}/people',
      { params: { ...byId(outageId), query } },
      organiserOptions,
    ),
    // The rows may be older than the outage that says that all is done.
    refetchInterval: ({ state }: { state: { data?: { data: AffectedPerson[] } | undefined } }) =>
      moves || state.data?.data.some(({ compensation }) => compensation?.status === 'pending')
        ? pollMs
        : false,
  }),
  preview: (outageId: string, terms: Terms | undefined) => ({
    ...$api.queryOptions(
      'get',
      '/api/v1/shop/outages/{outageId}/compensations/preview',
      { params: { ...byId(outageId), query: { terms: terms ?? { remedy: 'refund' } } } },
      { ...ofOne, gcTime: 0, retry: false },
    ),
    enabled: terms !== undefined,
  }),
};

/** Whether it, or what was given for it, still changes by itself. */
export function isMoving({ endDate, compensations }: Outage) {
  return endDate === null || compensations.some(({ pending }) => pending > 0);
}

/** @throws the problem. */
export function createCompensation(outageId: string, body: components['schemas']['CompensationCreate']) {
  return done(api.POST('/api/v1/shop/outages/{outageId}/compensations', { params: byId(outageId), body }));
}

/** @throws the problem. */
export function retryCompensation(compensationId: string) {
  return done(
    api.POST('/api/v1/shop/compensations/{compensationId}/retry', { params: { path: { compensationId } } }),
  );
}
