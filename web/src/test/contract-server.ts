/** The fake network, answering each read with the contract's first example. A test only sets what it is about. */
import contract from '@ringside/openapi/openapi.json';
import type { operations } from '@ringside/openapi/schema';
import { beforeEach } from 'vitest';
import { fakeApiServer } from './api-server.ts';

export type OperationId = keyof operations;

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Content {
  schema: Schema;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}

interface Operation {
  operationId: string;
  parameters?: { $ref?: string; name?: string }[];
  requestBody?: { content: Record<string, Content> };
  security?: Record<string, string[]>[];
  responses: Record<string, { $ref?: string; content?: Record<string, Content> }>;
}

/** Follows a reference into the bundle. */
function resolved<T extends { $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node;
  const keys = node.$ref.slice(2).split('/');
  return resolved(keys.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], contract) as T);
}

const found = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>)
    .filter(([, operation]) => 'operationId' in operation)
    .map(([method, operation]) => ({ path, method, operation })),
);

const depth = (path: string) => path.split('{').length;

/** Every operation with its address. @throws for an id that the contract does not have. */
export function operationOf(id: OperationId) {
  const match = found.find(({ operation }) => operation.operationId === id);
  if (!match) throw new Error(`The contract has no ${id}`);
  return match;
}

type Example<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** The first example of what a read answers. */
export function exampleOf<Id extends OperationId>(id: Id): Example<Id> {
  return exampleIn(operationOf(id).operation) as Example<Id>;
}

function exampleIn({ responses }: Operation): unknown {
  const content = resolved(responses['200'] ?? {}).content ?? {};
  const [example] = Object.values(content['application/json']?.examples ?? {});
  return example && resolved(example).value;
}

const streamPaths = found
  .filter(
    ({ operation }) => 'text/event-stream' in (resolved(operation.responses['200'] ?? {}).content ?? {}),
  )
  .map(({ path }) => path);

/** The addresses of all reads. The last answer wins, so a literal path stands behind the patterns that match it, too. */
export const readPaths = found
  .filter(({ method, operation }) => method === 'get' && exampleIn(operation) !== undefined)
  .map(({ path }) => path)
  .sort((a, b) => depth(b) - depth(a));

/** The answer to a read of this address. */
export function readingOf(path: string) {
  const read = found.find((each) => each.method === 'get' && each.path === path);
  return { status: 200, body: read && exampleIn(read.operation), headers: { ETag: '"3"' } };
}

/** All permissions that an operation requires. */
export const everyScope = [
  ...new Set(
    found.flatMap(({ operation: { security = [] } }) => security.flatMap((way) => Object.values(way).flat())),
  ),
];

export const operationsWithBody = found
  .filter(({ operation }) => operation.requestBody)
  .map(({ operation }) => operation.operationId);

export const operationsWithIfMatch = found
  .filter(({ method, operation }) => method === 'patch' && takesIfMatch(operation))
  .map(({ operation }) => operation.operationId);

function takesIfMatch({ parameters = [] }: Operation) {
  return parameters.some((parameter) => resolved(parameter).name === 'If-Match');
}

/** A pointer for every field of the body, and for the first item of a list. */
export function bodyPointers(id: OperationId): string[] {
  const content = operationOf(id).operation.requestBody?.content ?? {};
  return [...new Set(Object.values(content).flatMap(({ schema }) => pointersOf(schema, '')))];
}

function pointersOf(node: Schema, at: string): string[] {
  const schema = resolved(node);
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${at}/${name}`,
    ...pointersOf(field, `${at}/${name}`),
  ]);
  const items = schema.items ? [`${at}/0`, ...pointersOf(schema.items, `${at}/0`)] : [];
  return [...parts.flatMap((part) => pointersOf(part, at)), ...fields, ...items];
}

export function fakeContractServer() {
  const server = fakeApiServer();
  beforeEach(() => {
    for (const path of readPaths) server.on('get', path as never, readingOf(path) as never);
    for (const path of streamPaths) server.onStream(path as never, () => new Promise(() => {}));
  });
  return server;
}
