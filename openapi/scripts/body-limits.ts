/**
 * The most bytes that the body of an operation may have. They follow from its schema, so that nobody can forget them.
 * Where a schema has no end (a file, the event of another service), the media type says `x-max-bytes`.
 */
import { type Contract, operationsOf } from './operation-facts.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface MediaType {
  schema: Schema;
  'x-max-bytes'?: number;
}

const kilobyte = 1024;
/** Room for small changes of a call, so that an old server still gives a new client its list of issues. */
const least = 4 * kilobyte;
/** Many clients write everything but ASCII as `\uXXXX`; UTF-8 takes at most 4 bytes. */
const bytesPerCharacter = 6;
/** The comma, the colon and the indentation around each value. */
const between = 32;
const formats: Record<string, number> = { date: 12, uuid: 38, 'date-time': 40 };

/** @returns the limit of every operation with a body. @throws an error that names each operation without one. */
export function bodyLimits(contract: Contract): Record<string, number> {
  const faults: string[] = [];
  const limits = operationsOf(contract).flatMap(({ operation }): Array<[string, number]> => {
    if (operation.requestBody === undefined) return [];
    const body = deref<{ content: Record<string, MediaType> }>(contract, operation.requestBody);
    const sizes = Object.entries(body.content).map(([mediaType, media]) => {
      const size =
        mediaType === 'application/json' ? sizeOf(contract, media.schema) : Number.POSITIVE_INFINITY;
      const stated = media['x-max-bytes'];
      const place = `${operation.operationId}: the ${mediaType} body`;
      if (stated === undefined && size === Number.POSITIVE_INFINITY)
        faults.push(`${place} has no end; bound its schema (maxLength, maxItems) or say x-max-bytes.`);
      if (stated !== undefined && size !== Number.POSITIVE_INFINITY)
        faults.push(`${place} says x-max-bytes, but its schema already has an end.`);
      return stated ?? inKilobytes(size);
    });
    return [[operation.operationId, Math.max(least, ...sizes)]];
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.fromEntries(limits);
}

/** For the docs: per operation with a body the sentence that says its limit. */
export function bodySentences(contract: Contract): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bodyLimits(contract)).map(([id, bytes]) => [
      id,
      `The body may have at most ${Math.floor(bytes / kilobyte)} KB (\`payload-too-large\`).`,
    ]),
  );
}

function inKilobytes(size: number): number {
  return Math.ceil(size / kilobyte) * kilobyte;
}

/** The bytes of the longest JSON that the schema allows; infinite when there is no longest. */
function sizeOf(contract: Contract, given: Schema): number {
  const schema = deref<Schema>(contract, given);
  const sizesOf = (schemas: Schema[]) => schemas.map((part) => sizeOf(contract, part));
  const bounds = [
    sizeOfValue(contract, schema),
    ...sizesOf(schema.allOf ?? []),
    ...[schema.anyOf, schema.oneOf].flatMap((parts) => (parts ? [Math.max(...sizesOf(parts))] : [])),
  ];
  return Math.min(...bounds);
}

function sizeOfValue(contract: Contract, schema: Schema): number {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (values !== undefined) return Math.max(...values.map((value) => JSON.stringify(value).length)) + between;
  const types = [schema.type ?? 'anything'].flat();
  return Math.max(...types.map((type) => sizeOfType(contract, schema, type))) + between;
}

function sizeOfType(contract: Contract, schema: Schema, type: string): number {
  switch (type) {
    case 'null':
    case 'boolean':
    case 'integer':
    case 'number':
      return between;
    case 'string':
      return (
        formats[schema.format ?? ''] ?? (schema.maxLength ?? Number.POSITIVE_INFINITY) * bytesPerCharacter
      );
    case 'array':
      return (schema.maxItems ?? Number.POSITIVE_INFINITY) * sizeOf(contract, schema.items ?? {});
    case 'object': {
      if (schema.additionalProperties !== false) return Number.POSITIVE_INFINITY;
      const fields = Object.entries(schema.properties ?? {});
      return fields.reduce((sum, [name, field]) => sum + name.length + sizeOf(contract, field), 0);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function deref<Node extends { $ref?: string }>(contract: Contract, node: Node | { $ref?: string }): Node {
  if (node.$ref === undefined) return node as Node;
  const parts = node.$ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], contract);
  return deref<Node>(contract, target as Node);
}
