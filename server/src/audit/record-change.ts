/**
 * The audit log: every administrative change leaves an entry, written in the transaction of the change itself, so that
 * there is never one without the other.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { insertAuditEntry } from './audit.repository.ts';
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
  if (before === null || after === null) return insertAuditEntry(trx, change);
  const changed = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (changed.length === 0) return;
  await insertAuditEntry(trx, { ...change, before: pick(before, changed), after: pick(after, changed) });
}

function pick(fields: AuditedFields, keys: string[]): AuditedFields {
  return Object.fromEntries(keys.map((key) => [key, fields[key] ?? null]));
}
