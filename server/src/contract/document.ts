import document from '@ringside/openapi/openapi.json' with { type: 'json' };
import { bodyLimits, type OperationFacts, operationFacts } from '@ringside/openapi/operation-facts';
import { escapePointer, unescapePointer } from '../http/json-pointer.ts';
import type { OperationId } from './operation.ts';

export interface ContractParameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  content?: Record<string, unknown>;
}

/** One operation of the bundle, with JSON Pointers to its parts. */
export interface ContractOperation {
  operationId: OperationId;
  method: string;
  path: string;
  pointer: string;
  parameters: Array<ContractParameter & { pointer: string }>;
  /** `limit` in bytes. */
  requestBody: { required: boolean; pointer: string; mediaTypes: string[]; limit: number } | undefined;
  responses: Record<string, { content?: Record<string, unknown>; headers?: Record<string, unknown> }>;
  security: Array<Record<string, string[]>>;
  /** The values of `x-ringside`: openapi/README.md describes each key. */
  facts: OperationFacts;
}

interface Node {
  [key: string]: unknown;
  $ref?: string;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

export const contract = document as unknown as Node & { paths: Record<string, Node> };

/** The node at a JSON Pointer of the bundle and the node's own pointer; follows `$ref`. */
export function deref(pointer: string): { node: Node; pointer: string } {
  let node: unknown = contract;
  for (const part of pointer.slice(2).split('/')) {
    node = (node as Node)[unescapePointer(part)];
  }
  const { $ref } = node as Node;
  return $ref === undefined ? { node: node as Node, pointer } : deref($ref);
}

export const contractOperations: ContractOperation[] = Object.entries(contract.paths).flatMap(
  ([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => toOperation(path, method, item[method] as Node)),
);

function toOperation(path: string, method: string, operation: Node): ContractOperation {
  const itemPointer = `#/paths/${escapePointer(path)}`;
  const pointer = `${itemPointer}/${method}`;
  const listOf = (parent: string, list: unknown) =>
    ((list as unknown[]) ?? []).map((_, index) => {
      const parameter = deref(`${parent}/parameters/${index}`);
      return { ...(parameter.node as unknown as ContractParameter), pointer: parameter.pointer };
    });
  const body = operation.requestBody === undefined ? undefined : deref(`${pointer}/requestBody`);
  const responses = Object.keys(operation.responses as Node).map((status) => [
    status,
    deref(`${pointer}/responses/${status}`).node,
  ]);
  return {
    operationId: operation.operationId as OperationId,
    method: method.toUpperCase(),
    path,
    pointer,
    parameters: [
      ...listOf(itemPointer, contract.paths[path]?.parameters),
      ...listOf(pointer, operation.parameters),
    ],
    requestBody: body && {
      required: body.node.required === true,
      pointer: body.pointer,
      mediaTypes: Object.keys(body.node.content as Node),
      limit: bodyLimits[operation.operationId as keyof typeof bodyLimits],
    },
    responses: Object.fromEntries(responses),
    security: (operation.security ?? contract.security ?? []) as Array<Record<string, string[]>>,
    facts: operationFacts[operation.operationId as OperationId],
  };
}
