import type { MockOperation } from '../../openapi/scripts/mock/operations.ts';

/** Written into the script when it is built. */
declare const mockOperations: MockOperation[];

/** The operations of the contract, with a pattern for their addresses. */
export const operations = mockOperations.map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));
