/**
 * The audit log: every administrative change adds an entry in its own transaction, so that there is never one without
 * the other.
 * A hook after the response could lose an entry.
 */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { contractOperations } from '../contract/document.ts';
import type { AuditedOperations } from '../contract/operation-facts.ts';
import { signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { insertAuditEntries } from './audit.repository.ts';
import type { AuditedFields } from './audit.tables.ts';

/** The operator's commands; the contract names the audited calls (`x-ringside.audited`). */
const commandEntities = {
  'admin create-admin': 'user',
  'admin reset-second-factor': 'user',
  'admin allow-second-factor': 'user',
  'admin rotate-keys': 'signing-key',
} as const;

export type AuditedAction = keyof AuditedOperations | keyof typeof commandEntities;
type EntityType = AuditedOperations[keyof AuditedOperations] | 'signing-key';

const entityTypes = {
  ...commandEntities,
  ...Object.fromEntries(contractOperations.map(({ operationId, facts }) => [operationId, facts.audited])),
} as Record<AuditedAction, EntityType>;

export interface Change {
  action: AuditedAction;
  /** Only for an action that changes more than one kind of entity. */
  entityType?: EntityType;
  entityId: string;
  /** Every audited field before the change; null for a creation. The caller leaves secrets out. */
  before: AuditedFields | null;
  /** Every audited field after the change; null for a deletion. */
  after: AuditedFields | null;
}

/**
 * Stores the differences between `before` and `after`; without a difference it adds no entry.
 * @param request its user is the actor; null: the operator's command line.
 */
export async function recordChange(trx: Db, request: FastifyRequest | null, change: Change): Promise<void> {
  const { action, entityType = entityTypes[action], entityId, before, after } = change;
  const entry = { actorId: actorOf(request), action, entityType, entityId };
  if (before === null || after === null) return insertAuditEntries(trx, [{ ...entry, before, after }]);
  const changed = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (changed.length === 0) return;
  await insertAuditEntries(trx, [{ ...entry, before: pick(before, changed), after: pick(after, changed) }]);
}

/** For many creations at once: one entry for each. */
export async function recordCreations(
  trx: Db,
  request: FastifyRequest,
  action: AuditedAction,
  created: Array<AuditedFields & { id: string }>,
): Promise<void> {
  const shared = { actorId: actorOf(request), action, entityType: entityTypes[action] };
  const entries = created.map((after) => ({ ...shared, entityId: after.id, before: null, after }));
  await insertAuditEntries(trx, entries);
}

function actorOf(request: FastifyRequest | null): string | null {
  return request && signedInUser(request).userId;
}

function pick(fields: AuditedFields, keys: string[]): AuditedFields {
  return Object.fromEntries(keys.map((key) => [key, fields[key] ?? null]));
}
