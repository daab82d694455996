import type { components } from '@ringside/openapi/schema';
import { api } from '../../../../api/client.ts';
import type { ImportRow } from './import-rows.ts';

export type ImportResult = components['schemas']['BoutImportResult'];
export type Outcome = ImportResult['rows'][number];
export type ImportedCorner = Outcome['red'];

/** @throws the problem; without `dryRun` a 400 when a row is refused or not clear. */
export async function importBouts(
  eventId: string,
  rows: ImportRow[],
  dryRun: boolean,
): Promise<ImportResult> {
  const { data, error } = await api.POST('/api/v1/events/{eventId}/bouts/import', {
    params: { path: { eventId }, query: { dryRun: dryRun ? 'true' : 'false' } },
    body: { rows },
  });
  if (!data) throw error;
  return data;
}
