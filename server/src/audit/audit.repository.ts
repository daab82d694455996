import { sql } from 'kysely';
import { type Fields, orderBy, whereFilter } from '../db/apply-list-query.ts';
import type { Db } from '../db/database.ts';
import type { ListQuery } from '../http/list-query.ts';
import type { NewAuditEntryRow } from './audit.tables.ts';

const fields: Fields = {
  actorId: sql.ref('auditEntries.actorId'),
  action: sql.ref('auditEntries.action'),
  entityType: sql.ref('auditEntries.entityType'),
  entityId: sql.ref('auditEntries.entityId'),
  createdAt: sql.ref('auditEntries.createdAt'),
};

export async function insertAuditEntry(db: Db, entry: NewAuditEntryRow): Promise<void> {
  await db.insertInto('auditEntries').values(entry).execute();
}

/** Newest first unless another order is asked for. */
export async function listAuditEntries(db: Db, query: ListQuery) {
  const where = whereFilter(query.filter, fields);
  const [data, count] = await Promise.all([
    db
      .selectFrom('auditEntries')
      .leftJoin('users', 'users.id', 'auditEntries.actorId')
      .selectAll('auditEntries')
      .select('users.name as actorName')
      .where(where)
      .orderBy(orderBy(query, fields, sql`audit_entries.created_at desc, audit_entries.id`))
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom('auditEntries')
      .where(where)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { data, total: count.total };
}
