import type { ErrorObject } from 'ajv';
import { escapePointer } from '../http/json-pointer.ts';
import type { Issue } from '../http/problems.ts';

type Location = Issue['location'];

const depthLimit = 50;

/** The most issues of one answer: a person mends the first, a program none. */
export const issueLimit = 100;

/**
 * Ajv's errors as issues: the contract's own message if there is one, and a pointer to the field.
 * @param at the pointer of the checked value in its location.
 */
export function toIssues(errors: ErrorObject[], location: Location, at = ''): Issue[] {
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    // These keywords only repeat that a part failed; the part has its own error.
    if (['allOf', 'if', '$ref'].includes(error.keyword)) continue;
    const issue = { detail: detailOf(error), pointer: `${at}${pointerOf(error)}`, location };
    issues.set(`${issue.pointer} ${issue.detail}`, issue);
  }
  return [...issues.values()];
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const field =
    keyword === 'required' || keyword === 'dependentRequired'
      ? params.missingProperty
      : (params.additionalProperty ?? params.unevaluatedProperty);
  return field === undefined ? instancePath : `${instancePath}/${escapePointer(String(field))}`;
}

function detailOf({ keyword, parentSchema, params, message = 'is not valid' }: ErrorObject): string {
  const messages = (parentSchema as { 'x-error-messages'?: Record<string, string> })?.['x-error-messages'];
  const own = messages?.[keyword];
  if (own !== undefined) return own;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'Is required.';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'Is not a known field.';
    case 'enum':
      return `Must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}.`;
    case 'format':
      return `Must be a valid ${params.format}.`;
    case 'x-markdown-limits':
      return message;
    case 'type':
      return `Must be ${[params.type].flat().join(' or ')}.`;
    default:
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
}

/**
 * More values than any body of the contract has. Each could cause an issue, and `uniqueItems` compares all pairs, so a
 * body with more of them is refused before it is looked at.
 */
export const valueLimit = 1_000;

/** Whether a value has more fields and items, on all levels, than any call needs. */
export function isOversized(value: unknown): boolean {
  const left = [value];
  let count = 0;
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    const parts = Array.isArray(item) ? item : Object.values(item);
    count += parts.length;
    if (count > valueLimit) return true;
    for (const part of parts) left.push(part);
  }
  return false;
}

/** Text that the database refuses or changes (NUL and lone surrogates), and nesting too deep for a real request. */
export function findUnstorableText(value: unknown, location: Location): Issue[] {
  const issues: Issue[] = [];
  const visit = (item: unknown, pointer: string, depth: number): void => {
    if (typeof item === 'string') {
      if (item.includes('\0'))
        issues.push({ detail: 'Must not contain a NUL character.', pointer, location });
      else if (!item.isWellFormed())
        issues.push({ detail: 'Must be well-formed Unicode.', pointer, location });
    } else if (typeof item === 'object' && item !== null) {
      if (depth === depthLimit) {
        issues.push({ detail: `Must not be nested more than ${depthLimit} deep.`, pointer, location });
        return;
      }
      for (const [key, part] of Object.entries(item)) {
        if (key.includes('\0') || !key.isWellFormed())
          issues.push({ detail: 'The name of the field is not storable text.', pointer, location });
        visit(part, `${pointer}/${escapePointer(key)}`, depth + 1);
      }
    }
  };
  visit(value, '', 0);
  return issues;
}
