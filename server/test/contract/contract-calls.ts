/** Builds requests from the examples of the contract. */
import { readFileSync } from 'node:fs';
import { type ContractOperation, deref } from '../../src/contract/document.ts';
import { uploadOf } from '../multipart.ts';
import { exampleOf } from './story.ts';

/** The smallest accepted size, because encoding takes seconds even for this one. */
const picture = new URL('../../assets/demo/pictures/gala/1280.jpg', import.meta.url);

export interface ContractCall {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  cookies: Record<string, string>;
  body: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  example?: unknown;
  content?: Record<string, { examples?: Record<string, unknown> }>;
}

/** The names of the examples of the body; one undefined name for an operation without a body. */
export function bodyExamples(operation: ContractOperation): Array<string | undefined> {
  return operation.requestBody ? Object.keys(examplesOf(operation)) : [undefined];
}

/** A call with exactly the examples of the parameters and the body. */
export function exampleCall(operation: ContractOperation, example?: string): ContractCall {
  const call: ContractCall = {
    method: operation.method,
    path: operation.path,
    query: {},
    headers: {},
    cookies: {},
    body: undefined,
  };
  for (const parameter of operation.parameters as unknown as Parameter[]) {
    const value = exampleOfParameter(parameter);
    if (value === undefined) continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (parameter.in === 'path')
      call.path = call.path.replace(`{${parameter.name}}`, encodeURIComponent(text));
    if (parameter.in === 'query') call.query[parameter.name] = text;
    if (parameter.in === 'header') call.headers[parameter.name.toLowerCase()] = text;
  }
  if (operation.requestBody === undefined) return call;
  const [mediaType = ''] = operation.requestBody.mediaTypes;
  const [first] = bodyExamples(operation);
  call.body = examplesOf(operation)[example ?? String(first)];
  call.headers['content-type'] = mediaType;
  return mediaType === 'multipart/form-data' ? withPicture(call) : call;
}

/** JSON cannot hold a file: the example only names one, and this function adds it. */
function withPicture(call: ContractCall): ContractCall {
  const upload = uploadOf(readFileSync(picture));
  return { ...call, body: upload.body, headers: { ...call.headers, ...upload.headers } };
}

export function targetOf({ method, path, query }: ContractCall): string {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  );
  return `${method} ${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** The path with unknown ids in place of its parameters. */
export function withUnknownIds({ path, parameters }: ContractOperation): string {
  const unknown = (name: string) => {
    const pointer = parameters.find((parameter) => parameter.name === name)?.pointer;
    return deref(`${pointer}/schema`).node.format === 'uuid'
      ? '0199a3c4-ffff-7000-8000-00000000dead'
      : 'nobody';
  };
  return path.replace(/\{(\w+)\}/g, (_, name) => unknown(name));
}

function exampleOfParameter({ example, content }: Parameter): unknown {
  if (example !== undefined) return example;
  const [media] = Object.values(content ?? {});
  return Object.values(media?.examples ?? {}).map(exampleValue)[0];
}

function examplesOf({ requestBody }: ContractOperation): Record<string, unknown> {
  const { content } = deref(String(requestBody?.pointer)).node as unknown as {
    content: Record<string, { examples?: Record<string, unknown> }>;
  };
  const [media] = Object.values(content);
  return Object.fromEntries(
    Object.entries(media?.examples ?? {}).map(([name, node]) => [name, exampleValue(node)]),
  );
}

function exampleValue(node: unknown): unknown {
  const { $ref, value } = node as { $ref?: string; value?: unknown };
  return $ref === undefined ? structuredClone(value) : exampleOf($ref.split('/').at(-1) ?? '');
}
