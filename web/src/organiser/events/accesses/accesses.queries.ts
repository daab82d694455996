import type { components, operations } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';
import { versioned } from '../../../api/versioned.ts';

export type Access = components['schemas']['Access'];
export type AccessFilter = components['schemas']['AccessFilter'];
export type ImportResult = components['schemas']['AccessImportResult'];

const accessPath = '/api/v1/events/access/{accessId}';

export const accessesQueries = {
  list: (query: operations['listAccesses']['parameters']['query']) =>
    $api.queryOptions('get', '/api/v1/events/access', { params: { query } }, organiserOptions),
  detail: (accessId: string) =>
    queryOptions({
      ...organiserOptions,
      queryKey: ['access', accessId],
      queryFn: () => readAccess(accessId),
      // Another access must not be shown while this one is read.
      placeholderData: undefined,
    }),
};

/** @throws the problem, for example not-found. */
export function readAccess(accessId: string) {
  return versioned(api.GET(accessPath, { params: { path: { accessId } } }));
}

export function createAccess(body: components['schemas']['AccessCreate']) {
  return api.POST('/api/v1/events/access', { body });
}

/** @param etag the version that must be stored still; without it any. */
export function updateAccess(accessId: string, body: components['schemas']['AccessUpdate'], etag?: string) {
  const header = etag === undefined ? {} : { 'If-Match': etag };
  return api.PATCH(accessPath, { params: { path: { accessId }, header }, body });
}

export function deleteAccess(accessId: string) {
  return api.DELETE(accessPath, { params: { path: { accessId } } });
}

/** @throws the problem: a file that cannot be read, or, without a dry run, one with refused rows. */
export async function importAccesses(csv: string, { dryRun }: { dryRun: boolean }): Promise<ImportResult> {
  const { data, error } = await api.POST('/api/v1/events/access/import', {
    params: { query: { dryRun: dryRun ? 'true' : 'false' } },
    headers: { 'Content-Type': 'text/csv' },
    bodySerializer: (text) => text,
    body: csv,
  });
  if (!data) throw error;
  return data;
}

/** @throws the problem. */
export async function exportAccesses(filter: AccessFilter | undefined) {
  const { data, error, response } = await api.GET('/api/v1/events/access/export', {
    params: { query: filter ? { filter } : {} },
    parseAs: 'blob',
  });
  if (!data) throw error;
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { file: data, name: name ?? 'accesses.csv' };
}
