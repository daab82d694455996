/**
 * The audit log: every administrative change leaves an entry, written in the transaction of the change itself, so that
 * there is never one without the other.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { insertAuditEntries } from './audit.repository.ts';
import type { AuditedFields } from './audit.tables.ts';

export interface Change {
  /** The user who did it; null for the operator's command line. */
  actorId: string | null;
  action: OperationId | `admin ${string}`;
  entityType:
    | 'event'
    | 'block'
    | 'live-stream'
    | 'access'
    | 'image'
    | 'user'
    | 'user-access'
    | 'role'
    | 'signing-key';
  entityId: string;
  /** Everything audited as it was; null for a creation. Secrets are the caller's to leave out. */
  before: AuditedFields | null;
  /** Everything audited as it is now; null for a deletion. */
  after: AuditedFields | null;
}

/** Stores what differs between `before` and `after`; a change that changed nothing leaves no entry. */
export async function recordChange(trx: Db, change: Change): Promise<void> {
  const { before, after } = change;
  if (before === null || after === null) return insertAuditEntries(trx, [change]);
  const changed = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (changed.length === 0) return;
  await insertAuditEntries(trx, [{ ...change, before: pick(before, changed), after: pick(after, changed) }]);
}

/** Many at once: each of the created has its own entry. */
export async function recordCreations(
  trx: Db,
  by: Pick<Change, 'actorId' | 'action' | 'entityType'>,
  created: Array<AuditedFields & { id: string }>,
): Promise<void> {
  const entries = created.map((after) => ({ ...by, entityId: after.id, before: null, after }));
  await insertAuditEntries(trx, entries);
}

function pick(fields: AuditedFields, keys: string[]): AuditedFields {
  return Object.fromEntries(keys.map((key) => [key, fields[key] ?? null]));
}
