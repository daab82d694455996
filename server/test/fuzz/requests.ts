/**
 * Generates requests from the contract: valid ones, ones with a single fault, and hostile ones. A request depends only
 * on its seed and its index in the run.
 */
import { type ContractOperation, contractOperations, deref } from '../../src/contract/document.ts';
import { exampleOf } from '../contract/story.ts';
import { valueFor } from './contract-values.ts';
import { hostileBodies, hostilePaths, hostileQueries, hostileValues } from './hostile.ts';
import { hostileHeaders, hostileRequests } from './hostile-http.ts';
import { Random } from './random.ts';
import type { FuzzRequest } from './raw-http.ts';

/** Name and value, as sent. */
type Pair = [name: string, value: string];

interface Draft {
  operation: ContractOperation;
  method: string;
  path: string;
  query: Pair[];
  headers: Pair[];
  /** The value of a JSON body; undefined if there is none. */
  json: unknown;
  /** The bytes of the body, if it is not (or no longer) JSON. */
  body: Buffer | undefined;
}

/** @param credentials returns the headers that identify the caller. */
export function requestOf(seed: number, index: number, credentials: (random: Random) => Pair[]): FuzzRequest {
  const random = new Random(seed, index);
  const operation = random.pick(contractOperations);
  const kind = random.pick(['valid', 'near-valid', 'hostile'] as const);
  const draft = validDraft(operation, random);
  draft.headers.push(...credentials(random));
  if (kind === 'near-valid') addFault(draft, random);
  if (kind === 'hostile') addHostileParts(draft, random);
  const raw = kind === 'hostile' && random.withProbability(0.08) ? random.pick(hostileRequests) : undefined;
  return { operationId: operation.operationId, kind, ...toRequest(draft), ...(raw ? { raw } : {}) };
}

function validDraft(operation: ContractOperation, random: Random): Draft {
  const draft: Draft = {
    operation,
    method: operation.method,
    path: operation.path,
    query: [],
    headers: [],
    json: undefined,
    body: undefined,
  };
  for (const parameter of operation.parameters) {
    const { name, pointer, content } = parameter;
    if (!parameter.required && random.withProbability(0.6)) continue;
    const value = valueFor(
      content ? `${pointer}/content/application~1json/schema` : `${pointer}/schema`,
      random,
      name,
    );
    if (parameter.in === 'path') draft.path = draft.path.replace(`{${name}}`, encode(value));
    if (parameter.in === 'query') {
      const values = content ? [JSON.stringify(value)] : [value].flat();
      draft.query.push(...values.map((item): Pair => [name, encode(item)]));
    }
    if (parameter.in === 'header') draft.headers.push([name, toLatin1(String(value))]);
  }
  const [mediaType] = operation.requestBody?.mediaTypes ?? [];
  if (mediaType === undefined) return draft;
  if (mediaType === 'application/json') {
    const { pointer } = deref(`${operation.requestBody?.pointer}/content/application~1json/schema`);
    draft.json = valueFor(pointer, random);
  } else if (mediaType === 'text/csv') {
    draft.body = Buffer.from(exampleOf('AccessCsv'));
  } else {
    draft.body = multipart(random.pick([onePixel, Buffer.from('no picture'), Buffer.alloc(0)]));
  }
  draft.headers.push([
    'content-type',
    mediaType === 'multipart/form-data' ? `${mediaType}; boundary=ring` : mediaType,
  ]);
  return draft;
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function multipart(file: Buffer): Buffer {
  const head =
    '--ring\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  return Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--ring--\r\n')]);
}

/** Adds one fault. */
function addFault(draft: Draft, random: Random): void {
  const faults: Array<() => void> = [
    () => draft.query.push(['colour', 'red']),
    () => draft.query.push(...draft.query.slice(0, 1)),
    () =>
      draft.query.push([
        random.pick(['limit', 'offset', 'order', 'filter', 'with', 'q']),
        encode(random.pick(hostileValues)),
      ]),
    () => {
      draft.path = draft.path.replace(/[^/]+$/, encode(random.pick(hostileValues)));
    },
    () => {
      draft.path += random.pick(['/', '//', '/x', '%20', '.json']);
    },
    () => {
      draft.method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
    },
    () => draft.headers.push(random.pick(hostileHeaders)),
  ];
  const bodyFaults: Array<() => void> = [
    () => {
      draft.json = withFault(draft.json, random);
    },
    () => {
      draft.json = undefined;
    },
    () =>
      setHeader(
        draft,
        'content-type',
        random.pick(['text/plain', 'application/xml', 'application/json; charset=utf-16', '']),
      ),
  ];
  if (draft.json === undefined) random.pick(faults)();
  else if (random.withProbability(0.75)) (random.pick(bodyFaults) ?? faults[0])();
  else random.pick(faults)();
}

/** Drops, adds or replaces one field, possibly a nested one. */
function withFault(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null) return random.pick(hostileValues);
  const keys = Object.keys(value);
  const key = keys.length > 0 ? random.pick(keys) : 'colour';
  const copy = structuredClone(value) as Record<string, unknown>;
  const way = random.next();
  if (way < 0.2) delete copy[key];
  else if (way < 0.4) copy.colour = random.pick(hostileValues);
  else copy[key] = random.withProbability(0.3) ? withFault(copy[key], random) : random.pick(hostileValues);
  return copy;
}

/** Adds several faults at once, including hostile ones. */
function addHostileParts(draft: Draft, random: Random): void {
  if (draft.json !== undefined && random.withProbability(0.5))
    for (let count = random.number(1, 3); count > 0; count -= 1) draft.json = withFault(draft.json, random);
  if (random.withProbability(0.4)) {
    const fields = typeof draft.json === 'object' ? draft.json : {};
    draft.body = random.pick(hostileBodies)(JSON.stringify(fields));
  }
  if (random.withProbability(0.35)) draft.query.push(random.pick(hostileQueries));
  if (random.withProbability(0.25))
    draft.path = draft.path.replace(/[^/]+$/, () => random.pick(hostilePaths));
  if (random.withProbability(0.35)) draft.headers.push(...random.some(hostileHeaders, 2));
  if (random.withProbability(0.1)) setHeader(draft, 'content-type', random.pick(contentTypes));
  if (random.withProbability(0.1))
    draft.method = random.pick(['PUT', 'TRACE', 'PROPFIND', 'get', 'OPTIONS', 'HEAD', 'M-SEARCH']);
}

const contentTypes = [
  'application/json',
  'text/csv',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'text/html',
  'application/json; charset="',
  'application/problem+json',
  'a/b; c',
  ';',
  'multipart/form-data; boundary=ring',
];

function setHeader({ headers }: Draft, name: string, value: string): void {
  const at = headers.findIndex(([known]) => known.toLowerCase() === name);
  if (at >= 0) headers.splice(at, 1);
  headers.push([name, value]);
}

function toRequest({
  method,
  path,
  query,
  headers,
  json,
  body,
}: Draft): Omit<FuzzRequest, 'operationId' | 'kind'> {
  const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
  return {
    method,
    target: pairs === '' ? path : `${path}?${pairs}`,
    headers,
    body: body ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json))),
  };
}

function encode(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return encodeURIComponent(text.toWellFormed());
}

/** Replaces characters that a header cannot hold. */
function toLatin1(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
