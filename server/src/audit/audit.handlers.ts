import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { readListQuery } from '../lists/list-query.ts';
import { listAuditEntries } from './audit.repository.ts';

export function auditHandlers({ db }: { db: Db }): Handlers<'listAuditEntries'> {
  return {
    async listAuditEntries({ query }) {
      return { status: 200, body: await listAuditEntries(db, readListQuery(query)) };
    },
  };
}
