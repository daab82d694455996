import type { Generated, Insertable } from 'kysely';

/** The changed fields by name, stored as JSON; never a secret. */
export type AuditedFields = Record<string, unknown>;

interface AuditEntryTable {
  id: Generated<string>;
  /** null: an operator's command. */
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
