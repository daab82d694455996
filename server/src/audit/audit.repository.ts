import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Fields } from '../lists/apply-list-query.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { listRows } from '../lists/list-rows.ts';
import { countUnfiltered } from '../lists/row-counts.ts';
import type { NewAuditEntryRow } from './audit.tables.ts';

const fields: Fields = {
  actorId: sql.ref('auditEntries.actorId'),
  action: sql.ref('auditEntries.action'),
  entityType: sql.ref('auditEntries.entityType'),
  entityId: sql.ref('auditEntries.entityId'),
  createdAt: sql.ref('auditEntries.createdAt'),
};

export async function insertAuditEntries(db: Db, entries: NewAuditEntryRow[]): Promise<void> {
  // In slices with a pause after each: one long statement would block other requests and have too many parameters.
  for (let start = 0; start < entries.length; start += 250) {
    await db
      .insertInto('auditEntries')
      .values(entries.slice(start, start + 250))
      .execute();
    if (entries.length > 250) await setImmediate();
  }
}

/** Newest first, unless the query names another order. */
export function listAuditEntries(db: Db, query: ListQuery) {
  return listRows(db, query, {
    name: 'audit entries',
    table: 'auditEntries',
    rows: (anyDb) =>
      anyDb
        .selectFrom('auditEntries')
        .leftJoin('users', 'users.id', 'auditEntries.actorId')
        .selectAll('auditEntries')
        .select('users.name as actorName'),
    counted: (anyDb) => anyDb.selectFrom('auditEntries'),
    fields,
    byDefault: { field: 'createdAt', direction: 'desc' },
    id: sql.ref('auditEntries.id'),
    keptCount: (filter) => countUnfiltered(db, 'audit_entries', filter),
  });
}
