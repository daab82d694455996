import type { components } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { organiserOptions } from '../../api/organiser-query.ts';
import { $api } from '../../api/query-api.ts';
import { versioned } from '../../api/versioned.ts';

export type Settings = components['schemas']['Settings'];
export type SystemState = components['schemas']['SystemState'];
export type Adapter = SystemState['adapters'][number];

const path = '/api/v1/settings';

export const settingsQueries = {
  settings: () => queryOptions({ ...organiserOptions, queryKey: ['settings'], queryFn: readSettings }),
  system: () => $api.queryOptions('get', '/api/v1/settings/system', {}, organiserOptions),
};

export function readSettings() {
  return versioned(api.GET(path));
}

export function updateSettings(body: components['schemas']['SettingsUpdate'], etag: string) {
  return api.PATCH(path, { params: { header: { 'If-Match': etag } }, body });
}

/** @throws the problem, for example too many test mails. */
export async function sendTestMail() {
  const { error, response } = await api.POST('/api/v1/settings/mail/test');
  if (!response.ok) throw error;
}
