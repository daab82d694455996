import { organiserOptions } from '../../api/organiser-query.ts';
import { $api } from '../../api/query-api.ts';

/** Providers with their state and settings, for administrators. */
export const configuredProviders = () =>
  $api.queryOptions('get', '/api/v1/identity/providers', {}, organiserOptions);
