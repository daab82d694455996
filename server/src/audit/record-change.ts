/**
 * The audit log: every administrative change leaves an entry, written in the transaction of the change itself, so that
 * there is never one without the other.
 */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { OperationId } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { insertAuditEntries } from './audit.repository.ts';
import type { AuditedFields } from './audit.tables.ts';

/** Every action that is audited, with the kind of thing that it changes. */
const entityTypes = {
  createEvent: 'event',
  updateEvent: 'event',
  deleteEvent: 'event',
  createBlock: 'block',
  updateBlock: 'block',
  deleteBlock: 'block',
  createLiveStream: 'live-stream',
  createLiveStreamInBlock: 'live-stream',
  updateLiveStream: 'live-stream',
  deleteLiveStream: 'live-stream',
  deleteLiveStreamAlias: 'live-stream',
  createAccess: 'access',
  updateAccess: 'access',
  deleteAccess: 'access',
  importAccesses: 'access',
  uploadImage: 'image',
  deleteImage: 'image',
  createUser: 'user',
  deleteUser: 'user',
  updateUserPassword: 'user',
  updateUserAccess: 'user-access',
  createRole: 'role',
  updateRole: 'role',
  deleteRole: 'role',
  'admin create-admin': 'user',
  'admin rotate-keys': 'signing-key',
} as const satisfies Partial<Record<OperationId | `admin ${string}`, string>>;

export type AuditedAction = keyof typeof entityTypes;
type EntityType = (typeof entityTypes)[AuditedAction];

export interface Change {
  action: AuditedAction;
  /** Only for an action that changes more than one kind of thing. */
  entityType?: EntityType;
  entityId: string;
  /** Every audited field as it was; null for a creation. The caller leaves secrets out. */
  before: AuditedFields | null;
  /** Every audited field as it is now; null for a deletion. */
  after: AuditedFields | null;
}

/**
 * Stores what differs between `before` and `after`; a change that changed nothing leaves no entry.
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

/** Many at once: each new entity has its own entry. */
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
