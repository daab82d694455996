/**
 * The extension `x-ringside`: facts about an operation that OpenAPI cannot express. `openapi.yaml` declares its keys and
 * values under `x-ringside-keys`, and under `x-ringside-defaults` what an operation has that does not say otherwise: a GET
 * reads, every other method writes. This file checks the facts against the rest of the operation.
 */

/** The values of each key, each with the sentence for the docs, or null if it does not concern callers. */
export type FactKeys = Record<string, Record<string, string | null>>;

export interface OperationNode {
  operationId: string;
  description?: string;
  security?: Array<Record<string, string[]>>;
  parameters?: Array<{ name?: string }>;
  requestBody?: object;
  responses: Record<string, unknown>;
  'x-ringside'?: Record<string, string>;
}

export interface Contract {
  paths: Record<string, Record<string, unknown>>;
  'x-ringside-keys': FactKeys;
  'x-ringside-defaults': FactDefaults;
}

/** Each with a value for every key. */
export type FactDefaults = Record<'reading' | 'writing', Record<string, string>>;

interface Place {
  method: string;
  path: string;
  keys: FactKeys;
  defaults: FactDefaults;
}

const defaultsOf = (method: string, defaults: FactDefaults) =>
  method.toUpperCase() === 'GET' ? defaults.reading : defaults.writing;

/** @returns a value for every key. */
export function factsOf(
  method: string,
  { 'x-ringside': own = {} }: OperationNode,
  defaults: FactDefaults,
): Record<string, string> {
  return { ...defaultsOf(method, defaults), ...own };
}

/** @returns one sentence for each fault of the defaults themselves. */
export function findDefaultFaults(defaults: FactDefaults, keys: FactKeys): string[] {
  return Object.entries(defaults).flatMap(([kind, facts]) => [
    ...Object.keys(keys)
      .filter((key) => facts[key] === undefined)
      .map((key) => `x-ringside-defaults.${kind}.${key} is missing.`),
    ...findUnknown(`x-ringside-defaults.${kind}`, facts, keys),
  ]);
}

function findUnknown(name: string, facts: Record<string, string>, keys: FactKeys): string[] {
  return Object.entries(facts).flatMap(([key, value]) => {
    if (key === reasonKey) return [];
    const values = keys[key];
    if (values === undefined) return [`${name}.${key} is not a known key (${listOf(keys)}).`];
    return Object.hasOwn(values, value)
      ? []
      : [`${name}.${key} is ${JSON.stringify(value)}, not one of ${listOf(values)}.`];
  });
}

/** An optional key: the end of the sentence "Calls from other sites are allowed: ...". */
export const reasonKey = 'crossSiteReason';

/** @returns one sentence for each fault, with the operation and the key. */
export function findFactFaults(operation: OperationNode, place: Place): string[] {
  const { operationId: id, 'x-ringside': own = {} } = operation;
  const faults = findUnknown(`${id}: x-ringside`, own, place.keys);
  const usual = defaultsOf(place.method, place.defaults);
  for (const [key, value] of Object.entries(own))
    if (usual[key] === value) faults.push(`${id}: x-ringside.${key} is ${value} anyway: leave it out.`);
  // Every body has a limit (`body-limits.ts`).
  if (operation.requestBody !== undefined && !('413' in operation.responses))
    faults.push(`${id}: there is a body, but no 413 is declared.`);
  return faults.length > 0 ? faults : findContradictions(operation, place);
}

function findContradictions(operation: OperationNode, { method, path, defaults }: Place): string[] {
  const { operationId: id, security = [], responses } = operation;
  const facts = factsOf(method, operation, defaults);
  const stores = facts.stores !== 'nothing';
  const opensWrites = stores && facts.crossSite === 'allow';
  const usesCookies = security.some((scheme) => 'sessionCookie' in scheme);
  const needsPermission = security.some((scheme) => Object.values(scheme).flat().length > 0);
  const isAudited = facts.audited !== 'nothing';
  const needsProof = facts.stepUp !== 'none';
  const rules: Array<[isBroken: boolean, key: string, fault: string]> = [
    [!stores && method.toUpperCase() !== 'GET', 'stores', `is nothing, but the method is ${method}`],
    [isAudited && !stores, 'audited', `is ${facts.audited}, but the operation stores nothing`],
    // An administrative change always leaves an entry in the audit log.
    [
      !isAudited && needsPermission && method.toUpperCase() !== 'GET',
      'audited',
      'is nothing, but the operation needs a permission and changes something',
    ],
    [
      opensWrites && usesCookies,
      'crossSite',
      'is allow, but the operation stores something and takes cookies',
    ],
    [opensWrites && !facts[reasonKey], reasonKey, 'must say why a call that stores something is allowed'],
    [
      !opensWrites && reasonKey in facts,
      reasonKey,
      'is only for a call that stores something and is allowed',
    ],
    [facts.crossSite === 'refuse' && !('403' in responses), 'crossSite', 'is refuse, but no 403 is declared'],
    [
      facts.limited !== 'none' && !('429' in responses),
      'limited',
      `is ${facts.limited}, but no 429 is declared`,
    ],
    [facts.limited === 'none' && '429' in responses, 'limited', 'is none, but a 429 is declared'],
    [
      facts.expiredToken === 'ignore' && security.length > 0,
      'expiredToken',
      'is ignore, but a token is needed',
    ],
    [needsProof && security.length === 0, 'stepUp', `is ${facts.stepUp}, but no token is needed`],
    [needsProof && !('403' in responses), 'stepUp', `is ${facts.stepUp}, but no 403 is declared`],
    // The client looks the call up by its address.
    [
      facts.expiredToken === 'ignore' && path.includes('{'),
      'expiredToken',
      'is ignore, but the path has parameters',
    ],
  ];
  return rules.flatMap(([isBroken, key, fault]) => (isBroken ? [`${id}: x-ringside.${key} ${fault}.`] : []));
}

/**
 * A copy of the contract for the docs: each description ends with the facts that concern callers.
 * @param bodySentences per operation what its body may be.
 */
export function withFacts(contract: Contract, bodySentences: Record<string, string>): Contract {
  const copy = structuredClone(contract);
  for (const { method, operation } of operationsOf(copy)) {
    const own = factsOf(method, operation, copy['x-ringside-defaults']);
    const facts = describeFacts(own, copy['x-ringside-keys']);
    const sentences = [facts, bodySentences[operation.operationId] ?? ''].join(' ').trim();
    if (sentences !== '') operation.description = `${operation.description?.trimEnd()}\n\n${sentences}`;
  }
  return copy;
}

function describeFacts(facts: Record<string, string>, keys: FactKeys): string {
  const sentences = Object.entries(keys).map(([key, values]) => values[String(facts[key])]);
  const reason = facts[reasonKey];
  if (reason !== undefined) sentences.unshift(`Calls from other sites are allowed: ${reason}`);
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ');
}

/** The operations under `paths`. */
export function operationsOf({ paths }: Contract) {
  return Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete', 'patch'].flatMap((method) =>
      item[method] === undefined
        ? []
        : [{ method: method.toUpperCase(), path, operation: item[method] as OperationNode }],
    ),
  );
}

function listOf(record: object): string {
  return Object.keys(record).join(', ');
}
