/**
 * Checks every answer that a test receives against the contract: status, content type, headers, schema, and that it has
 * no undeclared field. The harness calls it, so that no test can forget it.
 */
import { type ContractOperation, contractOperations, deref } from '../../src/contract/document.ts';
import { compileContractSchema } from '../../src/contract/validator.ts';
import { escapePointer } from '../../src/http/json-pointer.ts';

export interface CheckedAnswer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: unknown;
}

/** An operation must declare these statuses itself; the `default` answer covers the others. */
const namedStatuses = new Set([400, 401, 403, 404, 409, 412, 429, 503]);
/** An operation with a body must also declare these. */
const bodyStatuses = new Set([413, 415]);

/** Fewest parameters first: `/events/access` is not an event called "access". */
const routes = contractOperations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: operation.path.split('{').length,
  }))
  .toSorted((a, b) => a.parameters - b.parameters);

const validators = new Map<string, ReturnType<typeof compileContractSchema>>();

/** @throws when the contract does not allow this answer. */
export function checkAnswer(method: string, url: string, answer: CheckedAnswer): void {
  const [path = ''] = url.split('?', 1);
  const operation = findOperation(method, path);
  const faults =
    operation === undefined ? faultsOfOther(path, answer) : faultsOf(operation, method === 'HEAD', answer);
  if (faults.length > 0) {
    const called = operation?.operationId ?? `${method} ${path}`;
    const received = JSON.stringify(answer.body)?.slice(0, 2_000);
    throw new Error(`${called} answered ${answer.status} against the contract: ${faults}\n${received}`);
  }
}

/** The operation that a request calls; undefined if the contract has none. */
export function findOperation(method: string, path: string): ContractOperation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const trimmed = path.replace(/(?<=.)\/$/, '');
  return routes.find(({ operation, pattern }) => operation.method === wanted && pattern.test(trimmed))
    ?.operation;
}

/** Errors outside of the contract's paths must also be problems. */
function faultsOfOther(path: string, answer: CheckedAnswer): string[] {
  if (answer.status < 400) return path.startsWith('/api/') ? ['the contract has no such operation'] : [];
  return faultsOfContent({ 'application/problem+json': {} }, '#/components/schemas/Problem', answer);
}

function faultsOf(operation: ContractOperation, isHead: boolean, answer: CheckedAnswer): string[] {
  const isNamed = answer.status in operation.responses;
  const status = isNamed ? String(answer.status) : 'default';
  const mustBeNamed =
    answer.status < 400 ||
    namedStatuses.has(answer.status) ||
    (operation.requestBody !== undefined && bodyStatuses.has(answer.status));
  if (!isNamed && mustBeNamed) return ['undeclared status'];

  // No cache may store a restricted answer, so that neither a proxy nor the next user of the machine can read it.
  if (operation.security.length > 0 && !/^no-store\b/.test(String(answer.headers['cache-control'])))
    return [`may be kept: ${answer.headers['cache-control']}`];

  const { node, pointer } = deref(`${operation.pointer}/responses/${status}`);
  const headers = Object.keys((node.headers ?? {}) as object)
    .filter((name) => deref(`${pointer}/headers/${name}`).node.required === true)
    .filter((name) => answer.headers[name.toLowerCase()] === undefined)
    .map((name) => `no ${name} header`);
  const content = node.content as Record<string, object> | undefined;
  if (isHead) return headers;
  if (content === undefined) return [...headers, ...(answer.body ? ['an undeclared body'] : [])];
  const [mediaType = ''] = Object.keys(content);
  const schema = `${pointer}/content/${escapePointer(mediaType)}/schema`;
  return [...headers, ...faultsOfContent(content, schema, answer)];
}

function faultsOfContent(
  content: object,
  schemaPointer: string,
  { headers, body, status }: CheckedAnswer,
): string[] {
  const [mediaType] = String(headers['content-type']).split(';', 1);
  if (!Object.keys(content).includes(String(mediaType))) return [`content type ${mediaType}`];
  if (!String(mediaType).endsWith('json')) return [];
  const { pointer } = deref(schemaPointer);
  let validate = validators.get(pointer);
  if (validate === undefined) {
    validate = compileContractSchema(pointer);
    validators.set(pointer, validate);
  }
  // A copy, because the validator adds defaults.
  validate(structuredClone(body));
  const faults = (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  const differs = status >= 400 && (body as { status?: number }).status !== status;
  return [...faults, ...findUndeclared(pointer, body), ...(differs ? ['another status in the body'] : [])];
}

function findUndeclared(schemaPointer: string, value: unknown, at = ''): string[] {
  const { node, pointer } = deref(schemaPointer);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findUndeclared(`${pointer}/items`, item, `${at}/${index}`));
  }
  if (typeof value !== 'object' || value === null || node.additionalProperties) return [];
  const declared = new Map(declaredProperties(pointer));
  return Object.entries(value).flatMap(([key, item]) => {
    const property = declared.get(key);
    return property === undefined
      ? [`${at}/${key} is undeclared`]
      : findUndeclared(property, item, `${at}/${key}`);
  });
}

function declaredProperties(schemaPointer: string): Array<[name: string, pointer: string]> {
  const { node, pointer } = deref(schemaPointer);
  const parts = ['allOf', 'oneOf'].flatMap((key) =>
    ((node[key] ?? []) as unknown[]).flatMap((_, index) => declaredProperties(`${pointer}/${key}/${index}`)),
  );
  const own = Object.keys((node.properties ?? {}) as object);
  return [
    ...parts,
    ...own.map((key): [string, string] => [key, `${pointer}/properties/${escapePointer(key)}`]),
  ];
}
