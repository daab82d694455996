import { bodyLimits } from './body-limits.ts';
import { type Contract, factsOf, operationsOf, reasonKey } from './operation-facts.ts';

/**
 * Writes as TypeScript what OpenAPI cannot express: the facts of `x-ringside`, with the defaults, and the size of each body
 * for the server, and the calls for which the client keeps an expired token or may ask for the tokens.
 */
export function factsModule(contract: Contract): string {
  const keys = Object.entries(contract['x-ringside-keys']);
  const operations = operationsOf(contract).map(({ method, path, operation }) => {
    const facts = factsOf(method, operation, contract['x-ringside-defaults']);
    return { call: `${method} ${path}`, id: operation.operationId, facts };
  });
  const limits = Object.keys(contract['x-ringside-keys'].limited ?? {}).filter((limit) => limit !== 'none');
  const limitedBy = (limit: string) => operations.filter(({ facts }) => facts.limited === limit);
  const audited = operations.filter(({ facts }) => facts.audited !== 'nothing');
  const ignoring = operations.filter(({ facts }) => facts.expiredToken === 'ignore');
  const including = operationsOf(contract)
    .filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'includeTokens'))
    .map(({ method, path }) => ({ call: `${method} ${path}` }));
  return [
    'export interface OperationFacts {',
    ...keys.map(([key, values]) => `  ${key}: ${unionOf(Object.keys(values))};`),
    `  ${reasonKey}?: string;`,
    '}',
    '',
    '/** Per operation what it says itself, and for the rest the defaults of its method. */',
    'export const operationFacts = {',
    ...operations.map(({ id, facts }) => `  ${id}: ${JSON.stringify(facts)},`),
    '} as const satisfies Record<string, OperationFacts>;',
    '',
    '/** Per limit the operations that it counts. */',
    'export interface LimitedOperations {',
    ...limits.map((limit) => `  '${limit}': ${unionOf(limitedBy(limit).map(({ id }) => id))};`),
    '}',
    '',
    '/** Per operation the kind of thing that its entry in the audit log names. */',
    'export interface AuditedOperations {',
    ...audited.map(({ id, facts }) => `  ${id}: '${facts.audited}';`),
    '}',
    '',
    '/** Calls that a client sends without refreshing an expired access token first. */',
    'export const callsIgnoringExpiredToken: readonly string[] = [',
    ...ignoring.map(({ call }) => `  '${call}',`),
    '];',
    '',
    '/** Calls that answer with the tokens when they are sent with `includeTokens=true`. */',
    'export const callsIncludingTokens: readonly string[] = [',
    ...including.map(({ call }) => `  '${call}',`),
    '];',
    '',
    '/** Per operation with a body the most bytes that it may have. */',
    'export const bodyLimits = {',
    ...Object.entries(bodyLimits(contract)).map(([id, bytes]) => `  ${id}: ${bytes},`),
    '} as const;',
    '',
  ].join('\n');
}

function unionOf(values: string[]): string {
  return values.map((value) => `'${value}'`).join(' | ') || 'never';
}
