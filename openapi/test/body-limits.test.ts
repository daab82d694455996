/** Every body has a limit that follows from its schema; a body without an end is a fault. */
import { describe, expect, test } from 'vitest';
import { bodyLimits } from '../scripts/body-limits.ts';
import { type Contract, type OperationNode, operationsOf } from '../scripts/operation-facts.ts';
import { bundle } from './bundle.ts';

const contract: Contract = bundle;
const limits = bodyLimits(contract);
const kilobyte = 1024;

/** The limit of one operation whose JSON body has this schema. */
function limitOf(schema: object, media: object = {}, mediaType = 'application/json'): number | undefined {
  const operation = {
    operationId: 'ringBell',
    responses: {},
    requestBody: { content: { [mediaType]: { schema, ...media } } },
  } as OperationNode;
  return bodyLimits({ ...contract, paths: { '/bell': { post: operation } } }).ringBell;
}

test('every operation with a body has a limit, and most have a few kilobytes', () => {
  const withBody = operationsOf(contract).filter(({ operation }) => operation.requestBody !== undefined);
  expect(Object.keys(limits)).toEqual(withBody.map(({ operation }) => operation.operationId));
  const small = Object.values(limits).filter((limit) => limit <= 16 * kilobyte);
  expect(small.length).toBeGreaterThan(Object.keys(limits).length * 0.6);
  expect(limits.login).toBe(4 * kilobyte);
  expect(limits.uploadImage).toBe((10 * kilobyte + 64) * kilobyte);
});

describe('the limit', () => {
  const text = (maxLength: number) => ({ type: 'string', maxLength });

  test('has room for every character as an escape', () => {
    const longest = JSON.stringify({ content: '\\u00e9'.repeat(20_000) }).replaceAll('\\\\', '\\');
    const limit = limitOf({
      type: 'object',
      additionalProperties: false,
      properties: { content: { ...text(20_000), type: ['string', 'null'] } },
    });
    expect(limit).toBeGreaterThanOrEqual(longest.length);
    expect(limit).toBeLessThan(longest.length + 2 * kilobyte);
  });

  test.each<[string, object, number]>([
    ['a short body', text(10), 4 * kilobyte],
    ['a list', { type: 'array', maxItems: 100, items: text(100) }, 62 * kilobyte],
    ['a reference', { $ref: '#/components/schemas/RoleCode' }, 4 * kilobyte],
    ['a choice', { anyOf: [{ type: 'null' }, text(10_000)] }, 59 * kilobyte],
    ['parts of which one has an end', { allOf: [{ type: 'string' }, text(10_000)] }, 59 * kilobyte],
  ])('of %s', (_name, schema, expected) => {
    expect(limitOf(schema)).toBe(expected);
  });

  test('of a body without an end is stated', () => {
    expect(limitOf({ type: 'string' }, { 'x-max-bytes': 5_000 }, 'text/csv')).toBe(5_000);
  });
});

describe('a body is refused', () => {
  test.each<[string, object]>([
    ['a text', { type: 'string' }],
    ['a list', { type: 'array', items: { type: 'boolean' } }],
    ['an object with any field', { type: 'object' }],
    ['a field', { type: 'object', additionalProperties: false, properties: { a: {} } }],
    ['a choice', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
  ])('with %s that has no end', (_name, schema) => {
    expect(() => limitOf(schema)).toThrow('ringBell: the application/json body has no end; bound its schema');
  });

  test('with a stated limit beside the one of its schema', () => {
    expect(() => limitOf({ type: 'boolean' }, { 'x-max-bytes': 5_000 })).toThrow('already has an end');
  });
});
