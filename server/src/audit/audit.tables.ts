import type { Generated, Insertable } from 'kysely';

/** Changed fields by name, never a secret; what a JSON column can hold. */
export type AuditedFields = Record<string, unknown>;

interface AuditEntryTable {
  id: Generated<string>;
  /** null: the operator's command line. */
  actorId: string | null;
  /** The operationId of the call, or the command. */
  action: string;
  entityType: string;
  entityId: string;
  /** null: a creation. */
  before: AuditedFields | null;
  /** null: a deletion. */
  after: AuditedFields | null;
  createdAt: Generated<string>;
}

export interface AuditTables {
  auditEntries: AuditEntryTable;
}

export type NewAuditEntryRow = Insertable<AuditEntryTable>;
