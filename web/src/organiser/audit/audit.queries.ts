import type { operations } from '@ringside/openapi/schema';
import { organiserOptions } from '../../api/organiser-query.ts';
import { $api } from '../../api/query-api.ts';

export const auditQueries = {
  list: (query: operations['listAuditEntries']['parameters']['query']) =>
    $api.queryOptions('get', '/api/v1/identity/audit', { params: { query } }, organiserOptions),
};
