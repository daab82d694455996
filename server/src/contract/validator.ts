/**
 * Validates all parts of a request against the contract at once, so that one answer lists every issue. It replaces
 * Fastify's own validation, which stops at the first part that fails, does not require a body and does not support
 * recursive or `content` parameters. It shortens no value; it trims names and lower-cases e-mails where the contract
 * says so.
 */
import { findMarkdownIssue } from '@ringside/rules/markdown';
import { presentZone } from '@ringside/rules/zone-names';
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyRequest } from 'fastify';
import { isCommonPassword } from '../common-passwords.ts';
import { uuid } from '../db/uuid.ts';
import { toStoredEmail } from '../http/email-address.rules.ts';
import { type Issue, validationProblem } from '../http/problems.ts';
import { isDateTime } from './date-time.ts';
import { type ContractOperation, type ContractParameter, contract } from './document.ts';
import { findDuplicateField, occursTwice } from './duplicate-fields.ts';
import { findUnstorableText, issueLimit, toIssues } from './issues.ts';
import { isTimezone } from './timezone.ts';

const contractId = 'https://ringside.invalid/openapi.json';

const bodyAjv = createAjv(false);
const parameterAjv = createAjv('array');

const queryLimit = 8 * 1024;

interface Part {
  in: Issue['location'];
  /** The pointer of the value in its location. */
  at: string;
  /** undefined: it was not sent. */
  read: (request: FastifyRequest) => unknown;
  /** The issue's detail when the value is missing; undefined: it is optional. */
  missing?: string;
  validate: ValidateFunction;
}

/**
 * @returns a check that throws one problem with every issue, and writes coerced values and defaults into the request.
 */
export function requestValidator(operation: ContractOperation): (request: FastifyRequest) => void {
  // Compiled at the first request: a hundred operations would slow down every start.
  let parts: Part[] | undefined;
  return (request) => {
    parts ??= compileParts(operation);
    assertQueryLength(request.url);
    const issues: Issue[] = [];
    parseContentParameters(operation, request, issues);
    for (const { in: location, at, read, missing, validate } of parts) {
      const value = read(request);
      if (value === undefined) {
        if (missing !== undefined) issues.push({ detail: missing, pointer: at, location });
        continue;
      }
      if (!validate(value)) issues.push(...toIssues(validate.errors as ErrorObject[], location, at));
      // The part of the whole query has checked the JSON texts already.
      if (location !== 'query' || at === '') issues.push(...findUnstorableText(value, location));
    }
    if (issues.length > 0) throw validationProblem(issues.slice(0, issueLimit));
  };
}

/** A validator of any schema of the bundle, by its JSON Pointer (`#/components/schemas/Event`). */
export function compileContractSchema(pointer: string): ValidateFunction {
  return bodyAjv.compile({ $ref: `${contractId}${encodeURI(pointer)}` });
}

function compileParts(operation: ContractOperation): Part[] {
  const parts: Part[] = [];
  for (const [location, key] of [
    ['path', 'params'],
    ['query', 'query'],
    ['header', 'headers'],
  ] as const) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === location);
    if (parameters.length === 0 && location !== 'query') continue;
    const strict = location === 'query' && operation.facts.unknownQuery === 'refuse';
    parts.push({
      in: location,
      at: '',
      read: (request) => request[key],
      validate: parameterAjv.compile(parameterSchema(parameters, strict)),
    });
  }
  for (const { name, pointer } of operation.parameters.filter(isJsonText)) {
    parts.push({
      in: 'query',
      at: `/${name}`,
      read: (request) => (request.query as Record<string, unknown>)[name],
      validate: bodyAjv.compile({
        $ref: `${contractId}${encodeURI(pointer)}/content/application~1json/schema`,
      }),
    });
  }
  const { requestBody } = operation;
  if (requestBody?.mediaTypes.includes('application/json')) {
    parts.push({
      in: 'body',
      at: '',
      read: (request) => request.body,
      ...(requestBody.required ? { missing: 'A JSON body is required.' } : {}),
      validate: bodyAjv.compile({
        $ref: `${contractId}${encodeURI(requestBody.pointer)}/content/application~1json/schema`,
      }),
    });
  }
  return parts;
}

function parameterSchema(parameters: Array<ContractParameter & { pointer: string }>, strict: boolean) {
  const name = (parameter: ContractParameter) =>
    parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        name(parameter),
        isJsonText(parameter) || { $ref: `${contractId}${encodeURI(parameter.pointer)}/schema` },
      ]),
    ),
    required: parameters.filter((parameter) => parameter.required).map(name),
    // Without this a misspelt filter would be ignored, and the answer would list everything.
    additionalProperties: !strict,
  };
}

/** The value is a JSON text with its own types, so Ajv must not coerce it. */
function isJsonText(parameter: ContractParameter): boolean {
  return parameter.content !== undefined;
}

function assertQueryLength(url: string): void {
  const start = url.indexOf('?') + 1;
  if (start > 0 && url.length - start > queryLimit) {
    throw validationProblem([
      { detail: 'The query may be at most 8 KB long.', pointer: '', location: 'query' },
    ]);
  }
}

/** `content: application/json` parameters arrive as text; this replaces them by their values. */
function parseContentParameters(
  operation: ContractOperation,
  request: FastifyRequest,
  issues: Issue[],
): void {
  const query = request.query as Record<string, unknown>;
  for (const { name } of operation.parameters.filter(isJsonText)) {
    const text = query[name];
    if (text === undefined) continue;
    try {
      query[name] = JSON.parse(String(text));
      const duplicate = findDuplicateField(String(text));
      if (duplicate !== undefined)
        issues.push({ detail: occursTwice, pointer: `/${name}${duplicate}`, location: 'query' });
    } catch {
      delete query[name];
      issues.push({ detail: 'Must be JSON.', pointer: `/${name}`, location: 'query' });
    }
  }
}

function createAjv(coerceTypes: false | 'array'): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    strict: false,
    validateFormats: true,
  });
  formats.default(ajv);
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('timezone', isTimezone);
  // These run before every other keyword: Ajv would check `not` and `enum` first.
  for (const [keyword, change] of [
    ['x-trim', (text: string) => text.trim()],
    ['x-stored-email', toStoredEmail],
    ['x-present-zone', presentZone],
  ] as const) {
    ajv.addKeyword({ keyword, modifying: true, before: '$ref', validate: rewrite(change) });
  }
  ajv.addKeyword({
    keyword: 'x-refuse-common',
    type: 'string',
    validate: (enabled: boolean, password: string) => !(enabled && isCommonPassword(password)),
  });
  ajv.addKeyword({ keyword: 'x-error-messages', schemaType: 'object' });
  ajv.addKeyword({ keyword: 'x-markdown-limits', type: 'string', validate: markdownCheck() });
  ajv.addSchema(contract, contractId, false, false);
  return ajv;
}

interface DataContext {
  parentData: Record<string | number, unknown>;
  parentDataProperty: string | number;
}

function rewrite(change: (text: string) => string) {
  return (enabled: boolean, data: unknown, _schema?: unknown, context?: DataContext) => {
    if (enabled && typeof data === 'string' && context?.parentData)
      context.parentData[context.parentDataProperty] = change(data);
    return true;
  };
}

/** It leaves the keyword's value aside: the client needs the same limits, so they are generated from the contract. */
function markdownCheck(): SchemaValidateFunction {
  const check: SchemaValidateFunction = (_limits: unknown, text: string) => {
    const message = findMarkdownIssue(text);
    check.errors = [{ keyword: 'x-markdown-limits', params: {}, message }];
    return message === undefined;
  };
  return check;
}
