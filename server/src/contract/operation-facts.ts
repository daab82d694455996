import type { OperationFacts } from '@ringside/openapi/operation-facts';

export type { AuditedOperations, LimitedOperations, OperationFacts } from '@ringside/openapi/operation-facts';

/** The allowed values of each key. */
export type FactKeys = Record<string, Record<string, unknown>>;

/** @throws an error with the operation and the key: the server does not start while a fact is missing or unknown. */
export function readFacts(operationId: string, extension: unknown, keys: FactKeys): OperationFacts {
  const facts = (extension ?? {}) as Record<string, string | undefined>;
  for (const [key, values] of Object.entries(keys)) {
    const value = facts[key];
    if (value !== undefined && Object.hasOwn(values, value)) continue;
    const known = Object.keys(values).join(', ');
    throw new Error(`${operationId}: x-ringside.${key} is ${value ?? 'missing'}; it must be one of ${known}`);
  }
  return facts as unknown as OperationFacts;
}
