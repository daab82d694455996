/** Reads the bundle for the tests: its operations, with every `$ref` outside of schemas resolved. */
import { readFileSync } from 'node:fs';

export interface Schema {
  [keyword: string]: unknown;
}
interface Example {
  value: unknown;
}
export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example>;
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Schema;
  content?: Record<string, MediaType>;
  example?: unknown;
}
interface Response {
  headers?: Record<string, { required?: boolean; schema: Schema; example?: unknown }>;
  content?: Record<string, MediaType>;
}
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
}

type Json = Record<string, unknown>;

export const bundle = JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'));

function resolveRefs(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(resolveRefs);
  if ('$ref' in node) return resolveRefs(resolvePointer(String(node.$ref)));
  return Object.fromEntries(
    // Schemas keep their references (they may be recursive), and examples are data.
    Object.entries(node).map(([key, value]) => [
      key,
      ['schema', 'value', 'example'].includes(key) ? value : resolveRefs(value),
    ]),
  );
}

function resolvePointer(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((node, part) => (node as Json)[part] as Json, bundle);
}

export const operations: Operation[] = Object.entries<Json>(bundle.paths).flatMap(([path, item]) => {
  const { parameters: shared = [], ...methods } = resolveRefs(item) as Json;
  return Object.entries(methods).map(([method, operation]) => {
    const { parameters: own = [], ...rest } = operation as Json;
    return {
      ...rest,
      method: method.toUpperCase(),
      path,
      parameters: [...(shared as Parameter[]), ...(own as Parameter[])],
    } as unknown as Operation;
  });
});
